//! The choices that are no draws, with sixteen hashes at a time.
//!
//! Each makes the hashes that the definition beside it may come to want, and then follows it.
#![forbid(unsafe_code)]

mod list;
mod tree;
mod uniform;

use super::{Algorithm, Bucket};
use crate::simd::Avx2;

pub(super) use uniform::{Shuffle, StepHashes, choose as permute};

/// Hashes that are made together.
const WIDTH: usize = 16;

/// The item that `bucket` chooses for input `x`, the same one in all calls with `shuffle`; `None` for a bucket that only the
/// definition serves.
pub(super) fn choose(
    avx2: Avx2,
    shuffle: &mut Shuffle<'_>,
    bucket: &Bucket<'_>,
    x: i32,
    r: i32,
) -> Option<i32> {
    match bucket.algorithm {
        Algorithm::Uniform => permute(avx2, shuffle, bucket, x, r),
        Algorithm::List { item_weights, sum_weights } => {
            list::choose(avx2, bucket, item_weights, sum_weights, x, r)
        }
        Algorithm::Tree { node_weights } => tree::choose(avx2, bucket, node_weights, x, r),
        _ => None,
    }
}
