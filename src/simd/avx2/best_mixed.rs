//! The winner among items of different weights: bounds in single precision, then the exact draws of those that can win.
//!
//! The smallest quotient L / w wins, where L = 2^48 - ln(u). A polynomial gives `low` with
//! low (1 - 4e-4) <= L / 2^44 <= (low + 5e-5) (1 + 4e-4) for each of the 65,536 draws (a test goes through all), so that
//! an item whose lower bound is above the smallest upper bound, by more than rounding and one unit of the quotient, cannot
//! win.

use super::{load8, load8_draws, load8_partial};
use crate::ln::draw;
use crate::simd::LANES;
use core::arch::x86_64::*;
use core::mem::MaybeUninit;

/// What the upper bound is above the lower one, in units of 2^44.
pub(in crate::simd) const SPREAD: f32 = 5e-5;
/// Covers the relative errors of the bounds and of rounding.
const SLACK: f32 = 1.001;
/// One unit of the quotient: 2^-44, rounded up.
const UNIT: f32 = 5.69e-14;

/// Stands in for weight 0, since programs may have division by zero trapped.
pub(in crate::simd) const WEIGHTLESS: f32 = 1e-30;
/// Between the largest quotient of any weight, 16, and the smallest of weight 0, 2.49e24.
pub(super) const HOPELESS: f32 = 1e20;

/// Lower bounds of one vector's quotients.
type Bounds = [f32; 8];

/// Index of the draw that wins among items of these weights, all below 2^31; `draws` holds whole vectors of 16.
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn best(draws: &[u16], weights: &[u32]) -> usize {
    let mut bounds = [const { MaybeUninit::<Bounds>::uninit() }; LANES / 8];
    let (eights, rest) = weights.as_chunks::<8>();
    let (draw_eights, _) = draws.as_chunks::<8>();
    let mut least = _mm256_set1_ps(f32::INFINITY);
    let mut pending = bounds.iter_mut().zip(draw_eights);
    for (eight, (bounds, draws)) in eights.iter().zip(&mut pending) {
        let (low, high) = bound(load8_draws(draws), load8(eight));
        store(bounds, low);
        least = _mm256_min_ps(least, high);
    }
    if let Some((bounds, draws)) = pending.next().filter(|_| !rest.is_empty()) {
        let (low, high) = bound(load8_draws(draws), load8_partial(rest));
        store(bounds, low);
        least = _mm256_min_ps(least, high);
    }
    let limit = limit(least);
    let mut candidates = Candidates { draws, weights, winner: 0, found: false };
    for (i, bounds) in bounds[..weights.len().div_ceil(8)].iter().enumerate() {
        // SAFETY: the loops above wrote one vector of bounds for each eight weights begun.
        let low = unsafe { _mm256_loadu_ps(bounds.as_ptr().cast()) };
        let bits = _mm256_movemask_ps(_mm256_cmp_ps::<_CMP_LE_OQ>(low, limit)).cast_unsigned();
        let bits = bits & valid(weights.len() - 8 * i);
        if bits != 0 {
            candidates.add(8 * i, bits);
        }
    }
    candidates.winner
}

/// The largest lower bound that an item which wins can have, from the smallest upper bounds.
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn limit(least: __m256) -> __m256 {
    let least = smallest(least);
    // Without any weight all draws are equal.
    _mm256_set1_ps(if least > HOPELESS { f32::INFINITY } else { least.mul_add(SLACK, UNIT) })
}

/// The same from the lower bound of one item, whose weight has this reciprocal.
#[inline]
pub(in crate::simd) fn limit_above(low: f32, reciprocal: f32) -> f32 {
    SPREAD.mul_add(reciprocal, low).mul_add(SLACK, UNIT)
}

/// Index of the winner among up to 32 candidates, a bit each, by their exact draws.
pub(in crate::simd) fn best_among(draws: &[u16], weights: &[u32], candidates: u32) -> usize {
    let mut exact = Candidates { draws, weights, winner: 0, found: false };
    exact.compare(0, candidates);
    exact.winner
}

#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn store(to: &mut MaybeUninit<Bounds>, bounds: __m256) {
    // SAFETY: a vector fills the eight numbers; the instruction takes any alignment.
    unsafe { _mm256_storeu_ps(to.as_mut_ptr().cast(), bounds) }
}

