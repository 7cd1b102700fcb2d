//! Whole hashes of sixteen words at a time, for the algorithms that need more than a draw. The words are made or loaded
//! here: a load takes long after smaller stores.

use super::mix::{left, right, stir};
use super::{load8, load8_partial};
use crate::simd::mix::{DEPTHS, MOST_REPEATED, NUMBERS, ODDS, REPEATED, SEED, X0, Y0, hash3, hash4};
use core::arch::x86_64::*;

/// Words that are hashed together: two vectors.
type Words = [u32; 16];

/// The hashes of x, b and the numbers from `first` on.
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn of_numbers(x: u32, b: u32, first: u32) -> Words {
    let first = broadcast(first);
    let (x, b, c) = (broadcast(x), broadcast(b), vectors(&NUMBERS).map(|c| _mm256_add_epi32(c, first)));
    let seeded = _mm256_xor_si256(_mm256_xor_si256(_mm256_set1_epi32(SEED), x), b);
    let mut hash = c.map(|c| _mm256_xor_si256(seeded, c));
    let (mut a, mut b, mut c) = ([x; 2], [b; 2], c);
    let (mut x, mut y) = ([_mm256_set1_epi32(X0); 2], [_mm256_set1_epi32(Y0); 2]);
    hash3!(hash, a, b, c, x, y);
    words_of(hash)
}

/// The hashes of x, each of up to sixteen words, c and d.
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn of_words(x: u32, words: &[u32], c: u32, d: u32) -> Words {
    let vectors = match words.split_first_chunk::<8>() {
        Some((eight, rest)) => [load8(eight), load8_partial(rest)],
        None => [load8_partial(words), _mm256_setzero_si256()],
    };
    hash4(x, vectors, [broadcast(c); 2], d)
}

/// The hashes of x, each of up to [`MOST_REPEATED`] words, c and d; behind them those with c + 1, and so on.
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn of_tries(x: u32, words: &[u32], c: u32, d: u32) -> Words {
    let words = words.get(..MOST_REPEATED).unwrap_or(words);
    let [lanes, tries] = repeated(words.len());
    let words = load8_partial(words);
    hash4(x, lanes.map(|lane| _mm256_permutevar8x32_epi32(words, lane)), ranks(c, tries), d)
}

/// The hashes of x, each node of the top of a tree, c and d: see [`DEPTHS`].
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn of_nodes(x: u32, top: u32, c: u32, d: u32) -> Words {
    hash4(x, nodes(top, vectors(&ODDS), vectors(&DEPTHS)), [broadcast(c); 2], d)
}

/// The same of all nodes of a tree whose top has at most three trailing zeros; behind them those with c + 1, and so on.
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn of_trees(x: u32, top: u32, c: u32, d: u32) -> Words {
    let [lanes, tries] = repeated(1_usize.wrapping_shl(top.trailing_zeros()));
    let [odds, depths] = [&ODDS, &DEPTHS].map(|table| {
        let eight = vectors(table)[0];
        lanes.map(|lane| _mm256_permutevar8x32_epi32(eight, lane))
    });
    hash4(x, nodes(top, odds, depths), ranks(c, tries), d)
}

/// The nodes of some depths and odd numbers below the top of a tree: see [`ODDS`].
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn nodes(top: u32, odds: [__m256i; 2], depths: [__m256i; 2]) -> [__m256i; 2] {
    let height = top.trailing_zeros();
    let first = broadcast(top.wrapping_sub(1_u32.wrapping_shl(height)));
    let mut nodes = odds;
    for (odds, depths) in nodes.iter_mut().zip(depths) {
        *odds = _mm256_sllv_epi32(*odds, _mm256_sub_epi32(broadcast(height), depths));
        *odds = _mm256_add_epi32(first, *odds);
    }
    nodes
}

/// The word in each lane and its try, for so many words.
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn repeated(len: usize) -> [[__m256i; 2]; 2] {
    REPEATED.get(len).unwrap_or(&REPEATED[0]).each_ref().map(|words| vectors(words))
}

/// The third word of each try.
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn ranks(first: u32, tries: [__m256i; 2]) -> [__m256i; 2] {
    tries.map(|tries| _mm256_add_epi32(broadcast(first), tries))
}

#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn hash4(x: u32, b: [__m256i; 2], c: [__m256i; 2], d: u32) -> Words {
    let (x, d) = (broadcast(x), broadcast(d));
    let seeded = _mm256_xor_si256(_mm256_xor_si256(_mm256_set1_epi32(SEED), x), d);
    let mut hash = b;
    for (hash, c) in hash.iter_mut().zip(c) {
        *hash = _mm256_xor_si256(*hash, _mm256_xor_si256(seeded, c));
    }
    let (mut a, mut b, mut c, mut d) = ([x; 2], b, c, [d; 2]);
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
