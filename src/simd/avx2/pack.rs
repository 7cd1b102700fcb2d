//! Fills the lanes.

use super::{load8, load8_partial, store8, store16};
use core::arch::x86_64::*;
use core::mem::MaybeUninit;

/// Copies `ids` to the front of a row and `rank` beside each. The rows are at least eight lanes longer; whole vectors are
/// written, so that some lanes behind the last one change too.
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn append(
    ids: &[i32],
    rank: u32,
    id_row: &mut [MaybeUninit<u32>],
    rank_row: &mut [MaybeUninit<u32>],
) {
    let rank = _mm256_set1_epi32(rank.cast_signed());
    let words = as_words(ids);
    let (eights, rest) = words.as_chunks::<8>();
    let (id_eights, _) = id_row.as_chunks_mut::<8>();
    let (rank_eights, _) = rank_row.as_chunks_mut::<8>();
    let mut rank_eights = rank_eights.iter_mut();
    for ((ids, eight), ranks) in id_eights.iter_mut().zip(eights).zip(&mut rank_eights) {
        store8(ids, load8(eight));
        store8(ranks, rank);
    }
    if rest.is_empty() {
        return;
    }
    if let Some(ranks) = rank_eights.next() {
        store8(ranks, rank);
    }
    // The last vector reaches back into the one before, if there is one.
    let (from, last) = match words.last_chunk::<8>() {
        Some(last) => (words.len() - 8, load8(last)),
        None => (0, load8_partial(rest)),
    };
    if let Some(ids) = id_row[from..].first_chunk_mut::<8>() {
        store8(ids, last);
    }
}

/// Fills the first sixteen lanes of two rows, if they have so many.
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn pad(id_row: &mut [MaybeUninit<u32>], rank_row: &mut [MaybeUninit<u32>]) {
    if let (Some(ids), Some(ranks)) = (id_row.first_chunk_mut::<16>(), rank_row.first_chunk_mut::<16>()) {
        for eights in [ids, ranks].map(|row| row.as_chunks_mut::<8>().0) {
            store8(&mut eights[0], _mm256_setzero_si256());
            store8(&mut eights[1], _mm256_setzero_si256());
        }
    }
}

/// Fills 32 draws with the worst one, if there are so many.
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn close(draw_row: &mut [MaybeUninit<u16>]) {
    if let Some(draws) = draw_row.first_chunk_mut::<32>() {
        let sixteens = draws.as_chunks_mut::<16>().0;
        store16(&mut sixteens[0], _mm256_set1_epi16(-1));
        store16(&mut sixteens[1], _mm256_set1_epi16(-1));
    }
}

/// Ids as the hash takes them.
pub(in crate::simd) fn as_words(ids: &[i32]) -> &[u32] {
    // SAFETY: signed and unsigned numbers of 32 bits have one size and alignment, and any bits are a value of both.
    unsafe { core::slice::from_raw_parts(ids.as_ptr().cast(), ids.len()) }
}
