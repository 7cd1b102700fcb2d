//! Winners for many inputs in one bucket, 8 to a vector.

use super::best_mixed::lower_bound;
use super::load8;
use super::mix::{left, right, stir};
use crate::simd::columns::{COLUMNS, Column, Winner};
use crate::simd::mix::{SEED, X0, Y0, hash3};
use core::arch::x86_64::*;

/// The hashes of an id with N vectors of inputs and ranks; `seeded` is the seed with both. A macro, since functions of a
/// target feature cannot be forced inline.
macro_rules! hash {
    ($id:expr, $inputs:ident, $ranks:ident, $seeded:ident) => {{
        let id = _mm256_set1_epi32($id.cast_signed());
        let (mut a, mut b, mut c) = ($inputs, [id; N], $ranks);
        let (mut x, mut y) = ([_mm256_set1_epi32(X0); N], [_mm256_set1_epi32(Y0); N]);
        let mut hash = $seeded;
        for hash in &mut hash {
            *hash = _mm256_xor_si256(*hash, id);
        }
        hash3!(hash, a, b, c, x, y);
        hash
    }};
}

/// See [`Column::choose`].
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn choose(column: &Column, inputs: &[u32], ranks: &[u32], winners: &mut [Winner]) {
    let (inputs, last_inputs) = inputs.as_chunks::<COLUMNS>().0.as_chunks::<2>();
    let (ranks, last_ranks) = ranks.as_chunks::<COLUMNS>().0.as_chunks::<2>();
    let (winners, last_winners) = winners.as_chunks_mut::<COLUMNS>().0.as_chunks_mut::<2>();
    for ((inputs, ranks), winners) in inputs.iter().zip(ranks).zip(winners) {
        some::<4>(column, inputs.as_flattened(), ranks.as_flattened(), winners.as_flattened_mut());
    }
    for ((inputs, ranks), winners) in last_inputs.iter().zip(last_ranks).zip(last_winners) {
        some::<2>(column, inputs, ranks, winners);
    }
}

/// The winners of N vectors of inputs.
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn some<const N: usize>(column: &Column, inputs: &[u32], ranks: &[u32], winners: &mut [Winner]) {
    let inputs = vectors(inputs);
    let ranks = vectors(ranks);
    if column.reciprocals.is_empty() {
        equal::<N>(column, inputs, ranks, winners);
    } else {
        mixed::<N>(column, inputs, ranks, winners);
    }
}

/// The numbers, 8 to a vector.
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn vectors<const N: usize>(numbers: &[u32]) -> [__m256i; N] {
    let mut vectors = [_mm256_setzero_si256(); N];
    for (vector, chunk) in vectors.iter_mut().zip(numbers.as_chunks::<8>().0) {
        *vector = load8(chunk);
    }
    vectors
}

/// The numbers of a vector.
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn words(vector: __m256i) -> [u32; 8] {
    let mut words = [0; 8];
    // SAFETY: a vector fills the array; the instruction takes any alignment.
    unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), vector) };
    words
}

/// The seed of the hash with inputs and ranks.
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn seeded<const N: usize>(inputs: [__m256i; N], ranks: [__m256i; N]) -> [__m256i; N] {
    let mut seeded = inputs;
    for (seeded, rank) in seeded.iter_mut().zip(ranks) {
        *seeded = _mm256_xor_si256(_mm256_xor_si256(*seeded, rank), _mm256_set1_epi32(SEED));
    }
    seeded
}

/// Items of equal weight: the largest draw, the first one of equals, unless the next one is too close.
///
/// A draw and the number of its item, counted down, make one word, so that the largest word wins.
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn equal<const N: usize>(column: &Column, inputs: [__m256i; N], ranks: [__m256i; N], winners: &mut [Winner]) {
    let seeded = seeded(inputs, ranks);
    let (mut best, mut second) = ([_mm256_setzero_si256(); N], [_mm256_setzero_si256(); N]);
    let mut number = _mm256_set1_epi32(0xffff);
    for &id in &column.ids {
        let hash = hash!(id, inputs, ranks, seeded);
        for ((best, second), hash) in best.iter_mut().zip(&mut second).zip(hash) {
            let word = _mm256_or_si256(_mm256_slli_epi32::<16>(hash), number);
            *second = _mm256_max_epu32(*second, _mm256_min_epu32(*best, word));
            *best = _mm256_max_epu32(*best, word);
        }
        number = _mm256_sub_epi32(number, _mm256_set1_epi32(1));
    }
    for ((winners, best), second) in winners.as_chunks_mut::<8>().0.iter_mut().zip(best).zip(second) {
        for ((winner, best), second) in winners.iter_mut().zip(words(best)).zip(words(second)) {
            *winner = column.largest(best, second);
        }
    }
}

/// Items of different weights: the smallest lower bound of the quotient, unless that of another item is not above its upper
/// bound; see `avx2::best_mixed`.
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn mixed<const N: usize>(column: &Column, inputs: [__m256i; N], ranks: [__m256i; N], winners: &mut [Winner]) {
    let seeded = seeded(inputs, ranks);
    let (mut best, mut second) = ([_mm256_set1_ps(f32::INFINITY); N], [_mm256_set1_ps(f32::INFINITY); N]);
    let mut index = [_mm256_setzero_si256(); N];
    let mut number = _mm256_setzero_si256();
    for (&id, &reciprocal) in column.ids.iter().zip(&column.reciprocals) {
        let hash = hash!(id, inputs, ranks, seeded);
        let reciprocal = _mm256_set1_ps(reciprocal);
        for (((best, second), index), hash) in best.iter_mut().zip(&mut second).zip(&mut index).zip(hash) {
            let inverted = _mm256_andnot_si256(hash, _mm256_set1_epi32(0xffff));
            let low = _mm256_mul_ps(lower_bound(inverted), reciprocal);
            *second = _mm256_min_ps(*second, _mm256_max_ps(*best, low));
            let smaller = _mm256_castps_si256(_mm256_cmp_ps::<_CMP_LT_OQ>(low, *best));
            *index = _mm256_blendv_epi8(*index, number, smaller);
            *best = _mm256_min_ps(*best, low);
        }
        number = _mm256_add_epi32(number, _mm256_set1_epi32(1));
    }
    let found = best.into_iter().zip(second).zip(index);
    for (winners, ((best, second), index)) in winners.as_chunks_mut::<8>().0.iter_mut().zip(found) {
        let (best, second) = (words(_mm256_castps_si256(best)), words(_mm256_castps_si256(second)));
        for (winner, ((best, second), index)) in
            winners.iter_mut().zip(best.into_iter().zip(second).zip(words(index)))
        {
            *winner = column.smallest(f32::from_bits(best), f32::from_bits(second), index);
        }
    }
}
