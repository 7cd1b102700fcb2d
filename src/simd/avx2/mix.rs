//! The operations of the mix on vectors of eight words.

use core::arch::asm;
use core::arch::x86_64::*;

/// One row: what was computed longest ago is subtracted first, so that the row waits for the newest only twice.
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
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

/// Shifts each word to the right.
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn right<const BITS: i32>(words: __m256i) -> __m256i {
    _mm256_srli_epi32::<BITS>(words)
}

/// Shifts each word to the left.
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn left<const BITS: i32>(words: __m256i) -> __m256i {
    _mm256_slli_epi32::<BITS>(words)
}
