//! Many calls of `crush_do_rule` with as little as possible between them.

use super::{Library, NativeArgs, NativeMap, Workspace};
use crate::bindings::msr::{crush_choose_arg, crush_map};
use std::ffi::{c_int, c_void};
use std::ops::Range;
use std::ptr::null;

type DoRule = unsafe extern "C" fn(
    *const crush_map,
    c_int,
    c_int,
    *mut c_int,
    c_int,
    *const u32,
    c_int,
    *mut c_void,
    *const crush_choose_arg,
) -> c_int;
type InitWorkspace = unsafe extern "C" fn(*const crush_map, *mut c_void);

/// Rule 0 of a map, with all that its calls take.
pub(crate) struct Caller<'m> {
    map: &'m NativeMap<'m>,
    do_rule: DoRule,
    init: InitWorkspace,
    weights: &'m [u32],
    args: Option<&'m NativeArgs>,
    workspace: Workspace,
    /// Initialise the workspace before each call.
    fresh: bool,
    result: Vec<i32>,
}

impl<'m> Caller<'m> {
    /// Calls into the library that made the map, which has a rule.
    pub(crate) fn new(
        library: &Library,
        map: &'m NativeMap<'m>,
        result_max: usize,
        weights: &'m [u32],
        args: Option<&'m NativeArgs>,
        fresh: bool,
    ) -> Self {
        assert!(std::ptr::eq(library, map.library), "a map of another library");
        let do_rule = *library.functions.crush_do_rule.as_ref().expect("every generation has it");
        let init = *library.functions.crush_init_workspace.as_ref().expect("every generation has it");
        let mut workspace = Workspace::new(map.work_size(result_max as i32));
        workspace.init(library, map);
        Self { map, do_rule, init, weights, args, workspace, fresh, result: vec![0; result_max] }
    }

    /// Maps an input; the number of places that are defined, and all places.
    pub(crate) fn place(&mut self, x: i32) -> (i32, &[i32]) {
        self.result.fill(i32::MIN);
        let mut returned = 0;
        self.each(x..x + 1, |code| returned = code);
        (returned, &self.result)
    }

    /// Maps inputs, for the sake of the time that it takes.
    pub(crate) fn run(&mut self, inputs: Range<i32>) {
        self.each(inputs, |_| {});
    }

    fn each(&mut self, inputs: Range<i32>, mut done: impl FnMut(c_int)) {
        let (work, args) = (self.workspace.as_mut_ptr(), self.args.map_or(null(), NativeArgs::as_ptr));
        let (out, max) = (self.result.as_mut_ptr(), self.result.len() as c_int);
        let (weights, len) = (self.weights.as_ptr(), self.weights.len() as c_int);
        let (map, do_rule, init) = (self.map.as_ptr(), self.do_rule, self.init);
        for x in inputs {
            if self.fresh {
                // SAFETY: the map is alive; the workspace has the size that the library asks for.
                unsafe { init(map, work) };
            }
            // SAFETY: as above; the workspace was initialised, the arrays have as many numbers as is said, and the
            // args an entry for each slot of the map.
            done(unsafe { do_rule(map, 0, x, out, max, weights, len, work, args) });
        }
    }
}
