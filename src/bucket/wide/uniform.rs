//! Uniform buckets, the hashes of sixteen steps of the permutation at a time.
#![forbid(unsafe_code)]

use super::WIDTH;
use crate::bucket::permutation::{self, Steps};
use crate::bucket::{Bucket, word};
use crate::simd::Avx2;

/// The hashes of the first steps of the permutation in the bucket that was last chosen from: they depend on the input and
/// the bucket's id alone, and replicas are mostly chosen from one bucket.
#[derive(Default)]
pub(crate) struct StepHashes {
    bucket: Option<i32>,
    hashes: [u32; WIDTH],
}

/// See [`permutation::choose`]; `None` as well for ranks that are better served one step at a time.
pub(super) fn choose(avx2: Avx2, known: &mut StepHashes, bucket: &Bucket<'_>, x: i32, r: i32) -> Option<i32> {
    const STEPS: [u32; WIDTH] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
    let steps = Steps::new(bucket, r)?;
    if !(1..WIDTH as u32).contains(&steps.rank) {
        return None;
    }
    if known.bucket != Some(bucket.id) {
        known.hashes = avx2.hash3(word(x), word(bucket.id), &STEPS);
        known.bucket = Some(bucket.id);
    }
    permutation::follow(bucket, &steps, |step| known.hashes[step as usize % WIDTH])
}
