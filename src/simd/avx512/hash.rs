//! The hash of three words, sixteen items to a vector, up to four vectors side by side.

use super::mix::{left, right, stir};
use super::{broadcast, load};
use crate::simd::mix::{SEED, X0, Y0, hash3};
use core::arch::x86_64::*;
use core::mem::MaybeUninit;

/// The draws of two vectors.
type Draws = [MaybeUninit<u16>; 32];

/// Hashes input `x` with each id and rank, and stores the draws: 0xffff less the low 16 bits of the hash, two vectors at a
/// time, and one more pair of the worst ones. There are as many ids as ranks, and room. Returns how many draws were stored.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn draws(x: u32, ids: &[[u32; 16]], ranks: &[[u32; 16]], draws: &mut [MaybeUninit<u16>]) -> usize {
    let x = broadcast(x);
    let (fours, rest) = ids.as_chunks::<4>();
    let (rank_fours, rank_rest) = ranks.as_chunks::<4>();
    let mut places = draws.as_chunks_mut::<32>().0.iter_mut();
    for (ids, ranks) in fours.iter().zip(rank_fours) {
        let [h0, h1, h2, h3] = hash(x, vectors(ids), vectors(ranks));
        store(places.next(), draws_of(h0, h1));
        store(places.next(), draws_of(h2, h3));
    }
    if let (Some(ids), Some(ranks)) = (rest.first_chunk::<2>(), rank_rest.first_chunk::<2>()) {
        let [h0, h1] = hash(x, vectors(ids), vectors(ranks));
        store(places.next(), draws_of(h0, h1));
    }
    if rest.len() % 2 == 1
        && let (Some(ids), Some(ranks)) = (rest.last_chunk::<1>(), rank_rest.last_chunk::<1>())
    {
        let [h0] = hash(x, vectors(ids), vectors(ranks));
        store(places.next(), draws_of(h0, _mm512_setzero_si512()));
    }
    // Whole vectors are loaded from wherever a choice begins.
    store(places.next(), _mm512_set1_epi32(-1));
    32 * (ids.len().div_ceil(2) + 1)
}

/// The draws of two vectors of hashes, in order.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn draws_of(low: __m512i, high: __m512i) -> __m512i {
    // The lower halves of words are the even ones of 16 bits.
    let low_words = _mm512_add_epi16(numbers(), numbers());
    _mm512_xor_si512(_mm512_permutex2var_epi16(low, low_words, high), _mm512_set1_epi32(-1))
}

/// The numbers from 0 to 31.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn numbers() -> __m512i {
    _mm512_set_epi16(
        31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6,
        5, 4, 3, 2, 1, 0,
    )
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn store(to: Option<&mut Draws>, draws: __m512i) {
    if let Some(to) = to {
        // SAFETY: the array has the 64 bytes that are written; the instruction takes any alignment.
        unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), draws) }
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn vectors<const N: usize>(words: &[[u32; 16]; N]) -> [__m512i; N] {
    let mut vectors = [_mm512_setzero_si512(); N];
    for (vector, words) in vectors.iter_mut().zip(words) {
        *vector = load(words);
    }
    vectors
}

/// Hashes N vectors side by side.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn hash<const N: usize>(x: __m512i, ids: [__m512i; N], ranks: [__m512i; N]) -> [__m512i; N] {
    let seeded = _mm512_xor_si512(x, _mm512_set1_epi32(SEED));
    let (mut a, mut b, mut c) = ([x; N], ids, ranks);
    let (mut x, mut y) = ([_mm512_set1_epi32(X0); N], [_mm512_set1_epi32(Y0); N]);
    let mut hash = [seeded; N];
    for ((hash, id), rank) in hash.iter_mut().zip(ids).zip(ranks) {
        *hash = _mm512_xor_si512(_mm512_xor_si512(*hash, id), rank);
    }
    hash3!(hash, a, b, c, x, y);
    hash
}
