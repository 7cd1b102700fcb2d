//! Choices packed into vector lanes.
#![forbid(unsafe_code)]

use super::{Items, WINDOW};
use crate::bucket::wide::{self, Known};
use crate::bucket::{Bucket, ChooseArg, Drawn, permutation, word};
use crate::hash::HashKind;
use crate::simd::{Avx2, CHOICES, LANES, Lanes, Rows, Winner};

const _: () = assert!(WINDOW <= CHOICES);

/// The memory of [`Together`], which stays where it is made: moving it would cost more than a small choice.
pub(crate) struct Memory<'a> {
    rows: Rows<'a>,
    known: Known,
}

impl Memory<'_> {
    /// Memory of any content.
    #[inline]
    pub(crate) fn new() -> Self {
        Self { rows: Rows::new(), known: Known::new() }
    }
}

/// Pending choices.
pub(crate) struct Together<'a> {
    lanes: Option<Lanes<'a>>,
    known: &'a mut Known,
}

impl<'a> Together<'a> {
    /// No choices, to be made with the best instructions there are; they gather in `memory`.
    #[inline]
    pub(crate) fn new(memory: &'a mut Memory<'a>) -> Self {
        let Memory { rows, known } = memory;
        let lanes = Avx2::get().map(|avx2| Lanes::new(rows, avx2));
        Self { lanes, known }
    }

    /// Whether draws go through vectors.
    #[inline]
    pub(crate) fn is_wide(&self) -> bool {
        self.lanes.is_some()
    }

    /// Packs choice number `tag`, which [`finish`](Self::finish) makes; false when it is for [`choose`](Self::choose).
    ///
    /// All that is known of the choice is in registers here. That is why it does not go on to that function: what is
    /// passed to another one goes through memory, where it was written in pieces that are smaller than those it is then
    /// copied in, and the processor waits for such.
    #[inline(always)]
    pub(crate) fn push(&mut self, tag: usize, choice: Drawn<'a>, r: i32) -> bool {
        match &mut self.lanes {
            Some(lanes) => lanes.push(tag, choice, word(r)),
            None => false,
        }
    }

    /// Makes choice number `tag` for input `x`, now or at the latest in [`finish`](Self::finish); the item goes to
    /// `items[tag]`.
    #[inline]
    pub(crate) fn choose(&mut self, tag: usize, choice: Drawn<'a>, x: i32, r: i32, items: &mut Items) {
        match &mut self.lanes {
            Some(lanes) => {
                if !lanes.push(tag, choice, word(r)) {
                    choose_in_full_lanes(lanes, tag, choice, x, r, items);
                }
            }
            None => {
                if let Some((place, item)) = items.get_mut(tag).zip(choice.choose(x, r)) {
                    *place = item;
                }
            }
        }
    }

    /// The item that a bucket of another kind chooses, or `None` when it is empty.
    #[inline]
    pub(crate) fn choose_other(
        &mut self,
        bucket: &Bucket<'_>,
        arg: ChooseArg<'_>,
        x: i32,
        r: i32,
    ) -> Option<i32> {
        // Nothing has to be hashed where there is no choice.
        if let &[item] = bucket.items {
            return Some(item);
        }
        if let Some(lanes) = &self.lanes
            && bucket.hash == HashKind::Rjenkins1
            && let Some(item) = wide::choose(lanes.avx2(), self.known, bucket, x, r)
        {
            return Some(item);
        }
        bucket.choose(x, r, arg)
    }

    /// The item that `bucket` chooses by permutation, whatever its kind, or `None` when it is empty.
    pub(crate) fn permute(&mut self, bucket: &Bucket<'_>, x: i32, r: i32) -> Option<i32> {
        let lanes = self.lanes.as_ref().filter(|_| bucket.hash == HashKind::Rjenkins1);
        let wide = lanes.and_then(|lanes| wide::permute(lanes.avx2(), self.known, bucket, x, r));
        wide.or_else(|| permutation::choose(bucket, x, r))
    }

    /// Makes the choices that are still pending.
    #[inline]
    pub(crate) fn finish(&mut self, x: i32, items: &mut Items) {
        if let Some(lanes) = &mut self.lanes {
            finish(lanes, x, items);
        }
    }
}

#[inline]
fn finish(lanes: &mut Lanes<'_>, x: i32, items: &mut Items) {
    lanes.choose(word(x), |winner| {
        if let Some(place) = items.get_mut(winner.tag) {
            *place = winner.item;
        }
    });
}

#[cold]
fn choose_in_full_lanes<'a>(
    lanes: &mut Lanes<'a>,
    tag: usize,
    choice: Drawn<'a>,
    x: i32,
    r: i32,
    items: &mut Items,
) {
    finish(lanes, x, items);
    if lanes.push(tag, choice, word(r)) {
        return;
    }
    if let Some((place, item)) = items.get_mut(tag).zip(choose_large(lanes, choice, x, r)) {
        *place = item;
    }
}

/// Makes a choice of more items than there are lanes: block by block, and then among the winners.
fn choose_large<'a>(lanes: &mut Lanes<'a>, choice: Drawn<'a>, x: i32, r: i32) -> Option<i32> {
    let mut best: Option<(i64, i32)> = None;
    let blocks = choice.items.chunks(LANES).zip(choice.weights.chunks(LANES)).zip(choice.ids.chunks(LANES));
    for ((items, weights), ids) in blocks {
        let block = Drawn { items, weights, ids, ..choice };
        lanes.push(0, block, word(r));
        lanes.choose(word(x), |&Winner { item, index, inverted, .. }| {
            let weight = weights.get(index).copied().unwrap_or(0);
            let value = block.value(u32::from(!inverted), weight);
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, item));
            }
        });
    }
    best.map(|(_, item)| item)
}
