//! All packed choices, from the ids to the winners, in one go.

use super::{best_straw, hash, pack, small, weights};
use crate::simd::lanes::{Packed, Rows, Winner};

/// See [`Avx2::solve`](super::Avx2::solve).
///
/// # Safety
/// The first `count` choices are packed.
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
pub(super) unsafe fn solve(x: u32, rows: &mut Rows<'_>, count: usize) {
    let Rows { ids, ranks, draws, choices, winners } = rows;
    // SAFETY: as the caller promises.
    let choices = unsafe { choices[..count].assume_init_ref() };
    let mut len = 0;
    for choice in choices {
        pack::append(choice.drawn.ids, choice.rank, &mut ids[len..], &mut ranks[len..]);
        len += choice.drawn.ids.len();
    }
    pack::pad(&mut ids[len..], &mut ranks[len..]);
    let end = len.next_multiple_of(16);
    // SAFETY: the loop wrote the lanes below `len`, and `pad` the sixteen from there on.
    let ids = unsafe { ids[..end].assume_init_ref() };
    // SAFETY: as for the ids.
    let ranks = unsafe { ranks[..end].assume_init_ref() };
    hash::draws(x, ids, ranks, &mut draws[..end]);
    pack::close(&mut draws[end..]);
    // SAFETY: the kernel wrote a draw for each lane, and `close` the 32 behind them.
    let draws = unsafe { draws[..end + 32].assume_init_ref() };
    let mut rest = draws;
    for (winner, choice) in winners.iter_mut().zip(choices) {
        winner.write(Winner::new(choice, best(rest, choice), rest));
        rest = rest.get(choice.drawn.items.len()..).unwrap_or(&[]);
    }
}

/// Index of the winner of one choice, whose draws are the first of `draws`.
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn best(draws: &[u16], choice: &Packed<'_>) -> usize {
    if let Some(few) = draws.first_chunk::<{ small::MAX }>().filter(|_| !choice.drawn.straws)
        && let Some(index) = small::best(few, choice.drawn.weights)
    {
        return index;
    }
    best_of_many(draws, choice)
}

/// As [`best`], by the kernels for any number of items and kind of weights.
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
pub(in crate::simd) fn best_of_many(draws: &[u16], choice: &Packed<'_>) -> usize {
    let weights = choice.drawn.weights;
    if choice.drawn.straws {
        return best_straw::best(draws, weights);
    }
    weights::best(whole_vectors(draws, weights.len()), weights)
}

/// The draws of `len` items, and those that fill up the last vector of 16.
fn whole_vectors(draws: &[u16], len: usize) -> &[u16] {
    draws.get(..len.next_multiple_of(16)).unwrap_or(draws)
}
