//! Replacement ids and weights for straw2 buckets (spec 01 section 4, spec 02 section 8).

use super::{__s32, __u32};

/// Weights that stand in for those of one bucket.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct crush_weight_set {
    /// `size` weights, 16.16.
    pub weights: *mut __u32,
    /// Number of weights, that of the bucket's items.
    pub size: __u32,
}

/// What stands in for the ids and weights of one straw2 bucket while choosing.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct crush_choose_arg {
    /// Ids to hash instead of the items, or NULL; results are items all the same.
    pub ids: *mut __s32,
    /// Number of ids, that of the bucket's items.
    pub ids_size: __u32,
    /// One set of weights for each position of the result, or NULL; later positions use the last one.
    pub weight_set: *mut crush_weight_set,
    /// Number of weight sets.
    pub weight_set_positions: __u32,
}

/// An array of replacements with its length; `args[i]` belongs to the bucket with id `-1 - i`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct crush_choose_arg_map {
    /// `size` replacements.
    pub args: *mut crush_choose_arg,
    /// Number of replacements, `crush_map.max_buckets`.
    pub size: __u32,
}
