//! Whole hashes of sixteen words at a time, for the algorithms that need more than a draw.

use super::load8;
use super::mix::{left, right, stir};
use crate::simd::mix::{SEED, X0, Y0, hash3, hash4};
use core::arch::x86_64::*;

/// Words that are hashed together: two vectors.
type Words = [u32; 16];

/// The hashes of x, b and each word.
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn hash3(x: u32, b: u32, words: &Words) -> Words {
    let (x, b, c) = (broadcast(x), broadcast(b), vectors(words));
    let seeded = _mm256_xor_si256(_mm256_xor_si256(_mm256_set1_epi32(SEED), x), b);
    let mut hash = c.map(|c| _mm256_xor_si256(seeded, c));
    let (mut a, mut b, mut c) = ([x; 2], [b; 2], c);
    let (mut x, mut y) = ([_mm256_set1_epi32(X0); 2], [_mm256_set1_epi32(Y0); 2]);
    hash3!(hash, a, b, c, x, y);
    words_of(hash)
}

/// The hashes of x, each word, c and d.
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn hash4(x: u32, words: &Words, c: u32, d: u32) -> Words {
    let (x, b, c, d) = (broadcast(x), vectors(words), broadcast(c), broadcast(d));
    let seeded = _mm256_xor_si256(_mm256_xor_si256(_mm256_set1_epi32(SEED), x), _mm256_xor_si256(c, d));
    let mut hash = b.map(|b| _mm256_xor_si256(seeded, b));
    let (mut a, mut b, mut c, mut d) = ([x; 2], b, [c; 2], [d; 2]);
    let (mut x, mut y) = ([_mm256_set1_epi32(X0); 2], [_mm256_set1_epi32(Y0); 2]);
    hash4!(hash, a, b, c, d, x, y);
    words_of(hash)
}

#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn broadcast(word: u32) -> __m256i {
    _mm256_set1_epi32(word.cast_signed())
}

#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn vectors(words: &Words) -> [__m256i; 2] {
    let mut vectors = [_mm256_setzero_si256(); 2];
    for (vector, eight) in vectors.iter_mut().zip(words.as_chunks::<8>().0) {
        *vector = load8(eight);
    }
    vectors
}

#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn words_of(vectors: [__m256i; 2]) -> Words {
    let mut words = [0; 16];
    for (eight, vector) in words.as_chunks_mut::<8>().0.iter_mut().zip(vectors) {
        // SAFETY: the array has the 32 bytes that are written; the instruction takes any alignment.
        unsafe { _mm256_storeu_si256(eight.as_mut_ptr().cast(), vector) }
    }
    words
}
