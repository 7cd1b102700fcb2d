//! Uniform buckets, the hashes of sixteen steps of the permutation at a time.
#![forbid(unsafe_code)]

use super::WIDTH;
use crate::bucket::permutation::{self, Steps};
use crate::bucket::{Bucket, word};
use crate::simd::Avx2;

/// See [`permutation::choose`]; `None` as well for ranks that are better served one step at a time.
pub(super) fn choose(avx2: Avx2, bucket: &Bucket<'_>, x: i32, r: i32) -> Option<i32> {
    let steps = Steps::new(bucket, r)?;
    if !(4..WIDTH as u32).contains(&steps.rank) {
        return None;
    }
    const STEPS: [u32; WIDTH] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
    let hashes = avx2.hash3(word(x), word(bucket.id), &STEPS);
    permutation::follow(bucket, &steps, |step| hashes[step as usize % WIDTH])
}
