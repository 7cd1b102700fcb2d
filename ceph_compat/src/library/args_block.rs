//! What `crush_make_choose_args` makes: one block, which is read back here with pointers as distances.

use super::compare::{bucket, values};
use super::map::get;
use super::{Library, NativeMap, call};
use crate::bindings::msr::crush_choose_arg;

impl NativeMap<'_> {
    /// Makes the block, describes it and destroys it.
    pub(super) fn choose_args_block(&self, by: &Library, positions: i32) -> String {
        // SAFETY: the map is alive; the sequence sees to it that its buckets have arrays to copy from.
        let args = unsafe { call!(by, crush_make_choose_args(self.map, positions)) };
        if args.is_null() {
            return "refused".to_owned();
        }
        let base = args as usize;
        let slots = get!(self, max_buckets).max(0) as usize;
        let list = values(args, slots).unwrap_or_default();
        let text: Vec<String> = list.iter().map(|arg| described(arg, base)).collect();
        let holes = (0..slots).filter(|&slot| bucket(self, slot).is_null()).count();
        // SAFETY: the block was just made.
        unsafe { call!(by, crush_destroy_choose_args(args)) };
        format!("{holes} holes; {}", text.join("; "))
    }
}

/// One record with all that it leads to.
fn described(arg: &crush_choose_arg, base: usize) -> String {
    let distance = |at: usize| if at == 0 { "NULL".to_owned() } else { at.wrapping_sub(base).to_string() };
    let ids = values(arg.ids, arg.ids_size as usize);
    let sets = values(arg.weight_set, arg.weight_set_positions as usize).unwrap_or_default();
    let mut text =
        format!("ids {} {ids:?}, sets {}", distance(arg.ids as usize), distance(arg.weight_set as usize));
    for set in sets {
        let weights = values(set.weights, set.size as usize);
        text.push_str(&format!(" {} {weights:?}", distance(set.weights as usize)));
    }
    text
}
