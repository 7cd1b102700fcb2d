//! Fills the lanes.
//!
//! Vectors are put together in registers and stored whole, where they are then loaded from: a load that takes what several
//! stores wrote would wait for all of them to reach the cache.

use crate::simd::avx2::as_words;
use core::arch::x86_64::*;
use core::mem::MaybeUninit;

/// One vector of lanes in memory.
pub(super) type Vector = [MaybeUninit<u32>; 16];

/// The lanes that are being filled.
pub(super) struct Filling<'r> {
    ids: &'r mut [Vector],
    ranks: &'r mut [Vector],
    id_vector: __m512i,
    rank_vector: __m512i,
    /// Lanes filled of these vectors, below 16.
    filled: usize,
    /// Vectors stored.
    stored: usize,
}

impl<'r> Filling<'r> {
    /// Nothing yet; vectors go to these rows.
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    pub(super) fn new(ids: &'r mut [MaybeUninit<u32>], ranks: &'r mut [MaybeUninit<u32>]) -> Self {
        Self {
            ids: ids.as_chunks_mut().0,
            ranks: ranks.as_chunks_mut().0,
            id_vector: _mm512_setzero_si512(),
            rank_vector: _mm512_setzero_si512(),
            filled: 0,
            stored: 0,
        }
    }

    /// Appends `ids`, and `rank` beside each.
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    pub(super) fn append(&mut self, ids: &[i32], rank: u32) {
        let mut rest = as_words(ids);
        while !rest.is_empty() {
            let (words, behind) = rest.split_at_checked(16 - self.filled).unwrap_or((rest, &[]));
            let lanes = (_bzhi_u32(u32::MAX, words.len() as u32) << self.filled) as __mmask16;
            // SAFETY: as many words are read as the mask has lanes: those of the slice, 16 at most.
            self.id_vector =
                unsafe { _mm512_mask_expandloadu_epi32(self.id_vector, lanes, words.as_ptr().cast()) };
            self.rank_vector = _mm512_mask_set1_epi32(self.rank_vector, lanes, rank.cast_signed());
            self.filled += words.len();
            if self.filled == 16 {
                self.store();
            }
            rest = behind;
        }
    }

    /// Stores the last vector; returns how many there are.
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    pub(super) fn finish(mut self) -> usize {
        if self.filled > 0 {
            self.store();
        }
        self.stored
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn store(&mut self) {
        if let (Some(ids), Some(ranks)) = (self.ids.get_mut(self.stored), self.ranks.get_mut(self.stored)) {
            store(ids, self.id_vector);
            store(ranks, self.rank_vector);
            self.stored += 1;
        }
        self.filled = 0;
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn store(to: &mut Vector, words: __m512i) {
    // SAFETY: the array has the 64 bytes that are written; the instruction takes any alignment.
    unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), words) }
}
