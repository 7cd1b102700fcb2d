//! Whole hashes of sixteen words at a time.

use super::mix::{left, right, stir};
use super::{broadcast, load};
use crate::simd::mix::{SEED, X0, Y0, hash3, hash4};
use core::arch::x86_64::*;

/// Words that are hashed together: one vector.
type Words = [u32; 16];

/// The hashes of x, b and each word.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn hash3(x: u32, b: u32, words: &Words) -> Words {
    let (mut a, mut b, mut c) = ([broadcast(x)], [broadcast(b)], [load(words)]);
    let mut hash = [seeded(&[a[0], b[0], c[0]])];
    let (mut x, mut y) = ([_mm512_set1_epi32(X0)], [_mm512_set1_epi32(Y0)]);
    hash3!(hash, a, b, c, x, y);
    words_of(hash[0])
}

/// The hashes of x, each word, c and d.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn hash4(x: u32, words: &Words, c: u32, d: u32) -> Words {
    let (mut a, mut b, mut c, mut d) = ([broadcast(x)], [load(words)], [broadcast(c)], [broadcast(d)]);
    let mut hash = [seeded(&[a[0], b[0], c[0], d[0]])];
    let (mut x, mut y) = ([_mm512_set1_epi32(X0)], [_mm512_set1_epi32(Y0)]);
    hash4!(hash, a, b, c, d, x, y);
    words_of(hash[0])
}

/// What the words start the hash with.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn seeded(words: &[__m512i]) -> __m512i {
    let mut seeded = _mm512_set1_epi32(SEED);
    for word in words {
        seeded = _mm512_xor_si512(seeded, *word);
    }
    seeded
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn words_of(vector: __m512i) -> Words {
    let mut words = [0; 16];
    // SAFETY: the array has the 64 bytes that are written; the instruction takes any alignment.
    unsafe { _mm512_storeu_si512(words.as_mut_ptr().cast(), vector) }
    words
}
