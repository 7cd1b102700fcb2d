//! The winner of a straw2 bucket: which of the kernels may judge it depends on its weights.

use super::{best_equal, best_mixed, load8, load8_partial};
use crate::ln::draw;
use core::arch::x86_64::*;

/// The largest weight for which different logarithms give different quotients: the smallest gap between two logarithms
/// that differ (`ln`).
pub(in crate::simd) const MAX_EQUAL: u32 = 56_128_037;

/// What kind the weights of a bucket are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Weights {
    /// All the same, and such that only the draws matter.
    Equal,
    /// All below 2^31.
    Mixed,
    /// Some are negative divisors: for the scalar definition only.
    Huge,
}

/// Index of the draw that wins among items of these weights; `draws` holds whole vectors of 16.
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn best(draws: &[u16], weights: &[u32]) -> usize {
    match survey(weights) {
        Weights::Equal => best_equal::best(draws, weights.len()),
        Weights::Mixed => best_mixed::best(draws, weights),
        Weights::Huge => best_of_any(draws, weights),
    }
}

/// Whether all are the same.
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn are_equal(weights: &[u32]) -> bool {
    let Some((&first, _)) = weights.split_first() else {
        return true;
    };
    let like = _mm256_set1_epi32(first.cast_signed());
    let (eights, rest) = weights.as_chunks::<8>();
    let mut differing = _mm256_setzero_si256();
    for eight in eights {
        differing = _mm256_or_si256(differing, _mm256_xor_si256(load8(eight), like));
    }
    _mm256_testz_si256(differing, differing) != 0 && rest.iter().all(|&weight| weight == first)
}

/// The definition of the winner, on inverted draws.
fn best_of_any(draws: &[u16], weights: &[u32]) -> usize {
    let mut best = (0, i64::MIN);
    for (i, (&inverted, &weight)) in draws.iter().zip(weights).enumerate() {
        let candidate = draw(u32::from(!inverted), weight);
        if candidate > best.1 {
            best = (i, candidate);
        }
    }
    best.0
}

#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn survey(weights: &[u32]) -> Weights {
    let Some(&first) = weights.first() else {
        return Weights::Mixed;
    };
    let like = _mm256_set1_epi32(first.cast_signed());
    let (eights, rest) = weights.as_chunks::<8>();
    let (mut all, mut differing) = (_mm256_setzero_si256(), _mm256_setzero_si256());
    for eight in eights {
        let weights = load8(eight);
        all = _mm256_or_si256(all, weights);
        differing = _mm256_or_si256(differing, _mm256_xor_si256(weights, like));
    }
    let some_differ = _mm256_testz_si256(differing, differing) == 0;
    let tail = load8_partial(rest);
    let tail_differs = rest.iter().any(|&weight| weight != first);
    all = _mm256_or_si256(all, tail);
    if _mm256_movemask_ps(_mm256_castsi256_ps(all)) != 0 {
        Weights::Huge
    } else if some_differ || tail_differs || !(1..=MAX_EQUAL).contains(&first) {
        Weights::Mixed
    } else {
        Weights::Equal
    }
}
