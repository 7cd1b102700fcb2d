//! Uniform buckets, the hashes of sixteen steps of the permutation at a time.
#![forbid(unsafe_code)]

use crate::bucket::permutation::{self, Steps};
use crate::bucket::{Bucket, word};
use crate::simd::{Avx2, Words};

/// The hashes of the first steps in the bucket that was last chosen from: they depend on the input and the bucket's id
/// alone, and replicas and tries are mostly chosen from one bucket.
pub(crate) struct StepHashes {
    /// Id of the bucket.
    bucket: i32,
    hashes: Words,
}

impl StepHashes {
    /// No hashes.
    #[inline]
    pub(crate) fn new() -> Self {
        Self { bucket: 0, hashes: Words::new() }
    }

    /// Makes the hashes of all steps up to number `rank` known, or of as many as are remembered.
    #[inline]
    fn extend(&mut self, avx2: Avx2, bucket: i32, rank: u32, x: i32) {
        if self.bucket != bucket {
            self.bucket = bucket;
            self.hashes.clear();
        }
        while self.hashes.len() < Words::CAPACITY.min(rank as usize + 1) {
            let first = self.hashes.len() as u32;
            self.hashes.push(avx2.hash3(word(x), word(bucket), &core::array::from_fn(|i| first + i as u32)));
        }
    }
}

/// See [`permutation::choose`]; `None` as well for ranks that are better served one step at a time.
pub(super) fn choose(avx2: Avx2, known: &mut StepHashes, bucket: &Bucket<'_>, x: i32, r: i32) -> Option<i32> {
    let steps = Steps::new(bucket, r)?;
    if !(1..Words::CAPACITY as u32).contains(&steps.rank) {
        return None;
    }
    known.extend(avx2, bucket.id, steps.rank, x);
    permutation::follow(bucket, &steps, |step| known.hashes.get(step as usize))
}
