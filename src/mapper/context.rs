//! What stays the same through one mapping.
#![forbid(unsafe_code)]

use super::{DeviceWeights, Event, Observer, Topology};
use crate::bucket::together::{Items, Together, WINDOW};
use crate::bucket::{Algorithm, Bucket, ChooseArg, Drawn};
use core::cell::RefCell;

/// One mapping's map, input, device weights and observer.
pub(super) struct Context<'a, T, O> {
    pub(super) map: &'a T,
    pub(super) x: i32,
    pub(super) weights: DeviceWeights<'a>,
    pub(super) observer: &'a O,
    /// Where pending choices gather.
    pub(super) together: &'a RefCell<Together<'a>>,
}

impl<'a, T: Topology, O: Observer> Context<'a, T, O> {
    /// The item that `bucket` chooses for rank `r`, or `None` when it is empty.
    #[inline]
    pub(super) fn choose(&self, bucket: &Bucket<'a>, r: i32, position: i32) -> Option<i32> {
        self.observer.choice(bucket.items.len());
        let item = self.chosen(bucket, r, position);
        self.chose(bucket, r, position, item, false);
        item
    }

    #[inline]
    fn chosen(&self, bucket: &Bucket<'a>, r: i32, position: i32) -> Option<i32> {
        let arg = self.choose_arg(bucket, position);
        let mut together = self.together.borrow_mut();
        let Some(choice) = Drawn::of(bucket, &arg) else {
            return together.choose_other(bucket, arg, self.x, r);
        };
        if let &[item] = choice.items {
            return Some(item);
        }
        let mut items: Items = [0; WINDOW];
        together.choose(0, choice, self.x, r, &mut items);
        together.finish(self.x, &mut items);
        Some(items[0])
    }

    /// Tells of a choice.
    #[inline]
    pub(super) fn chose(
        &self,
        bucket: &Bucket<'_>,
        rank: i32,
        position: i32,
        item: Option<i32>,
        by_permutation: bool,
    ) {
        self.observer.event(Event::Chose { bucket: bucket.id, rank, position, item, by_permutation });
    }

    /// What stands in for the ids and weights of `bucket` at a position of the result.
    #[inline]
    pub(super) fn choose_arg(&self, bucket: &Bucket<'a>, position: i32) -> ChooseArg<'a> {
        match bucket.algorithm {
            Algorithm::Straw2 { .. } => self.map.choose_arg(bucket, position),
            _ => ChooseArg::default(),
        }
    }

    /// Whether `item` is a device that refuses the input, or no device at all.
    #[inline]
    pub(super) fn is_out(&self, item: i32) -> bool {
        self.weights.is_out(self.x, item)
    }
}
