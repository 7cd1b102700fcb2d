//! The kernels with AVX2 and FMA.

mod best_equal;
mod best_mixed;
mod best_straw;
mod hash;
mod mix;
mod pack;
mod weights;
mod words;

use super::level::Level;
use core::arch::x86_64::*;
use core::mem::MaybeUninit;

/// Proof that the processor has AVX2 and FMA: the only way to the kernels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx2(());

impl Avx2 {
    /// The token, if the instructions are there and not switched off.
    #[inline]
    pub(crate) fn get() -> Option<Self> {
        (Level::current() >= Level::Avx2).then_some(Self(()))
    }

    /// Hashes input `x` with each id and rank, and stores the draws: 0xffff less the low 16 bits of the hash, so that the
    /// largest draw is the smallest number. Ids and ranks are of one length, a multiple of 16; there is room for 16 draws
    /// more, which become 0xffff.
    #[inline]
    pub(crate) fn draws(self, x: u32, ids: &[u32], ranks: &[u32], draws: &mut [MaybeUninit<u16>]) {
        // SAFETY: the token proves that AVX2 and FMA are there.
        unsafe { hash::draws(x, ids, ranks, draws) }
    }

    /// Copies `ids` to the front of a row and `rank` beside each. The rows are at least eight lanes longer; whole vectors
    /// are written, so that some lanes behind the last one change too.
    #[inline]
    pub(crate) fn append(
        self,
        ids: &[i32],
        rank: u32,
        id_row: &mut [MaybeUninit<u32>],
        rank_row: &mut [MaybeUninit<u32>],
    ) {
        // SAFETY: the token proves that AVX2 and FMA are there.
        unsafe { pack::append(ids, rank, id_row, rank_row) }
    }

    /// Fills the first sixteen lanes of two rows.
    #[inline]
    pub(crate) fn pad(self, id_row: &mut [MaybeUninit<u32>], rank_row: &mut [MaybeUninit<u32>]) {
        // SAFETY: the token proves that AVX2 and FMA are there.
        unsafe { pack::pad(id_row, rank_row) }
    }

    /// Index of the draw that wins among items of these weights; `draws` holds whole vectors of 16.
    #[inline]
    pub(crate) fn best_weighted(self, draws: &[u16], weights: &[u32]) -> usize {
        // SAFETY: the token proves that AVX2 and FMA are there.
        unsafe { weights::best(draws, weights) }
    }

    /// The hashes of x, b and each word.
    #[inline]
    pub(crate) fn hash3(self, x: u32, b: u32, words: &[u32; 16]) -> [u32; 16] {
        // SAFETY: the token proves that AVX2 and FMA are there.
        unsafe { words::hash3(x, b, words) }
    }

    /// The hashes of x, each word, c and d.
    #[inline]
    pub(crate) fn hash4(self, x: u32, words: &[u32; 16], c: u32, d: u32) -> [u32; 16] {
        // SAFETY: the token proves that AVX2 and FMA are there.
        unsafe { words::hash4(x, words, c, d) }
    }

    /// Index of the longest of these straws; `draws` holds whole vectors of 16.
    #[inline]
    pub(crate) fn best_straw(self, draws: &[u16], straws: &[u32]) -> usize {
        // SAFETY: the token proves that AVX2 and FMA are there.
        unsafe { best_straw::best(draws, straws) }
    }
}

/// Loads eight numbers.
#[target_feature(enable = "avx2,fma")]
#[inline]
fn load8(from: &[u32; 8]) -> __m256i {
    // SAFETY: the array has the 32 bytes that are read; the instruction takes any alignment.
    unsafe { _mm256_loadu_si256(from.as_ptr().cast()) }
}

/// Loads up to eight numbers; missing ones are 0.
#[target_feature(enable = "avx2,fma")]
#[inline]
fn load8_partial(from: &[u32]) -> __m256i {
    let present =
        _mm256_cmpgt_epi32(_mm256_set1_epi32(from.len() as i32), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
    // SAFETY: only lanes below the slice's length are read.
    unsafe { _mm256_maskload_epi32(from.as_ptr().cast(), present) }
}

/// Loads sixteen draws.
#[target_feature(enable = "avx2,fma")]
#[inline]
fn load16(from: &[u16; 16]) -> __m256i {
    // SAFETY: the array has the 32 bytes that are read; the instruction takes any alignment.
    unsafe { _mm256_loadu_si256(from.as_ptr().cast()) }
}

/// Loads eight draws, each widened to 32 bits.
#[target_feature(enable = "avx2,fma")]
#[inline]
fn load8_draws(from: &[u16; 8]) -> __m256i {
    // SAFETY: the array has the 16 bytes that are read; the instruction takes any alignment.
    let draws = unsafe { _mm_loadu_si128(from.as_ptr().cast()) };
    _mm256_cvtepu16_epi32(draws)
}

/// Stores eight numbers.
#[target_feature(enable = "avx2,fma")]
#[inline]
fn store8(to: &mut [MaybeUninit<u32>; 8], numbers: __m256i) {
    // SAFETY: the array has the 32 bytes that are written; the instruction takes any alignment.
    unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), numbers) }
}

/// Stores sixteen draws.
#[target_feature(enable = "avx2,fma")]
#[inline]
fn store16(to: &mut [MaybeUninit<u16>; 16], draws: __m256i) {
    // SAFETY: the array has the 32 bytes that are written; the instruction takes any alignment.
    unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), draws) }
}
