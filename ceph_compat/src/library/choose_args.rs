//! choose_args as C sees them.

use crate::bindings::msr::{crush_choose_arg, crush_weight_set};
use crate::case::ChooseArg;
use std::ptr::null_mut;

/// An array of `crush_choose_arg`, one for each slot of a map's buckets, with everything they point to.
pub(crate) struct NativeArgs {
    args: Vec<crush_choose_arg>,
    _weights: Vec<Vec<u32>>,
    _sets: Vec<Vec<crush_weight_set>>,
    _ids: Vec<Vec<i32>>,
}

impl NativeArgs {
    /// Lays out the args of a case for a map of `slots` bucket slots.
    pub(crate) fn new(list: &[ChooseArg], slots: usize) -> Self {
        let empty = crush_choose_arg {
            ids: null_mut(),
            ids_size: 0,
            weight_set: null_mut(),
            weight_set_positions: 0,
        };
        let mut args = vec![empty; slots];
        let (mut weights, mut sets, mut all_ids) = (Vec::new(), Vec::new(), Vec::new());
        for arg in list {
            let Some(slot) = usize::try_from(-1 - i64::from(arg.bucket)).ok().filter(|s| *s < slots) else {
                continue;
            };
            if let Some(ids) = &arg.ids {
                let mut ids = ids.clone();
                (args[slot].ids, args[slot].ids_size) = (ids.as_mut_ptr(), ids.len() as u32);
                all_ids.push(ids);
            }
            if !arg.weight_sets.is_empty() {
                let mut set = Vec::with_capacity(arg.weight_sets.len());
                for list in &arg.weight_sets {
                    let mut list = list.clone();
                    set.push(crush_weight_set { weights: list.as_mut_ptr(), size: list.len() as u32 });
                    weights.push(list);
                }
                (args[slot].weight_set, args[slot].weight_set_positions) =
                    (set.as_mut_ptr(), set.len() as u32);
                sets.push(set);
            }
        }
        Self { args, _weights: weights, _sets: sets, _ids: all_ids }
    }

    pub(super) fn as_ptr(&self) -> *const crush_choose_arg {
        self.args.as_ptr()
    }
}
