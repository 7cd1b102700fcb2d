//! The hashes with vectors of sixteen words, where the processor has AVX-512. All else is done with AVX2 there too.

mod hash;
mod mix;
mod words;

use core::arch::x86_64::*;
use core::mem::MaybeUninit;

/// Proof that the processor has AVX-512F, BW and VL: the only way to these kernels.
#[derive(Clone, Copy, Debug)]
pub(super) struct Avx512(());

impl Avx512 {
    /// The token, if the instructions are there and not switched off.
    #[inline]
    pub(super) fn get() -> Option<Self> {
        (super::Level::current() >= super::Level::Avx512).then_some(Self(()))
    }

    /// See [`avx2::hash::draws`](super::avx2).
    #[inline]
    pub(super) fn draws(self, x: u32, ids: &[u32], ranks: &[u32], draws: &mut [MaybeUninit<u16>]) {
        // SAFETY: the token proves that the instructions are there.
        unsafe { hash::draws(x, ids, ranks, draws) }
    }

    /// The hashes of x, b and each word.
    #[inline]
    pub(super) fn hash3(self, x: u32, b: u32, words: &[u32; 16]) -> [u32; 16] {
        // SAFETY: the token proves that the instructions are there.
        unsafe { words::hash3(x, b, words) }
    }

    /// The hashes of x, each word, c and d.
    #[inline]
    pub(super) fn hash4(self, x: u32, words: &[u32; 16], c: u32, d: u32) -> [u32; 16] {
        // SAFETY: the token proves that the instructions are there.
        unsafe { words::hash4(x, words, c, d) }
    }
}

/// Sixteen times the same word.
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
#[inline]
fn broadcast(word: u32) -> __m512i {
    _mm512_set1_epi32(word.cast_signed())
}

/// Loads sixteen words.
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
#[inline]
fn load(from: &[u32; 16]) -> __m512i {
    // SAFETY: the array has the 64 bytes that are read; the instruction takes any alignment.
    unsafe { _mm512_loadu_si512(from.as_ptr().cast()) }
}
