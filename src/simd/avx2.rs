//! The kernels with AVX2 and FMA.

mod best_equal;
mod best_mixed;
mod best_straw;
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

use super::lanes::Rows;
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

    /// Makes the first `count` choices of `rows` for input `x`, and writes as many winners.
    ///
    /// # Safety
    /// So many choices are packed.
    #[inline]
    pub(super) unsafe fn solve(self, x: u32, rows: &mut Rows<'_>, count: usize) {
        // SAFETY: the token proves that AVX2 and FMA are there; the choices are packed, as the caller promises.
        unsafe { solve::solve(x, rows, count) }
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
