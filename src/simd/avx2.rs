//! The kernels with AVX2 and FMA, and the bit instructions that come with them.

mod best_equal;
pub(super) mod best_mixed;
mod best_straw;
mod columns;
mod hash;
#[cfg(any(test, feature = "bench-parts"))]
mod kernels;
mod mix;
mod pack;
mod small;
mod solve;
mod weights;
mod words;

#[cfg(test)]
mod tests;

#[cfg(any(test, feature = "bench-parts"))]
pub(crate) use kernels::Kernels;

pub(super) use best_mixed::{SPREAD, WEIGHTLESS, best_among, limit};
pub(super) use pack::as_words;
pub(super) use small::best_of_close;
pub(super) use solve::best_of_many;
pub(super) use weights::MAX_EQUAL;

use super::avx512::Avx512;
use super::columns::{Column, Winner};
use super::lanes::Rows;
use super::level::Level;
use core::arch::x86_64::*;
use core::mem::MaybeUninit;

/// Proof that the processor has AVX2, FMA, BMI1, BMI2, LZCNT and POPCNT: the only way to the kernels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx2 {
    /// The wider vectors, if there are any.
    avx512: Option<Avx512>,
}

impl Avx2 {
    /// The token, if the instructions are there and not switched off.
    #[inline]
    pub(crate) fn get() -> Option<Self> {
        (Level::current() >= Level::Avx2).then(|| Self { avx512: Avx512::get() })
    }

    /// Makes the first `count` choices of `rows` for input `x`, and writes as many winners.
    ///
    /// # Safety
    /// So many choices are packed.
    #[inline]
    pub(super) unsafe fn solve(self, x: u32, rows: &mut Rows<'_>, count: usize) {
        match self.avx512 {
            // SAFETY: the choices are packed, as the caller promises.
            Some(avx512) => unsafe { avx512.solve(x, rows, count) },
            // SAFETY: the token proves that the instructions are there; the choices are packed, as the caller promises.
            None => unsafe { solve::solve(x, rows, count) },
        }
    }

    /// See [`Column::choose`].
    #[inline]
    pub(super) fn columns(self, column: &Column, inputs: &[u32], ranks: &[u32], winners: &mut [Winner]) {
        match self.avx512 {
            Some(avx512) => avx512.columns(column, inputs, ranks, winners),
            // SAFETY: the token proves that the instructions are there.
            None => unsafe { columns::choose(column, inputs, ranks, winners) },
        }
    }

    /// The hashes of x, b and the sixteen numbers from `first` on.
    #[inline]
    pub(crate) fn hash3_of_numbers(self, x: u32, b: u32, first: u32) -> [u32; 16] {
        match self.avx512 {
            Some(avx512) => avx512.hash3_of_numbers(x, b, first),
            // SAFETY: the token proves that the instructions are there.
            None => unsafe { words::of_numbers(x, b, first) },
        }
    }

    /// The hashes of x, each of up to sixteen words, c and d.
    #[inline]
    pub(crate) fn hash4_of_words(self, x: u32, words: &[u32], c: u32, d: u32) -> [u32; 16] {
        match self.avx512 {
            Some(avx512) => avx512.hash4_of_words(x, words, c, d),
            // SAFETY: the token proves that the instructions are there.
            None => unsafe { words::of_words(x, words, c, d) },
        }
    }

    /// The same of items.
    #[inline]
    pub(crate) fn hash4_of_items(self, x: u32, items: &[i32], c: u32, d: u32) -> [u32; 16] {
        self.hash4_of_words(x, pack::as_words(items), c, d)
    }

    /// The hashes of x, each of up to [`MOST_REPEATED`](super::mix::MOST_REPEATED) items, c and d; behind them those with
    /// c + 1, and so on.
    #[inline]
    pub(crate) fn hash4_of_tries(self, x: u32, items: &[i32], c: u32, d: u32) -> [u32; 16] {
        let words = pack::as_words(items);
        match self.avx512 {
            Some(avx512) => avx512.hash4_of_tries(x, words, c, d),
            // SAFETY: the token proves that the instructions are there.
            None => unsafe { words::of_tries(x, words, c, d) },
        }
    }

    /// As [`hash4_of_nodes`](Self::hash4_of_nodes), for all nodes of a tree whose top has at most three trailing zeros: 2^zeros
    /// lanes, and behind them those with c + 1, and so on.
    #[inline]
    pub(crate) fn hash4_of_trees(self, x: u32, top: u32, c: u32, d: u32) -> [u32; 16] {
        match self.avx512 {
            Some(avx512) => avx512.hash4_of_trees(x, top, c, d),
            // SAFETY: the token proves that the instructions are there.
            None => unsafe { words::of_trees(x, top, c, d) },
        }
    }

    /// The hashes of x, each node of the top of a tree, c and d: node `top` in lane 1, the children of a lane's node in the
    /// lane of twice its number and in the next one, as far as there are children. Other lanes hold anything.
    #[inline]
    pub(crate) fn hash4_of_nodes(self, x: u32, top: u32, c: u32, d: u32) -> [u32; 16] {
        match self.avx512 {
            Some(avx512) => avx512.hash4_of_nodes(x, top, c, d),
            // SAFETY: the token proves that the instructions are there.
            None => unsafe { words::of_nodes(x, top, c, d) },
        }
    }
}

/// Loads eight numbers.
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn load8(from: &[u32; 8]) -> __m256i {
    // SAFETY: the array has the 32 bytes that are read; the instruction takes any alignment.
    unsafe { _mm256_loadu_si256(from.as_ptr().cast()) }
}

/// Loads up to eight numbers; missing ones are 0.
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn load8_partial(from: &[u32]) -> __m256i {
    let present =
        _mm256_cmpgt_epi32(_mm256_set1_epi32(from.len() as i32), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
    // SAFETY: only lanes below the slice's length are read.
    unsafe { _mm256_maskload_epi32(from.as_ptr().cast(), present) }
}

/// Loads sixteen draws.
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn load16(from: &[u16; 16]) -> __m256i {
    // SAFETY: the array has the 32 bytes that are read; the instruction takes any alignment.
    unsafe { _mm256_loadu_si256(from.as_ptr().cast()) }
}

/// Loads eight draws, each widened to 32 bits.
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn load8_draws(from: &[u16; 8]) -> __m256i {
    // SAFETY: the array has the 16 bytes that are read; the instruction takes any alignment.
    let draws = unsafe { _mm_loadu_si128(from.as_ptr().cast()) };
    _mm256_cvtepu16_epi32(draws)
}

/// Stores eight numbers.
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn store8(to: &mut [MaybeUninit<u32>; 8], numbers: __m256i) {
    // SAFETY: the array has the 32 bytes that are written; the instruction takes any alignment.
    unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), numbers) }
}

/// Stores sixteen draws.
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn store16(to: &mut [MaybeUninit<u16>; 16], draws: __m256i) {
    // SAFETY: the array has the 32 bytes that are written; the instruction takes any alignment.
    unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), draws) }
}
