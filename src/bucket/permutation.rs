//! Uniform buckets: rank r gets place r of a permutation that depends on the input (spec 02 section 6).
//!
//! The permutation is a shuffle of 0..n: step p swaps places p and p + hash % (n - p). What place `rank` holds after
//! steps 0 to `rank` is followed backwards through the swaps, so that neither the permutation nor a cache of it is
//! needed: the swap of a step either brings the followed place down to p or leaves it alone.
#![forbid(unsafe_code)]

use super::{Bucket, word};

/// The item at the place of rank `r`, or `None` when the bucket is empty.
#[inline]
pub(crate) fn choose(bucket: &Bucket<'_>, x: i32, r: i32) -> Option<i32> {
    let size = u32::try_from(bucket.items.len()).ok().filter(|&size| size > 0)?;
    let rank = word(r) % size;
    let mut place = rank;
    for step in (0..=rank).rev() {
        let partner = step + offset(bucket, x, step, size);
        if step == rank {
            place = partner;
        } else if place == partner {
            place = step;
        }
    }
    bucket.items.get(place as usize).copied()
}

/// How far the partner of place `step` lies above it.
#[inline]
fn offset(bucket: &Bucket<'_>, x: i32, step: u32, size: u32) -> u32 {
    if step + 1 < size { bucket.hash.hash3(word(x), word(bucket.id), step) % (size - step) } else { 0 }
}
