//! The winner among items of equal weight: nearly always the largest draw.
//!
//! Draws are stored inverted, so the smallest number wins. The logarithm is not quite monotone (`ln`): neighbouring draws
//! can have equal logarithms, or swapped ones at the very end, but draws two apart never. Items within one of the best
//! are therefore compared by their logarithms, which is rare.

use super::load16;
use crate::ln::ln;
use core::arch::x86_64::*;

/// Index of the draw that wins among `len` items of one weight; `draws` holds whole vectors of 16.
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn best(draws: &[u16], len: usize) -> usize {
    let (sixteens, _) = draws.as_chunks::<16>();
    let smallest = smallest(sixteens, len);
    let limit = _mm256_set1_epi16(smallest.saturating_add(1).cast_signed());
    let mut candidates = Candidates::default();
    for (i, sixteen) in sixteens.iter().enumerate() {
        let over = _mm256_subs_epu16(load16(sixteen), limit);
        let within = _mm256_cmpeq_epi16(over, _mm256_setzero_si256());
        // Two bits for each draw.
        let bits = _mm256_movemask_epi8(within).cast_unsigned() & valid(len - 16 * i);
        if bits != 0 {
            candidates.add(draws, 16 * i, bits);
        }
    }
    candidates.winner
}

/// Index of the first one of the smallest of `len` draws; `draws` holds whole vectors of 16.
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn first(draws: &[u16], len: usize) -> usize {
    let (sixteens, _) = draws.as_chunks::<16>();
    let smallest = _mm256_set1_epi16(smallest(sixteens, len).cast_signed());
    for (i, sixteen) in sixteens.iter().enumerate() {
        let bits = _mm256_movemask_epi8(_mm256_cmpeq_epi16(load16(sixteen), smallest));
        if bits != 0 {
            return 16 * i + bits.trailing_zeros() as usize / 2;
        }
    }
    0
}

/// The smallest of the first `len` draws.
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn smallest(sixteens: &[[u16; 16]], len: usize) -> u16 {
    let mut smallest = _mm256_set1_epi16(-1);
    let mut rest = len;
    for sixteen in sixteens {
        let mut draws = load16(sixteen);
        if rest < 16 {
            draws = _mm256_or_si256(draws, beyond(rest));
        }
        smallest = _mm256_min_epu16(smallest, draws);
        rest = rest.saturating_sub(16);
    }
    let halves = _mm_min_epu16(_mm256_castsi256_si128(smallest), _mm256_extracti128_si256::<1>(smallest));
    _mm_extract_epi16::<0>(_mm_minpos_epu16(halves)) as u16
}

/// All ones in the lanes from `len` on.
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn beyond(len: usize) -> __m256i {
    let lanes = _mm256_setr_epi16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    _mm256_cmpgt_epi16(lanes, _mm256_set1_epi16(len as i16 - 1))
}

/// The bits of the lanes below `len`, two for each.
#[inline]
fn valid(len: usize) -> u32 {
    if len >= 16 { u32::MAX } else { (1 << (2 * len)) - 1 }
}

/// The best item so far.
#[derive(Default)]
struct Candidates {
    winner: usize,
    found: bool,
}

impl Candidates {
    /// Takes up the candidates of one vector: two bits for each draw.
    fn add(&mut self, draws: &[u16], first: usize, bits: u32) {
        if !self.found && bits.count_ones() == 2 {
            self.winner = first + bits.trailing_zeros() as usize / 2;
            self.found = true;
            return;
        }
        self.compare(draws, first, bits);
    }

    #[cold]
    fn compare(&mut self, draws: &[u16], first: usize, bits: u32) {
        let logarithm = |index: usize| draws.get(index).map_or(0, |&draw| ln(u32::from(!draw)));
        let mut best = self.found.then(|| logarithm(self.winner));
        for lane in (0..16).filter(|lane| bits & (1 << (2 * lane)) != 0) {
            let candidate = logarithm(first + lane);
            if best.is_none_or(|best| candidate > best) {
                (self.winner, best) = (first + lane, Some(candidate));
            }
        }
        self.found = true;
    }
}
