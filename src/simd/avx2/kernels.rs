//! The kernels as safe functions, for tests and benches: what differs between them is known here alone.

use super::{Avx2, best_straw, hash, small, weights};
#[cfg(test)]
use super::{best_mixed, load8, pack};
#[cfg(test)]
use core::arch::x86_64::*;
use core::mem::MaybeUninit;

/// One row of lanes.
type Row<T> = [MaybeUninit<T>];

/// The kernels, which the machine has.
#[derive(Clone, Copy)]
pub(crate) struct Kernels(pub(crate) Avx2);

impl Kernels {
    /// The same without what is done with wider vectors.
    #[cfg(test)]
    pub(crate) fn narrow(self) -> Self {
        Self(Avx2 { avx512: None })
    }

    /// Hashes lanes; all arrays are of one length, a multiple of 16.
    pub(crate) fn draws(self, x: u32, ids: &[u32], ranks: &[u32], draws: &mut Row<u16>) {
        match self.0.avx512 {
            Some(avx512) => avx512.draws(x, ids, ranks, draws),
            // SAFETY: the token proves that the instructions are there.
            None => unsafe { hash::draws(x, ids, ranks, draws) },
        }
    }

    /// Index of the longest straw.
    pub(crate) fn best_straw(self, inverted: &[u16], straws: &[u32]) -> usize {
        // SAFETY: the token proves that the instructions are there.
        unsafe { best_straw::best(inverted, straws) }
    }

    /// Index of the winner by the kernel for any number of items.
    pub(crate) fn best_weighted(self, inverted: &[u16], weights: &[u32]) -> usize {
        // SAFETY: the token proves that the instructions are there.
        unsafe { weights::best(inverted, weights) }
    }

    /// Index of the winner by the kernel for few items, where it has an answer.
    pub(crate) fn best_of_few(self, inverted: &[u16; Self::FEW], weights: &[u32]) -> Option<usize> {
        match self.0.avx512 {
            Some(avx512) => avx512.best_of_few(inverted, weights),
            // SAFETY: the token proves that the instructions are there.
            None => unsafe { small::best(inverted, weights) },
        }
    }

    /// The most items that the kernel for few takes.
    pub(crate) const FEW: usize = small::MAX;

    /// Sixteen whole hashes of three words, of which the last differ.
    pub(crate) fn hash3_of_numbers(self, x: u32, b: u32, first: u32) -> [u32; 16] {
        self.0.hash3_of_numbers(x, b, first)
    }

    /// Sixteen whole hashes of four words, of which the second differ.
    pub(crate) fn hash4_of_words(self, x: u32, words: &[u32], c: u32, d: u32) -> [u32; 16] {
        self.0.hash4_of_words(x, words, c, d)
    }

    /// Whole hashes of four words, of which the second are the nodes of the top of a tree.
    #[cfg(test)]
    pub(crate) fn hash4_of_nodes(self, x: u32, top: u32, c: u32, d: u32) -> [u32; 16] {
        self.0.hash4_of_nodes(x, top, c, d)
    }

    /// The same of all nodes of a small tree, for consecutive third words.
    #[cfg(test)]
    pub(crate) fn hash4_of_trees(self, x: u32, top: u32, c: u32, d: u32) -> [u32; 16] {
        self.0.hash4_of_trees(x, top, c, d)
    }

    /// Whole hashes of four words, of which the second are few, for consecutive third words.
    #[cfg(test)]
    pub(crate) fn hash4_of_tries(self, x: u32, items: &[i32], c: u32, d: u32) -> [u32; 16] {
        self.0.hash4_of_tries(x, items, c, d)
    }
}

/// What only tests look at.
#[cfg(test)]
impl Kernels {
    /// Fills lanes with ids and their rank.
    pub(crate) fn append(self, ids: &[i32], rank: u32, id_row: &mut Row<u32>, rank_row: &mut Row<u32>) {
        // SAFETY: the token proves that the instructions are there.
        unsafe { pack::append(ids, rank, id_row, rank_row) }
    }

    /// Fills sixteen lanes.
    pub(crate) fn pad(self, id_row: &mut Row<u32>, rank_row: &mut Row<u32>) {
        // SAFETY: the token proves that the instructions are there.
        unsafe { pack::pad(id_row, rank_row) }
    }

    /// Fills 32 draws with the worst one.
    pub(crate) fn close(self, draws: &mut Row<u16>) {
        // SAFETY: the token proves that the instructions are there.
        unsafe { pack::close(draws) }
    }

    /// The ids and ranks that the wider vectors are filled with, if there are such.
    pub(crate) fn filled(self, choices: &[(&[i32], u32)]) -> Option<[Vec<u32>; 2]> {
        self.0.avx512.map(|avx512| avx512.filled(choices))
    }

    /// Lower bounds of the logarithms of eight inverted draws.
    pub(crate) fn lower_bounds(self, inverted: &[u32; 8]) -> [f32; 8] {
        #[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
        fn run(inverted: &[u32; 8]) -> [f32; 8] {
            numbers(best_mixed::lower_bound(load8(inverted)))
        }
        match self.0.avx512 {
            Some(avx512) => avx512.lower_bounds(inverted),
            // SAFETY: the token proves that the instructions are there.
            None => unsafe { run(inverted) },
        }
    }

    /// Lower and upper bounds of the quotients of eight inverted draws.
    pub(crate) fn bounds(self, inverted: &[u32; 8], weights: &[u32; 8]) -> ([f32; 8], [f32; 8]) {
        #[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
        fn run(inverted: &[u32; 8], weights: &[u32; 8]) -> ([f32; 8], [f32; 8]) {
            let (low, high) = best_mixed::bound(load8(inverted), load8(weights));
            (numbers(low), numbers(high))
        }
        match self.0.avx512 {
            Some(avx512) => avx512.bounds(inverted, weights),
            // SAFETY: the token proves that the instructions are there.
            None => unsafe { run(inverted, weights) },
        }
    }
}

#[cfg(test)]
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
fn numbers(vector: __m256) -> [f32; 8] {
    let mut numbers = [0.0; 8];
    // SAFETY: the array has the 32 bytes that are written; the instruction takes any alignment.
    unsafe { _mm256_storeu_ps(numbers.as_mut_ptr(), vector) };
    numbers
}
