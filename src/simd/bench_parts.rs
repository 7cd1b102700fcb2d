//! Parts of the library that benches run by themselves, each beside its scalar definition. No interface for anybody else.
//!
//! Present with the feature `bench-parts` alone, so that nothing of it is in any build that is shipped.

use super::avx2::{Avx2, Kernels};
use crate::hash::HashKind;
use crate::ln::draw;
use core::mem::MaybeUninit;

/// Draws and weights of one bucket, made from a seed; what is benched runs over them.
pub struct Parts {
    kernels: Kernels,
    ids: Vec<u32>,
    ranks: Vec<u32>,
    memory: Vec<MaybeUninit<u16>>,
    inverted: Vec<u16>,
    weights: Vec<u32>,
}

/// What the items of a bucket weigh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weights {
    /// All 0x10000.
    Equal,
    /// Six sizes of disks.
    Mixed,
}

/// Six sizes of disks, 16.16.
const SIZES: [u32; 6] = [119_275, 238_551, 477_102, 596_377, 953_548, 1_074_790];

impl Parts {
    /// A bucket of `len` items; `None` where there are no kernels, or the environment switches them off.
    pub fn new(len: usize, weights: Weights) -> Option<Self> {
        let lanes = len.next_multiple_of(16);
        let weight = |i| if weights == Weights::Equal { 0x1_0000 } else { SIZES[i * 7 % SIZES.len()] };
        Some(Self {
            kernels: Kernels(Avx2::get()?),
            ids: (0..lanes as u32).collect(),
            ranks: vec![0; lanes],
            memory: vec![MaybeUninit::uninit(); lanes],
            inverted: vec![u16::MAX; lanes.max(Kernels::FEW)],
            weights: (0..len).map(weight).collect(),
        })
    }

    /// Draws of all items for input `x`, by the lanes.
    pub fn hash(&mut self, x: u32) {
        self.kernels.draws(x, &self.ids, &self.ranks, &mut self.memory);
        core::hint::black_box(&self.memory);
    }

    /// The same by the definition; they are what the reductions below run over.
    pub fn hash_by_definition(&mut self, x: u32) {
        for (draw, (id, rank)) in self.inverted.iter_mut().zip(self.ids.iter().zip(&self.ranks)) {
            *draw = !(HashKind::Rjenkins1.hash3(x, *id, *rank) as u16);
        }
    }

    /// Whether the lanes hold what the definition gave; after both.
    pub fn draws_agree(&self) -> bool {
        // SAFETY: the kernel wrote all lanes.
        let lanes = self.memory.iter().map(|draw| unsafe { draw.assume_init() });
        lanes.zip(&self.inverted).all(|(lane, draw)| lane == *draw)
    }

    /// Winner of a straw2 bucket by the kernel for any number of items.
    pub fn best_weighted(&self) -> usize {
        self.kernels.best_weighted(&self.inverted[..self.ids.len()], &self.weights)
    }

    /// Winner of a straw2 bucket by the kernel for few items; `None` for many.
    pub fn best_of_few(&self) -> Option<usize> {
        self.kernels.best_of_few(self.inverted.first_chunk()?, &self.weights)
    }

    /// Winner of a straw2 bucket by the definition.
    pub fn best_weighted_by_definition(&self) -> usize {
        first_largest(self.draws().map(|(u, weight)| draw(u32::from(u), weight)))
    }

    /// Winner of a straw bucket, the weights taken as straws.
    pub fn best_straw(&self) -> usize {
        self.kernels.best_straw(&self.inverted[..self.ids.len()], &self.weights)
    }

    /// Winner of a straw bucket by the definition.
    pub fn best_straw_by_definition(&self) -> usize {
        first_largest(self.draws().map(|(u, straw)| i64::from(u) * i64::from(straw)))
    }

    /// Sixteen hashes of three words and sixteen of four, folded.
    pub fn sixteen(&self, x: u32) -> (u32, u32) {
        let words: [u32; 16] = core::array::from_fn(|i| i as u32);
        (
            fold(self.kernels.hash3_of_numbers(x, 7, words[0])),
            fold(self.kernels.hash4_of_words(x, &words, 7, 9)),
        )
    }

    /// The same by the definition.
    pub fn sixteen_by_definition(x: u32) -> (u32, u32) {
        let (hash, words): (_, [u32; 16]) = (HashKind::Rjenkins1, core::array::from_fn(|i| i as u32));
        (
            fold(std::array::from_fn(|lane| hash.hash3(x, 7, words[0].wrapping_add(lane as u32)))),
            fold(words.map(|word| hash.hash4(x, word, 7, 9))),
        )
    }

    fn draws(&self) -> impl Iterator<Item = (u16, u32)> {
        self.inverted.iter().map(|draw| !draw).zip(self.weights.iter().copied())
    }
}

fn fold(words: [u32; 16]) -> u32 {
    words.into_iter().fold(0, |folded: u32, word| folded.rotate_left(1) ^ word)
}

/// Index of the largest value, the first one of equals.
fn first_largest(values: impl Iterator<Item = i64>) -> usize {
    let mut best = (0, i64::MIN);
    for (i, value) in values.enumerate() {
        if value > best.1 {
            best = (i, value);
        }
    }
    best.0
}
