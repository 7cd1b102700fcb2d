//! Prepared placement, which ours has beyond upstream's interface.

use super::{Library, NativeArgs, NativeMap};
use crate::bindings::msr::{crush_choose_arg, crush_map};
use std::ffi::{c_int, c_void};
use std::ops::Range;
use std::ptr::{null, null_mut};

type New = unsafe extern "C" fn(
    *const crush_map,
    u32,
    usize,
    *const u32,
    usize,
    *const crush_choose_arg,
    *mut *mut c_void,
) -> c_int;
type Place = unsafe extern "C" fn(*const c_void, u32, *mut i32, *mut usize) -> c_int;
type PlaceBatch =
    unsafe extern "C" fn(*const c_void, *const u32, usize, *mut i32, *mut usize, usize) -> c_int;
type Free = unsafe extern "C" fn(*mut c_void);

/// The functions, of a library that has them.
#[derive(Clone, Copy)]
pub(super) struct Functions {
    new: New,
    place: Place,
    place_batch: PlaceBatch,
    free: Free,
}

impl Functions {
    /// Looks them up.
    pub(super) fn of(library: &libloading::Library) -> Option<Self> {
        // SAFETY: the types are those of the header.
        let new = *unsafe { library.get::<New>(b"crushx_placer_new\0") }.ok()?;
        // SAFETY: as above.
        let place = *unsafe { library.get::<Place>(b"crushx_placer_place\0") }.ok()?;
        // SAFETY: as above.
        let place_batch = *unsafe { library.get::<PlaceBatch>(b"crushx_placer_place_batch\0") }.ok()?;
        // SAFETY: as above.
        let free = *unsafe { library.get::<Free>(b"crushx_placer_free\0") }.ok()?;
        Some(Self { new, place, place_batch, free })
    }
}

/// A rule of a map, prepared.
pub(crate) struct NativePlacer {
    functions: Functions,
    placer: *mut c_void,
    result_max: usize,
    inputs: Vec<u32>,
    rows: Vec<i32>,
}

impl NativePlacer {
    /// Prepares a rule; `Err` has the status of a refusal, and is `None` for a library without the functions.
    pub(crate) fn new(
        library: &Library,
        map: &NativeMap<'_>,
        rule: u32,
        result_max: usize,
        weights: &[u32],
        args: Option<&NativeArgs>,
    ) -> Result<Self, Option<i32>> {
        let functions = library.placer.ok_or(None)?;
        let (args, mut placer) = (args.map_or(null(), NativeArgs::as_ptr), null_mut());
        let (weights, len) = (weights.as_ptr(), weights.len());
        // SAFETY: the map is alive and the arrays have as many numbers as is said, the args an entry for each slot.
        let status =
            unsafe { (functions.new)(map.as_ptr(), rule, result_max, weights, len, args, &raw mut placer) };
        if status != 0 {
            return Err(Some(status));
        }
        Ok(Self { functions, placer, result_max, inputs: Vec::new(), rows: Vec::new() })
    }

    /// Maps an input by itself: status, number of places that are defined, and all places.
    pub(crate) fn place(&self, x: u32) -> (i32, usize, Vec<i32>) {
        let (mut row, mut len) = (vec![i32::MIN; self.result_max], usize::MAX);
        // SAFETY: the placer is alive and the row has the places that it was made for.
        let status = unsafe { (self.functions.place)(self.placer, x, row.as_mut_ptr(), &raw mut len) };
        (status, len, row)
    }

    /// Maps inputs in one batch: status, numbers of places that are defined, and all rows.
    pub(crate) fn place_batch(&self, inputs: &[u32], threads: usize) -> (i32, Vec<usize>, Vec<i32>) {
        let (mut rows, mut lens) =
            (vec![i32::MIN; inputs.len() * self.result_max], vec![usize::MAX; inputs.len()]);
        let (out, lens_out) = (rows.as_mut_ptr(), lens.as_mut_ptr());
        // SAFETY: the placer is alive; there is a row and a length for each input.
        let status = unsafe {
            (self.functions.place_batch)(self.placer, inputs.as_ptr(), inputs.len(), out, lens_out, threads)
        };
        (status, lens, rows)
    }

    /// Maps inputs in one batch on this thread, for the sake of the time that it takes.
    pub(crate) fn run(&mut self, inputs: Range<i32>) {
        self.run_on(inputs, 1);
    }

    /// The same on so many threads.
    pub(crate) fn run_on(&mut self, inputs: Range<i32>, threads: usize) {
        self.inputs.clear();
        self.inputs.extend(inputs.map(i32::cast_unsigned));
        self.rows.resize(self.inputs.len() * self.result_max, 0);
        let (inputs, rows) = (self.inputs.as_ptr(), self.rows.as_mut_ptr());
        let (functions, len) = (self.functions, self.inputs.len());
        // SAFETY: the placer is alive; there is a row for each input, and no lengths are asked for.
        let status = unsafe { (functions.place_batch)(self.placer, inputs, len, rows, null_mut(), threads) };
        assert_eq!(status, 0, "a batch was refused");
    }
}

impl Drop for NativePlacer {
    fn drop(&mut self) {
        // SAFETY: the placer was made by the same library and is used by nobody else.
        unsafe { (self.functions.free)(self.placer) }
    }
}
