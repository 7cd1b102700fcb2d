//! The operations of the mix on vectors of sixteen words.

use core::arch::asm;
use core::arch::x86_64::*;

/// One row: what was computed longest ago is subtracted first, so that the row waits for the newest only twice.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn stir(target: __m512i, older: __m512i, newer: __m512i, shifted: __m512i) -> __m512i {
    let mut difference = _mm512_sub_epi32(target, older);
    // Without this the compiler adds the two first, which makes every row wait for one more operation.
    // SAFETY: an empty piece of assembly that leaves its operand as it is.
    unsafe {
        asm!("/* {0} */", inout(zmm_reg) difference, options(nomem, nostack, preserves_flags));
    }
    _mm512_xor_si512(_mm512_sub_epi32(difference, newer), shifted)
}

/// Shifts each word to the right.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn right<const BITS: u32>(words: __m512i) -> __m512i {
    _mm512_srli_epi32::<BITS>(words)
}

/// Shifts each word to the left.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn left<const BITS: u32>(words: __m512i) -> __m512i {
    _mm512_slli_epi32::<BITS>(words)
}
