//! The winner of a straw2 bucket of at most 32 items: the rules of `avx2::small`, with a mask for the lanes that count.

use super::bound::bound;
use super::hash::numbers;
use super::{broadcast, load_partial};
use crate::simd::avx2::{MAX_EQUAL, best_among, best_of_close, limit};
use core::arch::x86_64::*;

/// Items that this serves.
pub(super) const MAX: usize = 32;

/// Index of the draw that wins, of those from number `first` on, as many as there are weights; one more vector of
/// draws lies behind. `None` when the bucket needs the general rules.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn best(draws: &[[u16; MAX]], first: usize, weights: &[u32]) -> Option<usize> {
    let &weight = weights.first()?;
    if weights.len() > MAX {
        return None;
    }
    let draws = draws_from(draws, first)?;
    let (head, tail) = weights.split_at_checked(16).unwrap_or((weights, &[]));
    let [(low, of_low), (high, of_high)] = [load_partial(head), load_partial(tail)];
    let like = broadcast(weight);
    let differing =
        _mm512_mask_cmpneq_epi32_mask(of_low, low, like) | _mm512_mask_cmpneq_epi32_mask(of_high, high, like);
    if differing == 0 && weight.wrapping_sub(1) < MAX_EQUAL {
        return Some(best_of_equal(draws, weights.len()));
    }
    if _mm512_cmplt_epi32_mask(_mm512_or_si512(low, high), _mm512_setzero_si512()) != 0 {
        return None;
    }
    Some(best_of_mixed(draws, [low, high], weights))
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn best_of_equal(draws: __m512i, len: usize) -> usize {
    let valid = _bzhi_u32(u32::MAX, len as u32);
    let counting = _mm512_mask_mov_epi16(_mm512_set1_epi32(-1), valid, draws);
    let half = _mm256_min_epu16(_mm512_castsi512_si256(counting), upper_half(counting));
    let eight = _mm_min_epu16(_mm256_castsi256_si128(half), _mm256_extracti128_si256::<1>(half));
    // The smallest draw, and one more.
    let limit = _mm512_broadcastw_epi16(_mm_adds_epu16(_mm_minpos_epu16(eight), _mm_set1_epi16(1)));
    let candidates = _mm512_mask_cmple_epu16_mask(valid, draws, limit);
    if candidates.is_power_of_two() {
        return candidates.trailing_zeros() as usize;
    }
    best_of_close(&numbers_of(draws), len)
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn best_of_mixed(draws: __m512i, weights: [__m512i; 2], exact: &[u32]) -> usize {
    let (low, above_low) = bound(_mm512_cvtepu16_epi32(_mm512_castsi512_si256(draws)), weights[0]);
    let (high, above_high) = bound(_mm512_cvtepu16_epi32(upper_half(draws)), weights[1]);
    let least = _mm512_castps_si512(_mm512_min_ps(above_low, above_high));
    let [lower, upper] =
        [_mm512_castsi512_si256(least), upper_half(least)].map(|half| _mm256_castsi256_ps(half));
    let limit = _mm512_broadcastss_ps(_mm256_castps256_ps128(limit(_mm256_min_ps(lower, upper))));
    let of_low = u32::from(_mm512_cmp_ps_mask::<_CMP_LE_OQ>(low, limit));
    let of_high = u32::from(_mm512_cmp_ps_mask::<_CMP_LE_OQ>(high, limit));
    let candidates = _bzhi_u32(of_low | of_high << 16, exact.len() as u32);
    if candidates.is_power_of_two() {
        return candidates.trailing_zeros() as usize;
    }
    best_among(&numbers_of(draws), exact, candidates)
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn upper_half(vector: __m512i) -> __m256i {
    _mm512_extracti64x4_epi64::<1>(vector)
}

/// The draws from number `first` on, out of the two vectors that they are in: loaded whole as they were stored.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn draws_from(draws: &[[u16; MAX]], first: usize) -> Option<__m512i> {
    let (this, next) = (draws.get(first / MAX)?, draws.get(first / MAX + 1)?);
    let places = _mm512_add_epi16(numbers(), _mm512_set1_epi16((first % MAX) as i16));
    Some(_mm512_permutex2var_epi16(load_draws(this), places, load_draws(next)))
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn load_draws(from: &[u16; MAX]) -> __m512i {
    // SAFETY: the array has the 64 bytes that are read; the instruction takes any alignment.
    unsafe { _mm512_loadu_si512(from.as_ptr().cast()) }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
fn numbers_of(draws: __m512i) -> [u16; MAX] {
    let mut numbers = [0; MAX];
    // SAFETY: the array has the 64 bytes that are written; the instruction takes any alignment.
    unsafe { _mm512_storeu_si512(numbers.as_mut_ptr().cast(), draws) }
    numbers
}
