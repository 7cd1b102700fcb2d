//! The winner of a straw2 bucket of at most 32 items, with everything in registers.
//!
//! The same rules as in `best_equal` and `best_mixed`, unrolled for K vectors of eight items.

use super::best_mixed::{self, bound};
use super::weights::MAX_EQUAL;
use super::{best_equal, load8, load8_draws, load8_partial, load16};
use core::arch::x86_64::*;

/// Items that this serves.
pub(super) const MAX: usize = 32;

/// Index of the draw that wins; `draws` has `MAX` draws, as many of which count as there are weights. `None` when the
/// bucket needs the general rules.
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn best(draws: &[u16; MAX], weights: &[u32]) -> Option<usize> {
    match weights.len() {
        1..=8 => best_of::<1>(draws, weights),
        9..=16 => best_of::<2>(draws, weights),
        17..=24 => best_of::<3>(draws, weights),
        25..=32 => best_of::<4>(draws, weights),
        _ => None,
    }
}

/// As [`best`], for weights that fill K - 1 vectors and begin one more.
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn best_of<const K: usize>(draws: &[u16; MAX], weights: &[u32]) -> Option<usize> {
    let first = *weights.first()?;
    let like = _mm256_set1_epi32(first.cast_signed());
    let rest = weights.get(8 * (K - 1)..)?;
    let mut vectors = [load8_partial(rest); K];
    // Lanes without an item have weight 0, and differ from nothing.
    let absent =
        _mm256_cmpgt_epi32(_mm256_setr_epi32(1, 2, 3, 4, 5, 6, 7, 8), _mm256_set1_epi32(rest.len() as i32));
    let mut differing = _mm256_andnot_si256(absent, _mm256_xor_si256(vectors[K - 1], like));
    let mut all = vectors[K - 1];
    for (vector, eight) in vectors.iter_mut().take(K - 1).zip(weights.as_chunks::<8>().0) {
        *vector = load8(eight);
        differing = _mm256_or_si256(differing, _mm256_xor_si256(*vector, like));
        all = _mm256_or_si256(all, *vector);
    }
    let equal = _mm256_testz_si256(differing, differing) != 0;
    if equal && first.wrapping_sub(1) < MAX_EQUAL {
        return Some(best_of_equal::<K>(draws, weights.len()));
    }
    if _mm256_movemask_ps(_mm256_castsi256_ps(all)) != 0 {
        return None;
    }
    Some(best_of_mixed(draws, vectors, weights))
}

#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn best_of_equal<const K: usize>(draws: &[u16; MAX], len: usize) -> usize {
    let [low, high] = halves(draws);
    let low = if K <= 2 { _mm256_or_si256(low, beyond(len, 0)) } else { low };
    let high = if K <= 2 { low } else { _mm256_or_si256(high, beyond(len, 16)) };
    let both = _mm256_min_epu16(low, high);
    let eight = _mm_min_epu16(_mm256_castsi256_si128(both), _mm256_extracti128_si256::<1>(both));
    // The smallest draw, and one more.
    let smallest = _mm_adds_epu16(_mm_minpos_epu16(eight), _mm_set1_epi16(1));
    let limit = _mm256_broadcastw_epi16(smallest);
    let high = if K <= 2 { 0 } else { u64::from(within(high, limit)) << 32 };
    // Two bits for each draw.
    let candidates = _bzhi_u64(u64::from(within(low, limit)) | high, 2 * len as u32);
    if candidates.count_ones() == 2 {
        return candidates.trailing_zeros() as usize / 2;
    }
    best_of_close(draws, len)
}

/// The winner where several draws are within one of the best.
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
#[cold]
#[inline(never)]
pub(in crate::simd) fn best_of_close(draws: &[u16; MAX], len: usize) -> usize {
    best_equal::best(&draws[..len.next_multiple_of(16)], len)
}

#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn halves(draws: &[u16; MAX]) -> [__m256i; 2] {
    let mut halves = [_mm256_setzero_si256(); 2];
    for (half, sixteen) in halves.iter_mut().zip(draws.as_chunks::<16>().0) {
        *half = load16(sixteen);
    }
    halves
}

/// All ones in the lanes that stand for items from `len` on, of the sixteen from `first` on.
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn beyond(len: usize, first: i16) -> __m256i {
    let lanes = _mm256_setr_epi16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    _mm256_cmpgt_epi16(lanes, _mm256_set1_epi16(len as i16 - 1 - first))
}

/// The draws that are not above the limit, two bits each.
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn within(draws: __m256i, limit: __m256i) -> u32 {
    let over = _mm256_subs_epu16(draws, limit);
    _mm256_movemask_epi8(_mm256_cmpeq_epi16(over, _mm256_setzero_si256())).cast_unsigned()
}

#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn best_of_mixed<const K: usize>(draws: &[u16; MAX], weights: [__m256i; K], exact: &[u32]) -> usize {
    let mut lows = [_mm256_setzero_ps(); K];
    let mut least = _mm256_set1_ps(f32::INFINITY);
    for ((low, weights), eight) in lows.iter_mut().zip(weights).zip(draws.as_chunks::<8>().0) {
        let high;
        (*low, high) = bound(load8_draws(eight), weights);
        least = _mm256_min_ps(least, high);
    }
    let limit = best_mixed::limit(least);
    let mut candidates = 0u32;
    for (k, low) in lows.iter().enumerate() {
        candidates |= _mm256_movemask_ps(_mm256_cmp_ps::<_CMP_LE_OQ>(*low, limit)).cast_unsigned() << (8 * k);
    }
    candidates = _bzhi_u32(candidates, exact.len() as u32);
    if candidates.is_power_of_two() {
        return candidates.trailing_zeros() as usize;
    }
    best_mixed::best_among(draws, exact, candidates)
}