/// Lower and upper bounds of eight quotients, in units of 2^44; above `HOPELESS` for weight 0.
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn bound(draws: __m256i, weights: __m256i) -> (__m256, __m256) {
    let divisor = _mm256_max_ps(_mm256_cvtepi32_ps(weights), _mm256_set1_ps(WEIGHTLESS));
    let reciprocal = _mm256_div_ps(_mm256_set1_ps(1.0), divisor);
    let low = _mm256_mul_ps(lower_bound(draws), reciprocal);
    (low, _mm256_fmadd_ps(_mm256_set1_ps(SPREAD), reciprocal, low))
}

/// Lower bounds of L / 2^44 for eight draws.
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn lower_bound(draws: __m256i) -> __m256 {
    // u + 1, from the inverted draw.
    let value = _mm256_cvtepi32_ps(_mm256_sub_epi32(_mm256_set1_epi32(0x1_0000), draws));
    // value = 2^exponent (1 + z), with 1 + z between sqrt(1/2) and sqrt(2).
    let bits = _mm256_castps_si256(value);
    let exponent = _mm256_srai_epi32::<23>(_mm256_sub_epi32(bits, _mm256_set1_epi32(0x3f35_04f3)));
    let mantissa = _mm256_castsi256_ps(_mm256_sub_epi32(bits, _mm256_slli_epi32::<23>(exponent)));
    let z = _mm256_sub_ps(mantissa, _mm256_set1_ps(1.0));
    // log2(1 + z) / z, a fit whose error SPREAD covers.
    let p = _mm256_fmadd_ps(_mm256_set1_ps(-0.327_766_5), z, _mm256_set1_ps(0.511_264_7));
    let p = _mm256_fmadd_ps(p, z, _mm256_set1_ps(-0.724_296_3));
    let p = _mm256_fmadd_ps(p, z, _mm256_set1_ps(1.442_270_6));
    let whole = _mm256_cvtepi32_ps(_mm256_sub_epi32(_mm256_set1_epi32(16), exponent));
    let logarithm = _mm256_sub_ps(_mm256_fnmadd_ps(z, p, whole), _mm256_set1_ps(2e-5));
    _mm256_max_ps(logarithm, _mm256_set1_ps(2.49e-6))
}

/// The smallest of eight numbers.
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn smallest(numbers: __m256) -> f32 {
    let four = _mm_min_ps(_mm256_castps256_ps128(numbers), _mm256_extractf128_ps::<1>(numbers));
    let two = _mm_min_ps(four, _mm_movehl_ps(four, four));
    let one = _mm_min_ss(two, _mm_shuffle_ps::<1>(two, two));
    _mm_cvtss_f32(one)
}

/// The bits of the lanes below `len`.
#[inline]
fn valid(len: usize) -> u32 {
    if len >= 8 { 0xff } else { (1 << len) - 1 }
}

/// The best item so far.
struct Candidates<'a> {
    draws: &'a [u16],
    weights: &'a [u32],
    winner: usize,
    found: bool,
}

impl Candidates<'_> {
    /// Takes up the candidates of one vector.
    #[inline]
    fn add(&mut self, first: usize, bits: u32) {
        if !self.found && bits.is_power_of_two() {
            self.winner = first + bits.trailing_zeros() as usize;
            self.found = true;
            return;
        }
        self.compare(first, bits);
    }

    fn compare(&mut self, first: usize, mut bits: u32) {
        let mut best = self.found.then(|| self.draw(self.winner));
        while bits != 0 {
            let index = first + bits.trailing_zeros() as usize;
            let candidate = self.draw(index);
            if best.is_none_or(|best| candidate > best) {
                (self.winner, best) = (index, Some(candidate));
            }
            bits &= bits - 1;
        }
        self.found = true;
    }

    /// The exact draw.
    #[inline]
    fn draw(&self, index: usize) -> i64 {
        match (self.draws.get(index), self.weights.get(index)) {
            (Some(&inverted), Some(&weight)) => draw(u32::from(!inverted), weight),
            _ => i64::MIN,
        }
    }
}
