//! Uniform buckets: the shuffle, kept from one choice to the next.
//!
//! Its steps depend on the input, the bucket's id and its size alone, and replicas and tries are mostly chosen from one
//! bucket. Hashes are made sixteen steps at a time. What is kept are the places themselves where memory suffices, else the
//! partner of each step: the place that it swaps its own with.

use super::WIDTH;
use crate::bucket::permutation::Steps;
use crate::bucket::{Bucket, word};
use crate::simd::{Avx2, Words};

/// The shuffle in the bucket that was last chosen from, as far as it was made.
pub(crate) struct Shuffle<'a> {
    /// Id and number of items of the bucket.
    bucket: (i32, usize),
    /// The item at each place, or the partner of each step.
    words: &'a mut Words,
    /// Steps made.
    made: u32,
    /// The hashes of the last step, and of those that were made together with it.
    hashes: &'a mut StepHashes,
}

/// The hashes of steps that were made together.
pub(crate) type StepHashes = [u32; WIDTH];

impl<'a> Shuffle<'a> {
    /// No steps; they gather in `words`, which is empty, and `hashes`.
    #[inline]
    pub(crate) fn new(words: &'a mut Words, hashes: &'a mut StepHashes) -> Self {
        Self { bucket: (0, 0), words, made: 0, hashes }
    }

    /// Starts anew, unless it is of this bucket already.
    #[inline]
    fn turn_to(&mut self, bucket: &Bucket<'_>) {
        let key = (bucket.id, bucket.items.len());
        if self.bucket != key {
            self.bucket = key;
            self.made = 0;
            self.words.count_to(if keeps_places(bucket) { key.1 } else { 0 });
        }
    }

    /// Makes all steps up to that of rank `steps.rank`.
    #[inline]
    fn extend(&mut self, avx2: Avx2, bucket: &Bucket<'_>, steps: &Steps, x: i32) {
        for step in self.made..=steps.rank {
            let lane = step as usize % WIDTH;
            if lane == 0 {
                *self.hashes = avx2.hash3_of_numbers(word(x), word(bucket.id), step);
            }
            let partner = steps.partner(step, self.hashes[lane]);
            if keeps_places(bucket) {
                self.words.swap(step as usize, partner as usize);
            } else {
                self.words.push(partner);
            }
            self.made = step + 1;
        }
    }
}

/// Whether there is memory for all places of this bucket.
#[inline]
fn keeps_places(bucket: &Bucket<'_>) -> bool {
    bucket.items.len() <= Words::CAPACITY
}

/// See [`permutation::choose`](crate::bucket::permutation::choose); `None` as well for ranks beyond the steps that can be
/// remembered.
#[inline]
pub(in crate::bucket) fn choose(
    avx2: Avx2,
    known: &mut Shuffle<'_>,
    bucket: &Bucket<'_>,
    x: i32,
    r: i32,
) -> Option<i32> {
    let steps = Steps::new(bucket, r).filter(|steps| (steps.rank as usize) < Words::CAPACITY)?;
    known.turn_to(bucket);
    known.extend(avx2, bucket, &steps, x);
    let words = known.words.as_slice();
    let &word = words.get(steps.rank as usize)?;
    let place = if keeps_places(bucket) { word } else { before(&words[..steps.rank as usize], word) };
    bucket.items.get(place as usize).copied()
}

/// Where the item that is at `place` after the steps was before them: a step brings what its partner held to its own
/// place.
#[cold]
fn before(partners: &[u32], mut place: u32) -> u32 {
    let (first, blocks) = partners.as_rchunks::<WIDTH>();
    for (i, block) in blocks.iter().enumerate().rev() {
        // Few blocks have any, and this is a matter of a few instructions.
        if block.iter().fold(false, |any, &partner| any | (partner == place)) {
            place = before_block(block, first.len() + i * WIDTH, place);
        }
    }
    before_block(first, 0, place)
}

/// As [`before`], one step at a time, for the steps from number `start` on.
fn before_block(partners: &[u32], start: usize, mut place: u32) -> u32 {
    for (i, &partner) in partners.iter().enumerate().rev() {
        if partner == place {
            place = (start + i) as u32;
        }
    }
    place
}
