//! Choices packed into vector lanes.
#![forbid(unsafe_code)]

use super::{Items, WINDOW};
use crate::bucket::wide::{self, StepHashes};
use crate::bucket::{Bucket, ChooseArg, Drawn, word};
use crate::hash::HashKind;
use crate::simd::{Avx2, CHOICES, LANES, Lanes};

pub(crate) use crate::simd::Rows as Memory;

const _: () = assert!(WINDOW <= CHOICES);

/// Pending choices.
pub(crate) struct Together<'a> {
    lanes: Option<Lanes<'a>>,
    steps: StepHashes,
}

impl<'a> Together<'a> {
    /// No choices, to be made with the best instructions there are; they gather in `memory`.
    #[inline]
    pub(crate) fn new(memory: &'a mut Memory<'a>) -> Self {
        let lanes = Avx2::get().map(|avx2| Lanes::new(memory, avx2));
        Self { lanes, steps: StepHashes::new() }
    }

    /// Whether draws go through vectors.
    #[inline]
    pub(crate) fn is_wide(&self) -> bool {
        self.lanes.is_some()
    }

    /// Makes choice number `tag` for input `x`, now or at the latest in [`finish`](Self::finish); the item goes to
    /// `items[tag]`.
    #[inline(always)]
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
        let lanes = self.lanes.as_ref().filter(|_| bucket.hash == HashKind::Rjenkins1);
        let wide = lanes.and_then(|lanes| wide::choose(lanes.avx2(), &mut self.steps, bucket, x, r));
        wide.or_else(|| bucket.choose(x, r, arg))
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
fn finish<'a>(lanes: &mut Lanes<'a>, x: i32, items: &mut Items) {
    lanes.choose(word(x), |tag, choice: &Drawn<'a>, winner, _| {
        if let Some((place, &item)) = items.get_mut(tag).zip(choice.items.get(winner)) {
            *place = item;
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
        lanes.push(0, Drawn { items, weights, ids, ..choice }, word(r));
        lanes.choose(word(x), |_, block, winner, inverted| {
            let weight = block.weights.get(winner).copied().unwrap_or(0);
            let value = block.value(u32::from(!inverted), weight);
            if let Some(&item) = block.items.get(winner).filter(|_| best.is_none_or(|(most, _)| value > most))
            {
                best = Some((value, item));
            }
        });
    }
    best.map(|(_, item)| item)
}
