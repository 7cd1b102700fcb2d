//! A caller's replacements for ids and weights.

use super::slice::slice_from_ptr;
use crate::abi::{crush_choose_arg, crush_weight_set};
use crate::bucket::ChooseArg;
use core::marker::PhantomData;

/// A C array of replacements, one for each bucket slot; or none at all.
#[derive(Clone, Copy, Debug)]
pub struct ChooseArgs<'a> {
    args: *const crush_choose_arg,
    len: u32,
    lifetime: PhantomData<&'a [crush_choose_arg]>,
}

impl<'a> ChooseArgs<'a> {
    /// No replacements.
    pub const NONE: Self = Self { args: core::ptr::null(), len: 0, lifetime: PhantomData };

    /// The `len` replacements at `args`; none when it is NULL.
    ///
    /// # Safety
    /// `args` is NULL or points to `len` records whose arrays are NULL or as long as their sizes say; nobody changes them
    /// during `'a`.
    pub unsafe fn from_ptr(args: *const crush_choose_arg, len: u32) -> Self {
        if args.is_null() { Self::NONE } else { Self { args, len, lifetime: PhantomData } }
    }

    /// Whether there are none.
    #[inline]
    pub fn is_none(&self) -> bool {
        self.len == 0
    }

    /// Number of positions that have weights of their own in the bucket with id `bucket`.
    pub fn positions(&self, bucket: i32) -> u32 {
        self.arg(bucket).filter(|arg| !arg.weight_set.is_null()).map_or(0, |arg| arg.weight_set_positions)
    }

    /// The record of the bucket with id `bucket`.
    #[inline]
    fn arg(&self, bucket: i32) -> Option<crush_choose_arg> {
        // The slot of an id is -1 - id, which is the complement of its bits.
        let slot = (!bucket).cast_unsigned();
        if self.len <= slot || bucket >= 0 {
            return None;
        }
        // SAFETY: `args` is not NULL, since its length is not 0, and `slot` is below that length.
        Some(unsafe { *self.args.wrapping_add(slot as usize) })
    }

    /// What stands in for the bucket with id `bucket` at `position`; positions past the last use the last one.
    #[inline]
    pub fn at(&self, bucket: i32, position: i32) -> ChooseArg<'a> {
        let Some(arg) = self.arg(bucket) else {
            return ChooseArg::default();
        };
        // SAFETY: `ids` is NULL or holds `ids_size` ids, as the maker of this view promised.
        let ids = unsafe { slice_from_ptr(arg.ids.cast_const(), arg.ids_size as usize) };
        ChooseArg { ids, weights: weights_at(&arg, position) }
    }
}

/// The weights for `position`.
#[inline]
fn weights_at<'a>(arg: &crush_choose_arg, position: i32) -> &'a [u32] {
    let Some(last) = arg.weight_set_positions.checked_sub(1).filter(|_| !arg.weight_set.is_null()) else {
        return &[];
    };
    let index = position.cast_unsigned().min(last) as usize;
    // SAFETY: `weight_set` is not NULL and has `weight_set_positions` entries; `index` is below that.
    let set: crush_weight_set = unsafe { *arg.weight_set.wrapping_add(index) };
    // SAFETY: `weights` is NULL or holds `size` weights, as the maker of the view promised.
    unsafe { slice_from_ptr(set.weights.cast_const(), set.size as usize) }
}
