//! The hash of three words, eight items to a vector.
//!
//! Four vectors go through the rows of the mix side by side, or two at the end; more would not fit the registers.

use super::mix::{left, right, stir};
use super::{load8, store16};
use crate::simd::mix::{SEED, X0, Y0, hash3};
use core::arch::x86_64::*;
use core::mem::MaybeUninit;

/// Hashes input `x` with each id and rank, and stores the draws: 0xffff less the low 16 bits of the hash, so that the
/// largest draw is the smallest number. All arrays are of one length, a multiple of 16.
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn draws(x: u32, ids: &[u32], ranks: &[u32], draws: &mut [MaybeUninit<u16>]) {
    let x = _mm256_set1_epi32(x.cast_signed());
    let (ids, last_ids) = ids.as_chunks::<32>();
    let (ranks, last_ranks) = ranks.as_chunks::<32>();
    let (draws, last_draws) = draws.as_chunks_mut::<32>();
    for ((ids, ranks), draws) in ids.iter().zip(ranks).zip(draws) {
        let [h0, h1, h2, h3] = hash(x, vectors(ids), vectors(ranks));
        store32(draws, [pack(h0, h1), pack(h2, h3)]);
    }
    if let (Some(ids), Some(ranks), Some(draws)) =
        (last_ids.first_chunk::<16>(), last_ranks.first_chunk::<16>(), last_draws.first_chunk_mut::<16>())
    {
        let [h0, h1] = hash(x, vectors(ids), vectors(ranks));
        store16(draws, pack(h0, h1));
    }
}

/// The numbers, eight to a vector.
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn vectors<const LEN: usize, const N: usize>(numbers: &[u32; LEN]) -> [__m256i; N] {
    let mut vectors = [_mm256_setzero_si256(); N];
    for (vector, eight) in vectors.iter_mut().zip(numbers.as_chunks::<8>().0) {
        *vector = load8(eight);
    }
    vectors
}

#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn store32(to: &mut [MaybeUninit<u16>; 32], draws: [__m256i; 2]) {
    for (to, draws) in to.as_chunks_mut::<16>().0.iter_mut().zip(draws) {
        store16(to, draws);
    }
}

/// The draws of two vectors of hashes, in order.
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn pack(low: __m256i, high: __m256i) -> __m256i {
    let mask = _mm256_set1_epi32(0xffff);
    // Packing works within halves of the vectors; the permutation puts the quarters back in order.
    let packed = _mm256_packus_epi32(_mm256_andnot_si256(low, mask), _mm256_andnot_si256(high, mask));
    _mm256_permute4x64_epi64::<0b11_01_10_00>(packed)
}

/// Hashes N vectors side by side.
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn hash<const N: usize>(x: __m256i, ids: [__m256i; N], ranks: [__m256i; N]) -> [__m256i; N] {
    let seeded = _mm256_xor_si256(x, _mm256_set1_epi32(SEED));
    let (mut a, mut b, mut c) = ([x; N], ids, ranks);
    let (mut x, mut y) = ([_mm256_set1_epi32(X0); N], [_mm256_set1_epi32(Y0); N]);
    let mut hash = [seeded; N];
    for ((hash, id), rank) in hash.iter_mut().zip(ids).zip(ranks) {
        *hash = _mm256_xor_si256(_mm256_xor_si256(*hash, id), rank);
    }
    hash3!(hash, a, b, c, x, y);
    hash
}
