//! Choices of many inputs in one bucket: a lane for each input, and the items one after another.
//!
//! Where choices are packed side by side, a bucket that does not fill its vectors leaves lanes idle, and each winner has to
//! be found across lanes. Here every lane has a choice of its own, and finds its winner by itself.

#[cfg(test)]
mod tests;

use super::Avx2;
use super::avx2::best_mixed::limit_above;
use crate::bucket::Drawn;
use crate::ln::ln;
use std::collections::TryReserveError;

/// Lanes that are served together: ranges of inputs are multiples of this.
pub(crate) const COLUMNS: usize = 16;
/// Items that a bucket may have: their numbers share a word with the draws.
const MAX_ITEMS: usize = 1 << 16;
/// The largest weight for which different logarithms give different quotients.
const MAX_EQUAL: u32 = super::avx2::MAX_EQUAL;

/// A bucket made ready: items that can win alone.
#[derive(Debug)]
pub(crate) struct Column {
    /// What is hashed for each.
    pub(super) ids: Vec<u32>,
    /// 1 / weight of each; nothing where all weigh the same.
    pub(super) reciprocals: Vec<f32>,
    /// What is chosen.
    items: Vec<i32>,
    /// Whether the largest draw always wins, as with straws of one length.
    plain: bool,
}

impl Column {
    /// The bucket of a choice, if its winners can be found so: straws differ, weights of 2^31 or more and more items than
    /// `MAX_ITEMS` cannot.
    pub(crate) fn of(choice: &Drawn<'_>) -> Result<Option<Self>, TryReserveError> {
        let weights = choice.weights;
        let heaviest = weights.iter().copied().max().unwrap_or(0);
        let lightest = weights.iter().copied().filter(|&weight| weight > 0).min().unwrap_or(0);
        let equal = lightest == heaviest;
        let is_plain = choice.straws && lightest > 0 && weights.iter().all(|&weight| weight == lightest);
        let fits = if choice.straws { is_plain } else { heaviest < 1 << 31 };
        if !fits || weights.len() > MAX_ITEMS {
            return Ok(None);
        }
        let mut column =
            Self { ids: Vec::new(), reciprocals: Vec::new(), items: Vec::new(), plain: is_plain };
        // Without any weight the first item wins.
        let count = weights.iter().filter(|&&weight| weight > 0).count().max(1);
        column.ids.try_reserve_exact(count)?;
        column.items.try_reserve_exact(count)?;
        let drawn_alone = choice.straws || (equal && lightest <= MAX_EQUAL);
        let bounded = !drawn_alone;
        if bounded {
            column.reciprocals.try_reserve_exact(count)?;
        }
        for ((&item, &id), &weight) in choice.items.iter().zip(choice.ids).zip(weights) {
            if weight > 0 || heaviest == 0 {
                column.items.push(item);
                column.ids.push(id.cast_unsigned());
                if bounded {
                    column.reciprocals.push(1.0 / weight as f32);
                }
            }
            if heaviest == 0 {
                break;
            }
        }
        Ok(Some(column))
    }

    /// The item of a winner.
    #[inline]
    pub(crate) fn item(&self, winner: Winner) -> Option<i32> {
        self.items.get(winner.index()).copied()
    }

    /// Finds the winner for each input and rank. All slices are of one length, a multiple of [`COLUMNS`].
    #[inline]
    pub(crate) fn choose(&self, avx2: Avx2, inputs: &[u32], ranks: &[u32], winners: &mut [Winner]) {
        avx2.columns(self, inputs, ranks, winners);
    }

    /// Bytes in use.
    pub(crate) fn bytes(&self) -> usize {
        size_of::<Self>() + 4 * (self.ids.capacity() + self.reciprocals.capacity() + self.items.capacity())
    }

    /// The winner of a lane of draws: the two largest words, of a draw above the item's number counted down from 0xffff.
    #[inline]
    pub(super) fn largest(&self, best: u32, second: u32) -> Winner {
        let sure = self.settles(best >> 16, second >> 16);
        if sure { Winner::sure(0xffff - (best & 0xffff)) } else { Winner::unsure() }
    }

    /// The winner of a lane of quotients: the two smallest lower bounds, and the index of the item that has the first. It is
    /// not sure if another item's quotient may be as small.
    #[inline]
    pub(super) fn smallest(&self, low: f32, next: f32, index: u32) -> Winner {
        let reciprocal = self.reciprocals.get(index as usize).copied().unwrap_or(f32::INFINITY);
        let limit = limit_above(low, reciprocal);
        if next > limit { Winner::sure(index) } else { Winner::unsure() }
    }

    /// Whether a winner with draw `best` needs no second look when the next best draw is `second`.
    ///
    /// Items with equal draws are told apart by their order. The logarithm is not quite monotone: neighbouring draws can have
    /// equal logarithms, or swapped ones at the very end.
    #[inline]
    fn settles(&self, best: u32, second: u32) -> bool {
        self.plain || second + 1 < best || best == 0 || (best != 0xffff && ln(best) != ln(best - 1))
    }
}

/// The item that wins, as its index; or that more than one could.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Winner(u32);

impl Winner {
    const UNSURE: u32 = u32::MAX;

    /// The winner with this index.
    #[inline]
    fn sure(index: u32) -> Self {
        Self(index)
    }

    /// More than one could win.
    #[inline]
    fn unsure() -> Self {
        Self(Self::UNSURE)
    }

    #[inline]
    fn index(self) -> usize {
        self.0 as usize
    }
}
