//! Uniform buckets: rank r gets place r of a permutation that depends on the input (spec 02 section 6).
//!
//! The permutation is a shuffle of 0..n: step p swaps places p and p + hash % (n - p). What place `rank` holds after
//! steps 0 to `rank` is followed backwards through the swaps, so that neither the permutation nor a cache of it is
//! needed: the swap of a step either brings the followed place down to p or leaves it alone.
#![forbid(unsafe_code)]

use super::{Bucket, word};

/// The item at the place of rank `r`, or `None` when the bucket is empty.
#[inline]
pub(super) fn choose(bucket: &Bucket<'_>, x: i32, r: i32) -> Option<i32> {
    let steps = Steps::new(bucket, r)?;
    let partner = |step| steps.partner(step, bucket.hash.hash3(word(x), word(bucket.id), step));
    let mut place = partner(steps.rank);
    for step in (0..steps.rank).rev() {
        if place == partner(step) {
            place = step;
        }
    }
    bucket.items.get(place as usize).copied()
}

/// The steps that decide a place: those from 0 to its number.
pub(super) struct Steps {
    /// Number of the place.
    pub(super) rank: u32,
    size: u32,
}

impl Steps {
    /// The steps for rank `r`, or `None` when the bucket is empty.
    #[inline]
    pub(super) fn new(bucket: &Bucket<'_>, r: i32) -> Option<Self> {
        let size = u32::try_from(bucket.items.len()).ok().filter(|&size| size > 0)?;
        Some(Self { rank: word(r) % size, size })
    }

    /// The place that a step swaps its own with.
    #[inline]
    pub(super) fn partner(&self, step: u32, hash: u32) -> u32 {
        if step + 1 < self.size { step + hash % (self.size - step) } else { step }
    }
}
