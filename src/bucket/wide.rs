//! The choices that are no draws, with sixteen hashes at a time.
//!
//! Each makes the hashes that the definition beside it may come to want, and then follows it. What was hashed is kept until
//! a choice from another bucket takes its place: replicas and tries are mostly chosen from one.
#![forbid(unsafe_code)]

mod list;
mod tree;
mod tries;
mod uniform;

use super::{Algorithm, Bucket};
use crate::simd::Avx2;
use tries::Tries;

pub(super) use uniform::choose as permute;

/// Hashes that are made together.
const WIDTH: usize = 16;

/// What is known of the bucket of each kind that was last chosen from, for the one input of a mapping.
pub(super) struct Known {
    uniform: uniform::Known,
    lists: Tries,
    trees: Tries,
}

impl Known {
    /// Nothing.
    #[inline]
    pub(super) fn new() -> Self {
        Self { uniform: uniform::Known::new(), lists: Tries::new(), trees: Tries::new() }
    }
}

/// The item that `bucket` chooses for input `x`, the same one in all calls with `known`; `None` for a bucket that only the
/// definition serves.
#[inline]
pub(super) fn choose(avx2: Avx2, known: &mut Known, bucket: &Bucket<'_>, x: i32, r: i32) -> Option<i32> {
    match bucket.algorithm {
        Algorithm::Uniform => permute(avx2, known, bucket, x, r),
        Algorithm::List { item_weights, sum_weights } => {
            list::choose(avx2, &mut known.lists, bucket, item_weights, sum_weights, x, r)
        }
        Algorithm::Tree { node_weights } => tree::choose(avx2, &mut known.trees, bucket, node_weights, x, r),
        _ => None,
    }
}
