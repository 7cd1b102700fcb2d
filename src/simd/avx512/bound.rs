//! Bounds of quotients, sixteen to a vector: as in `avx2::best_mixed`, which says what they are and why they suffice.

use crate::simd::avx2::{SPREAD, WEIGHTLESS};
use core::arch::x86_64::*;

/// Lower and upper bounds of sixteen quotients, in units of 2^44; beyond hope for weight 0.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn bound(draws: __m512i, weights: __m512i) -> (__m512, __m512) {
    let divisor = _mm512_max_ps(_mm512_cvtepi32_ps(weights), _mm512_set1_ps(WEIGHTLESS));
    let reciprocal = _mm512_div_ps(_mm512_set1_ps(1.0), divisor);
    let low = _mm512_mul_ps(lower_bound(draws), reciprocal);
    (low, _mm512_fmadd_ps(_mm512_set1_ps(SPREAD), reciprocal, low))
}

/// Lower bounds of L / 2^44 for sixteen draws.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn lower_bound(draws: __m512i) -> __m512 {
    let value = _mm512_cvtepi32_ps(_mm512_sub_epi32(_mm512_set1_epi32(0x1_0000), draws));
    let bits = _mm512_castps_si512(value);
    let exponent = _mm512_srai_epi32::<23>(_mm512_sub_epi32(bits, _mm512_set1_epi32(0x3f35_04f3)));
    let mantissa = _mm512_castsi512_ps(_mm512_sub_epi32(bits, _mm512_slli_epi32::<23>(exponent)));
    let z = _mm512_sub_ps(mantissa, _mm512_set1_ps(1.0));
    let p = _mm512_fmadd_ps(_mm512_set1_ps(-0.327_766_5), z, _mm512_set1_ps(0.511_264_7));
    let p = _mm512_fmadd_ps(p, z, _mm512_set1_ps(-0.724_296_3));
    let p = _mm512_fmadd_ps(p, z, _mm512_set1_ps(1.442_270_6));
    let whole = _mm512_cvtepi32_ps(_mm512_sub_epi32(_mm512_set1_epi32(16), exponent));
    let logarithm = _mm512_sub_ps(_mm512_fnmadd_ps(z, p, whole), _mm512_set1_ps(2e-5));
    _mm512_max_ps(logarithm, _mm512_set1_ps(2.49e-6))
}
