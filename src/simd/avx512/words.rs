//! Whole hashes of sixteen words at a time. The words are made or loaded here: a load takes long after smaller stores.

use super::mix::{left, right, stir};
use super::{broadcast, load, load_partial};
use crate::simd::mix::{DEPTHS, MOST_REPEATED, NUMBERS, ODDS, REPEATED, SEED, X0, Y0, hash3, hash4};
use core::arch::x86_64::*;

/// Words that are hashed together: one vector.
type Words = [u32; 16];

/// The hashes of x, b and the numbers from `first` on.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn of_numbers(x: u32, b: u32, first: u32) -> Words {
    let words = _mm512_add_epi32(load(&NUMBERS), broadcast(first));
    let (mut a, mut b, mut c) = ([broadcast(x)], [broadcast(b)], [words]);
    let mut hash = [seeded(&[a[0], b[0], c[0]])];
    let (mut x, mut y) = ([_mm512_set1_epi32(X0)], [_mm512_set1_epi32(Y0)]);
    hash3!(hash, a, b, c, x, y);
    words_of(hash[0])
}

/// The hashes of x, each of up to sixteen words, c and d.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn of_words(x: u32, words: &[u32], c: u32, d: u32) -> Words {
    hash4(x, load_partial(words).0, broadcast(c), d)
}

/// The hashes of x, each of up to [`MOST_REPEATED`] words, c and d; behind them those with c + 1, and so on.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn of_tries(x: u32, words: &[u32], c: u32, d: u32) -> Words {
    let words = words.get(..MOST_REPEATED).unwrap_or(words);
    let [lanes, tries] = repeated(words.len());
    hash4(x, _mm512_permutexvar_epi32(lanes, load_partial(words).0), _mm512_add_epi32(broadcast(c), tries), d)
}

/// The hashes of x, each node of the top of a tree, c and d: see [`DEPTHS`].
#[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn of_nodes(x: u32, top: u32, c: u32, d: u32) -> Words {
    hash4(x, nodes(top, load(&ODDS), load(&DEPTHS)), broadcast(c), d)
}

/// The same of all nodes of a tree whose top has at most three trailing zeros; behind them those with c + 1, and so on.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn of_trees(x: u32, top: u32, c: u32, d: u32) -> Words {
    let [lanes, tries] = repeated(1_usize.wrapping_shl(top.trailing_zeros()));
    let odds = _mm512_permutexvar_epi32(lanes, load(&ODDS));
    let depths = _mm512_permutexvar_epi32(lanes, load(&DEPTHS));
    hash4(x, nodes(top, odds, depths), _mm512_add_epi32(broadcast(c), tries), d)
}

/// The nodes of some depths and odd numbers below the top of a tree: see [`ODDS`].
#[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn nodes(top: u32, odds: __m512i, depths: __m512i) -> __m512i {
    let height = top.trailing_zeros();
    let shifts = _mm512_sub_epi32(broadcast(height), depths);
    let first = broadcast(top.wrapping_sub(1_u32.wrapping_shl(height)));
    _mm512_add_epi32(first, _mm512_sllv_epi32(odds, shifts))
}

/// The word in each lane and its try, for so many words.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn repeated(len: usize) -> [__m512i; 2] {
    REPEATED.get(len).unwrap_or(&REPEATED[0]).each_ref().map(|words| load(words))
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn hash4(x: u32, words: __m512i, c: __m512i, d: u32) -> Words {
    let (mut a, mut b, mut c, mut d) = ([broadcast(x)], [words], [c], [broadcast(d)]);
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
