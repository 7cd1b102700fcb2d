//! Uniform buckets: the shuffle, kept from one choice to the next.
//!
//! Its steps depend on the input, the bucket's id and its size alone, and replicas and tries are mostly chosen from one
//! bucket. Hashes are made sixteen steps at a time. Of the first sixteen steps the partners are kept, the places that they
//! swap their own with; for ranks beyond them the places themselves where memory suffices, else the partner of each step.
#![forbid(unsafe_code)]

use super::WIDTH;
use crate::bucket::permutation::Steps;
use crate::bucket::{Bucket, word};
use crate::simd::{Avx2, Words};

/// What is known of the bucket that was last chosen from.
pub(super) struct Known {
    first: FirstSteps,
    shuffle: Shuffle,
}

impl Known {
    /// Nothing.
    #[inline]
    pub(super) fn new() -> Self {
        Self { first: FirstSteps::new(), shuffle: Shuffle::new() }
    }
}

/// The first steps, which few replicas with few tries do not get beyond: too few to be worth writing all places down.
struct FirstSteps {
    /// Id and number of items of the bucket.
    bucket: (i32, usize),
    /// The partner of each step that was made, and the hash of each that was not.
    words: [u32; WIDTH],
    /// Steps made.
    made: u32,
}

impl FirstSteps {
    #[inline]
    fn new() -> Self {
        Self { bucket: (0, 0), words: [0; WIDTH], made: 0 }
    }

    /// Starts anew.
    #[inline]
    fn hash(&mut self, avx2: Avx2, bucket: &Bucket<'_>, x: i32) {
        if bucket.items.len() <= 2 {
            // The last step swaps nothing.
            self.words[0] = bucket.hash.hash3(word(x), word(bucket.id), 0);
        } else {
            self.words = avx2.hash3_of_numbers(word(x), word(bucket.id), 0);
        }
    }

    /// The place before all steps of what is at place `steps.rank` after them; that is below [`WIDTH`].
    #[inline]
    fn place(&mut self, avx2: Avx2, bucket: &Bucket<'_>, steps: &Steps, x: i32) -> u32 {
        let key = (bucket.id, bucket.items.len());
        if self.bucket != key {
            (self.bucket, self.made) = (key, 0);
            self.hash(avx2, bucket, x);
        }
        let rank = steps.rank as usize % WIDTH;
        while self.made as usize <= rank {
            let made = &mut self.words[self.made as usize % WIDTH];
            *made = steps.partner(self.made, *made);
            self.made += 1;
        }
        before_block(&self.words[..rank], 0, self.words[rank])
    }
}

/// The shuffle in the bucket that was last chosen from, as far as it was made.
struct Shuffle {
    /// Id and number of items of the bucket.
    bucket: (i32, usize),
    /// The item at each place, or the partner of each step.
    words: Words,
    /// Steps made.
    made: u32,
    /// The hashes of the last step, and of those that were made together with it.
    hashes: [u32; WIDTH],
}

impl Shuffle {
    /// No steps.
    #[inline]
    fn new() -> Self {
        Self { bucket: (0, 0), words: Words::new(), made: 0, hashes: [0; WIDTH] }
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
                self.hashes = avx2.hash3_of_numbers(word(x), word(bucket.id), step);
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
    known: &mut super::Known,
    bucket: &Bucket<'_>,
    x: i32,
    r: i32,
) -> Option<i32> {
    let steps = Steps::new(bucket, r)?;
    let place = match steps.rank as usize {
        ..WIDTH => known.uniform.first.place(avx2, bucket, &steps, x),
        WIDTH..Words::CAPACITY => late_place(avx2, &mut known.uniform.shuffle, bucket, &steps, x)?,
        _ => return None,
    };
    bucket.items.get(place as usize).copied()
}

/// As [`FirstSteps::place`], for ranks below [`Words::CAPACITY`].
#[inline(never)]
fn late_place(avx2: Avx2, known: &mut Shuffle, bucket: &Bucket<'_>, steps: &Steps, x: i32) -> Option<u32> {
    known.turn_to(bucket);
    known.extend(avx2, bucket, steps, x);
    let words = known.words.as_slice();
    let &word = words.get(steps.rank as usize)?;
    Some(if keeps_places(bucket) { word } else { before(&words[..steps.rank as usize], word) })
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
#[inline]
fn before_block(partners: &[u32], start: usize, mut place: u32) -> u32 {
    for (i, &partner) in partners.iter().enumerate().rev() {
        if partner == place {
            place = (start + i) as u32;
        }
    }
    place
}
