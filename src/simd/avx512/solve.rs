//! All packed choices, from the ids to the winners, in one go.

use super::pack::Filling;
use super::{hash, small};
use crate::simd::avx2::best_of_many;
use crate::simd::lanes::{Packed, Rows, Winner};

/// Makes the first `count` choices of `rows` for input `x`, and writes as many winners.
///
/// # Safety
/// So many choices are packed.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
pub(super) unsafe fn solve(x: u32, rows: &mut Rows<'_>, count: usize) {
    let Rows { ids, ranks, draws, choices, winners } = rows;
    // SAFETY: as the caller promises.
    let choices = unsafe { choices[..count].assume_init_ref() };
    let mut filling = Filling::new(ids, ranks);
    for choice in choices {
        filling.append(choice.drawn.ids, choice.rank);
    }
    let filled = filling.finish();
    // SAFETY: these were stored.
    let ids = unsafe { ids[..16 * filled].assume_init_ref() }.as_chunks().0;
    // SAFETY: these were stored.
    let ranks = unsafe { ranks[..16 * filled].assume_init_ref() }.as_chunks().0;
    let made = hash::draws(x, ids, ranks, draws);
    // SAFETY: the kernel says how many it stored.
    let draws = unsafe { draws[..made].assume_init_ref() };
    let (vectors, mut first) = (draws.as_chunks().0, 0);
    for (winner, choice) in winners.iter_mut().zip(choices) {
        let own = draws.get(first..).unwrap_or(&[]);
        winner.write(Winner::new(choice, best(vectors, first, choice, own), own));
        first += choice.drawn.items.len();
    }
}

/// Index of the winner of one choice, whose draws are those from number `first` on: the first of `own`.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn best(draws: &[[u16; small::MAX]], first: usize, choice: &Packed<'_>, own: &[u16]) -> usize {
    if !choice.drawn.straws
        && let Some(index) = small::best(draws, first, choice.drawn.weights)
    {
        return index;
    }
    best_of_many(own, choice)
}
