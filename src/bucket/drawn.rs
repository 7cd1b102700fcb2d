//! Buckets in which each item draws once, with a hash of three words: straw and straw2.
//!
//! Nearly all buckets are of this kind, and their draws are independent of each other, so that many can be made at once.
#![forbid(unsafe_code)]

use super::{Algorithm, Bucket, ChooseArg, word};
use crate::hash::HashKind;
use crate::ln::draw;

/// A choice by draws with rjenkins1: as many ids and weights as items, at least one. The vector kernels rely on that, so
/// that only [`of`](Self::of) and this crate make one.
#[derive(Clone, Copy, Debug)]
pub struct Drawn<'a> {
    /// What is chosen from.
    pub(crate) items: &'a [i32],
    /// What is hashed.
    pub(crate) ids: &'a [i32],
    /// The weight or straw of each item, 16.16.
    pub(crate) weights: &'a [u32],
    /// Whether these are straws.
    pub(crate) straws: bool,
}

impl<'a> Drawn<'a> {
    /// The choice in `bucket`, unless it is of another kind or its arrays have gaps.
    #[inline]
    pub fn of(bucket: &Bucket<'a>, arg: &ChooseArg<'a>) -> Option<Self> {
        let items = bucket.items;
        let (weights, ids, straws) = match bucket.algorithm {
            Algorithm::Straw2 { item_weights } => (
                if arg.weights.is_empty() { item_weights } else { arg.weights },
                if arg.ids.is_empty() { items } else { arg.ids },
                false,
            ),
            Algorithm::Straw { straws } => (straws, items, true),
            _ => return None,
        };
        Self::new(items, ids, weights, straws).filter(|_| bucket.hash == HashKind::Rjenkins1)
    }

    /// The choice among `items`, unless the arrays have gaps.
    #[inline]
    pub(crate) fn new(items: &'a [i32], ids: &'a [i32], weights: &'a [u32], straws: bool) -> Option<Self> {
        let whole = !items.is_empty() && weights.len() == items.len() && ids.len() == items.len();
        whole.then_some(Self { items, ids, weights, straws })
    }

    /// The value of a draw: the largest wins. `hash` counts with its low 16 bits.
    #[inline]
    pub(crate) fn value(&self, hash: u32, weight: u32) -> i64 {
        if self.straws { i64::from(hash & 0xffff) * i64::from(weight) } else { draw(hash, weight) }
    }

    /// Makes the choice, item by item.
    pub(crate) fn choose(&self, x: i32, r: i32) -> Option<i32> {
        let mut best: Option<(i64, i32)> = None;
        for ((&item, &id), &weight) in self.items.iter().zip(self.ids).zip(self.weights) {
            let value = self.value(HashKind::Rjenkins1.hash3(word(x), word(id), word(r)), weight);
            if best.is_none_or(|(largest, _)| value > largest) {
                best = Some((value, item));
            }
        }
        best.map(|(_, item)| item)
    }
}
