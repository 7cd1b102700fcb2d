//! The hash of three words, sixteen items to a vector, up to four vectors side by side.

use super::mix::{left, right, stir};
use super::{broadcast, load};
use crate::simd::mix::{SEED, X0, Y0, hash3};
use core::arch::x86_64::*;
use core::mem::MaybeUninit;

/// Hashes input `x` with each id and rank, and stores the draws: 0xffff less the low 16 bits of the hash. All arrays are
/// of one length, a multiple of 16.
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
pub(super) fn draws(x: u32, ids: &[u32], ranks: &[u32], draws: &mut [MaybeUninit<u16>]) {
    let x = broadcast(x);
    let (ids, last_ids) = ids.as_chunks::<16>().0.as_chunks::<4>();
    let (ranks, last_ranks) = ranks.as_chunks::<16>().0.as_chunks::<4>();
    let (draws, last_draws) = draws.as_chunks_mut::<16>().0.as_chunks_mut::<4>();
    for ((ids, ranks), draws) in ids.iter().zip(ranks).zip(draws) {
        some(x, ids, ranks, draws);
    }
    let (ids, last_id) = last_ids.as_chunks::<2>();
    let (ranks, last_rank) = last_ranks.as_chunks::<2>();
    let (draws, last_draw) = last_draws.as_chunks_mut::<2>();
    if let (Some(ids), Some(ranks), Some(draws)) = (ids.first(), ranks.first(), draws.first_mut()) {
        some(x, ids, ranks, draws);
    }
    if let (Some(ids), Some(ranks), Some(draws)) =
        (last_id.first_chunk(), last_rank.first_chunk(), last_draw.first_chunk_mut())
    {
        some::<1>(x, ids, ranks, draws);
    }
}

/// The draws of N vectors.
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
#[inline]
fn some<const N: usize>(
    x: __m512i,
    ids: &[[u32; 16]; N],
    ranks: &[[u32; 16]; N],
    draws: &mut [[MaybeUninit<u16>; 16]; N],
) {
    let (mut id_vectors, mut rank_vectors) = ([_mm512_setzero_si512(); N], [_mm512_setzero_si512(); N]);
    for (((id, rank), ids), ranks) in id_vectors.iter_mut().zip(&mut rank_vectors).zip(ids).zip(ranks) {
        (*id, *rank) = (load(ids), load(ranks));
    }
    for (draws, hash) in draws.iter_mut().zip(hash(x, id_vectors, rank_vectors)) {
        let inverted = _mm512_cvtepi32_epi16(_mm512_xor_si512(hash, _mm512_set1_epi32(-1)));
        // SAFETY: the array has the 32 bytes that are written; the instruction takes any alignment.
        unsafe { _mm256_storeu_si256(draws.as_mut_ptr().cast(), inverted) }
    }
}

/// Hashes N vectors side by side.
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
#[inline]
fn hash<const N: usize>(x: __m512i, ids: [__m512i; N], ranks: [__m512i; N]) -> [__m512i; N] {
    let seeded = _mm512_xor_si512(x, _mm512_set1_epi32(SEED));
    let (mut a, mut b, mut c) = ([x; N], ids, ranks);
    let (mut x, mut y) = ([_mm512_set1_epi32(X0); N], [_mm512_set1_epi32(Y0); N]);
    let mut hash = [seeded; N];
    for ((hash, id), rank) in hash.iter_mut().zip(ids).zip(ranks) {
        *hash = _mm512_xor_si512(_mm512_xor_si512(*hash, id), rank);
    }
    hash3!(hash, a, b, c, x, y);
    hash
}
