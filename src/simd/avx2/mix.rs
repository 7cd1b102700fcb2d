//! The mix that the hashes are made of, on several vectors side by side.
//!
//! One hash is a chain of rows, each waiting for the one before, so that a single vector leaves most of the processor idle.

use core::arch::asm;
use core::arch::x86_64::*;

/// The seed and the two extra words of the scalar hash.
pub(super) const SEED: i32 = 1_315_423_911;
pub(super) const X0: i32 = 231_232;
pub(super) const Y0: i32 = 1_232;

/// One row of the mix for each of the vectors. A macro, since functions of a target feature cannot be forced inline.
macro_rules! row {
    ($target:ident, $older:ident, $newer:ident, $shift:ident::<$bits:literal>) => {
        for ((target, older), newer) in $target.iter_mut().zip($older).zip($newer) {
            *target = $crate::simd::avx2::mix::stir(*target, older, newer, $shift::<$bits>(newer));
        }
    };
}

/// Stirs three words, each by the two others and a shift (spec 02 section 2.1).
macro_rules! mix {
    ($p:ident, $q:ident, $s:ident) => {
        $crate::simd::avx2::mix::row!($p, $q, $s, _mm256_srli_epi32::<13>);
        $crate::simd::avx2::mix::row!($q, $s, $p, _mm256_slli_epi32::<8>);
        $crate::simd::avx2::mix::row!($s, $p, $q, _mm256_srli_epi32::<13>);
        $crate::simd::avx2::mix::row!($p, $q, $s, _mm256_srli_epi32::<12>);
        $crate::simd::avx2::mix::row!($q, $s, $p, _mm256_slli_epi32::<16>);
        $crate::simd::avx2::mix::row!($s, $p, $q, _mm256_srli_epi32::<5>);
        $crate::simd::avx2::mix::row!($p, $q, $s, _mm256_srli_epi32::<3>);
        $crate::simd::avx2::mix::row!($q, $s, $p, _mm256_slli_epi32::<10>);
        $crate::simd::avx2::mix::row!($s, $p, $q, _mm256_srli_epi32::<15>);
    };
}

pub(super) use {mix, row};

/// One row: what was computed longest ago is subtracted first, so that the row waits for the newest only twice.
#[target_feature(enable = "avx2,fma")]
#[inline]
pub(super) fn stir(target: __m256i, older: __m256i, newer: __m256i, shifted: __m256i) -> __m256i {
    let mut difference = _mm256_sub_epi32(target, older);
    // Without this the compiler adds the two first, which makes every row wait for one more operation.
    // SAFETY: an empty piece of assembly that leaves its operand as it is.
    unsafe {
        asm!("/* {0} */", inout(ymm_reg) difference, options(nomem, nostack, preserves_flags));
    }
    _mm256_xor_si256(_mm256_sub_epi32(difference, newer), shifted)
}
