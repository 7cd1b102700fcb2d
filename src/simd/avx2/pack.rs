//! Fills the lanes.

use super::{load8, load8_partial, store8, store16};
use core::arch::x86_64::*;
use core::mem::MaybeUninit;

/// Copies `ids` to the front of a row and `rank` beside each. The rows are at least eight lanes longer; whole vectors are
/// written, so that some lanes behind the last one change too.
#[target_feature(enable = "avx2,fma")]
#[inline]
pub(super) fn append(
    ids: &[i32],
    rank: u32,
    id_row: &mut [MaybeUninit<u32>],
    rank_row: &mut [MaybeUninit<u32>],
) {
    let rank = _mm256_set1_epi32(rank.cast_signed());
    let (eights, rest) = as_words(ids).as_chunks::<8>();
    let (id_eights, _) = id_row.as_chunks_mut::<8>();
    let (rank_eights, _) = rank_row.as_chunks_mut::<8>();
    let mut lanes = id_eights.iter_mut().zip(rank_eights);
    for (eight, (ids, ranks)) in eights.iter().zip(&mut lanes) {
        store8(ids, load8(eight));
        store8(ranks, rank);
    }
    if let Some((ids, ranks)) = lanes.next().filter(|_| !rest.is_empty()) {
        store8(ids, load8_partial(rest));
        store8(ranks, rank);
    }
}

/// Fills the first sixteen lanes of two rows.
#[target_feature(enable = "avx2,fma")]
#[inline]
pub(super) fn pad(id_row: &mut [MaybeUninit<u32>], rank_row: &mut [MaybeUninit<u32>]) {
    for row in [id_row, rank_row] {
        for eight in row.as_chunks_mut::<8>().0.iter_mut().take(2) {
            store8(eight, _mm256_setzero_si256());
        }
    }
}

/// Fills 32 draws with the worst one.
#[target_feature(enable = "avx2,fma")]
#[inline]
pub(super) fn close(draw_row: &mut [MaybeUninit<u16>]) {
    for sixteen in draw_row.as_chunks_mut::<16>().0.iter_mut().take(2) {
        store16(sixteen, _mm256_set1_epi16(-1));
    }
}

/// Ids as the hash takes them.
fn as_words(ids: &[i32]) -> &[u32] {
    // SAFETY: signed and unsigned numbers of 32 bits have one size and alignment, and any bits are a value of both.
    unsafe { core::slice::from_raw_parts(ids.as_ptr().cast(), ids.len()) }
}
