//! The longest straw: the largest product of draw and length, the first one of equals.

use super::{best_equal, load8, load8_draws, load8_partial, weights};
use core::arch::x86_64::*;

/// Index of the longest of these straws; `draws` holds whole vectors of 16.
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn best(draws: &[u16], straws: &[u32]) -> usize {
    match straws.first() {
        // Of equal lengths, the largest draw has the longest straw.
        Some(&first) if first > 0 && weights::are_equal(straws) => best_equal::first(draws, straws.len()),
        _ => best_of_different(draws, straws),
    }
}

#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
fn best_of_different(draws: &[u16], straws: &[u32]) -> usize {
    let (eights, rest) = straws.as_chunks::<8>();
    let (draw_eights, _) = draws.as_chunks::<8>();
    let mut longest = Longest::none();
    let mut pending = draw_eights.iter();
    for (eight, draws) in eights.iter().zip(&mut pending) {
        longest.add(load8_draws(draws), load8(eight));
    }
    if let Some(draws) = pending.next().filter(|_| !rest.is_empty()) {
        longest.add(load8_draws(draws), load8_partial(rest));
    }
    longest.index().min(straws.len().saturating_sub(1))
}

/// For each lane, the longest straw so far and the vector it was in: even items in one pair of vectors, odd ones in the
/// other, since products take 64 bits.
struct Longest {
    even: __m256i,
    odd: __m256i,
    even_at: __m256i,
    odd_at: __m256i,
    at: __m256i,
}

impl Longest {
    #[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn none() -> Self {
        let zero = _mm256_setzero_si256();
        Self {
            even: _mm256_set1_epi64x(-1),
            odd: _mm256_set1_epi64x(-1),
            even_at: zero,
            odd_at: zero,
            at: zero,
        }
    }

    /// Takes up eight items.
    #[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn add(&mut self, inverted: __m256i, straws: __m256i) {
        let draws = _mm256_xor_si256(inverted, _mm256_set1_epi32(0xffff));
        let even = _mm256_mul_epu32(draws, straws);
        let odd = _mm256_mul_epu32(_mm256_srli_epi64::<32>(draws), _mm256_srli_epi64::<32>(straws));
        keep_longer(&mut self.even, &mut self.even_at, even, self.at);
        keep_longer(&mut self.odd, &mut self.odd_at, odd, self.at);
        self.at = _mm256_add_epi64(self.at, _mm256_set1_epi64x(8));
    }

    /// Index of the longest straw.
    #[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
    fn index(&self) -> usize {
        let (even, odd) = (lanes(self.even), lanes(self.odd));
        let (even_at, odd_at) = (lanes(self.even_at), lanes(self.odd_at));
        let mut best = (-1, usize::MAX);
        for lane in 0..4 {
            for (length, index) in [
                (even[lane], even_at[lane] as usize + 2 * lane),
                (odd[lane], odd_at[lane] as usize + 2 * lane + 1),
            ] {
                if length > best.0 || (length == best.0 && index < best.1) {
                    best = (length, index);
                }
            }
        }
        best.1
    }
}

#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn keep_longer(longest: &mut __m256i, longest_at: &mut __m256i, lengths: __m256i, at: __m256i) {
    let longer = _mm256_cmpgt_epi64(lengths, *longest);
    *longest = _mm256_blendv_epi8(*longest, lengths, longer);
    *longest_at = _mm256_blendv_epi8(*longest_at, at, longer);
}

/// The four numbers of a vector.
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn lanes(vector: __m256i) -> [i64; 4] {
    [
        _mm256_extract_epi64::<0>(vector),
        _mm256_extract_epi64::<1>(vector),
        _mm256_extract_epi64::<2>(vector),
        _mm256_extract_epi64::<3>(vector),
    ]
}
