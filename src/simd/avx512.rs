//! The hashes and the choices of small buckets with vectors of sixteen words, where the processor has AVX-512. All else
//! is done with AVX2 there too.

mod bound;
mod columns;
mod hash;
mod mix;
mod pack;
mod small;
mod solve;
mod words;

use super::columns::{Column, Winner};
use super::lanes::Rows;
use core::arch::x86_64::*;
#[cfg(any(test, feature = "bench-parts"))]
use {super::lanes::LANES, core::mem::MaybeUninit};

/// Proof that the processor has AVX-512F, BW and VL: the only way to these kernels.
#[derive(Clone, Copy, Debug)]
pub(super) struct Avx512(());

impl Avx512 {
    /// The token, if the instructions are there and not switched off.
    #[inline]
    pub(super) fn get() -> Option<Self> {
        (super::Level::current() >= super::Level::Avx512).then_some(Self(()))
    }

    /// Makes the first `count` choices of `rows` for input `x`, and writes as many winners.
    ///
    /// # Safety
    /// So many choices are packed.
    #[inline]
    pub(super) unsafe fn solve(self, x: u32, rows: &mut Rows<'_>, count: usize) {
        // SAFETY: the token proves that the instructions are there; the choices are packed, as the caller promises.
        unsafe { solve::solve(x, rows, count) }
    }

    /// See [`Column::choose`].
    #[inline]
    pub(super) fn columns(self, column: &Column, inputs: &[u32], ranks: &[u32], winners: &mut [Winner]) {
        // SAFETY: the token proves that the instructions are there.
        unsafe { columns::choose(column, inputs, ranks, winners) }
    }

    /// The hashes of x, b and the sixteen numbers from `first` on.
    #[inline]
    pub(super) fn hash3_of_numbers(self, x: u32, b: u32, first: u32) -> [u32; 16] {
        // SAFETY: the token proves that the instructions are there.
        unsafe { words::of_numbers(x, b, first) }
    }

    /// The hashes of x, each of up to sixteen words, c and d.
    #[inline]
    pub(super) fn hash4_of_words(self, x: u32, words: &[u32], c: u32, d: u32) -> [u32; 16] {
        // SAFETY: the token proves that the instructions are there.
        unsafe { words::of_words(x, words, c, d) }
    }

    /// The hashes of x, each of up to eight words, c and d, for as many c as there is room for.
    #[inline]
    pub(super) fn hash4_of_tries(self, x: u32, words: &[u32], c: u32, d: u32) -> [u32; 16] {
        // SAFETY: the token proves that the instructions are there.
        unsafe { words::of_tries(x, words, c, d) }
    }

    /// The hashes of x, each node of a small tree, c and d, for as many c as there is room for.
    #[inline]
    pub(super) fn hash4_of_trees(self, x: u32, top: u32, c: u32, d: u32) -> [u32; 16] {
        // SAFETY: the token proves that the instructions are there.
        unsafe { words::of_trees(x, top, c, d) }
    }

    /// The hashes of x, each node of the top of a tree, c and d.
    #[inline]
    pub(super) fn hash4_of_nodes(self, x: u32, top: u32, c: u32, d: u32) -> [u32; 16] {
        // SAFETY: the token proves that the instructions are there.
        unsafe { words::of_nodes(x, top, c, d) }
    }
}

/// Sixteen times the same word.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn broadcast(word: u32) -> __m512i {
    _mm512_set1_epi32(word.cast_signed())
}

/// Loads sixteen words.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn load(from: &[u32; 16]) -> __m512i {
    // SAFETY: the array has the 64 bytes that are read; the instruction takes any alignment.
    unsafe { _mm512_loadu_si512(from.as_ptr().cast()) }
}

/// Loads up to sixteen words; missing ones are 0. The mask tells which are there.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn load_partial(from: &[u32]) -> (__m512i, __mmask16) {
    let present = _bzhi_u32(0xffff, from.len() as u32) as __mmask16;
    // An empty slice can be anywhere, and a load from nowhere takes the processor long, even if it loads nothing.
    let from = if from.is_empty() { &[0] } else { from };
    // SAFETY: only lanes below the slice's length are read, or none.
    (unsafe { _mm512_maskz_loadu_epi32(present, from.as_ptr().cast()) }, present)
}

/// The kernels one by one.
#[cfg(any(test, feature = "bench-parts"))]
impl Avx512 {
    /// Hashes lanes; all arrays are of one length, a multiple of 16.
    pub(super) fn draws(self, x: u32, ids: &[u32], ranks: &[u32], draws: &mut [MaybeUninit<u16>]) {
        let mut memory = [MaybeUninit::uninit(); LANES + 32];
        for ((ids, ranks), draws) in ids.chunks(LANES).zip(ranks.chunks(LANES)).zip(draws.chunks_mut(LANES)) {
            // SAFETY: the token proves that the instructions are there.
            unsafe { hash::draws(x, ids.as_chunks().0, ranks.as_chunks().0, &mut memory) };
            draws.copy_from_slice(&memory[..draws.len()]);
        }
    }

    /// Index of the winner by the kernel for few items, where it has an answer.
    pub(super) fn best_of_few(self, inverted: &[u16; small::MAX], weights: &[u32]) -> Option<usize> {
        // SAFETY: the token proves that the instructions are there.
        unsafe { small::best(&[*inverted, [0; small::MAX]], 0, weights) }
    }
}

/// What only tests look at.
#[cfg(test)]
impl Avx512 {
    /// The ids and ranks that vectors are filled with.
    pub(super) fn filled(self, choices: &[(&[i32], u32)]) -> [Vec<u32>; 2] {
        #[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
        fn run(choices: &[(&[i32], u32)]) -> [Vec<u32>; 2] {
            let mut rows = [[MaybeUninit::new(0); LANES]; 2];
            let [ids, ranks] = &mut rows;
            let mut filling = pack::Filling::new(ids, ranks);
            for (ids, rank) in choices {
                filling.append(ids, *rank);
            }
            let len = 16 * filling.finish();
            // SAFETY: all were initialised when they were made.
            rows.map(|row| row[..len].iter().map(|word| unsafe { word.assume_init() }).collect())
        }
        // SAFETY: the token proves that the instructions are there.
        unsafe { run(choices) }
    }

    /// Lower bounds of the logarithms of eight inverted draws.
    pub(super) fn lower_bounds(self, inverted: &[u32; 8]) -> [f32; 8] {
        #[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
        fn run(inverted: &[u32; 8]) -> [f32; 8] {
            numbers(bound::lower_bound(load_partial(inverted).0))
        }
        // SAFETY: the token proves that the instructions are there.
        unsafe { run(inverted) }
    }

    /// Lower and upper bounds of the quotients of eight inverted draws.
    pub(super) fn bounds(self, inverted: &[u32; 8], weights: &[u32; 8]) -> ([f32; 8], [f32; 8]) {
        #[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
        fn run(inverted: &[u32; 8], weights: &[u32; 8]) -> ([f32; 8], [f32; 8]) {
            let (low, high) = bound::bound(load_partial(inverted).0, load_partial(weights).0);
            (numbers(low), numbers(high))
        }
        // SAFETY: the token proves that the instructions are there.
        unsafe { run(inverted, weights) }
    }
}

/// The first eight of sixteen numbers.
#[cfg(test)]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
fn numbers(vector: __m512) -> [f32; 8] {
    let mut numbers = [0.0; 16];
    // SAFETY: the array has the 64 bytes that are written; the instruction takes any alignment.
    unsafe { _mm512_storeu_ps(numbers.as_mut_ptr(), vector) };
    std::array::from_fn(|i| numbers[i])
}
