//! Which item holds which place, for each choose step of a block.
//!
//! A stride can hold several items over time: when a device is out, a later descent adds another bucket to the same
//! stride. Entries of a stride fill upwards.
#![forbid(unsafe_code)]

use super::choose::Range;
use crate::mapper::UNDEF;
use crate::mapper::slot::Slot;

/// Cleared in an item that is to be forgotten when its choose step is done.
const KEPT: i32 = 1 << 30;
/// Bucket slots of a map whose bucket ids, the only items that are marked, all have that bit set.
pub(super) const MAX_BUCKETS: u32 = 1 << 30;

/// One vector of places for each choose step.
pub(super) struct Vectors<'s> {
    slots: &'s mut [Slot],
    places: usize,
}

impl<'s> Vectors<'s> {
    /// Empty vectors for `steps` choose steps over `places` places, at the front of `scratch`.
    pub(super) fn cleared(scratch: &'s mut [Slot], steps: usize, places: usize) -> Self {
        let len = steps.saturating_mul(places).min(scratch.len());
        let slots = &mut scratch[..len];
        slots.fill(Slot::EMPTY);
        Self { slots, places }
    }

    /// Whether `item` may go into `stride`: nothing else in `range` holds it.
    ///
    /// Only the first place that holds it is looked at.
    pub(super) fn admits(&self, step: usize, range: Range, stride: Range, item: i32) -> bool {
        let held = self.of(step, range).iter().position(|slot| same(slot.get(), item));
        held.is_none_or(|offset| stride.contains(range.start.wrapping_add(offset as u32)))
    }

    /// Whether any place of `stride` is empty.
    pub(super) fn has_room(&self, step: usize, stride: Range) -> bool {
        self.of(step, stride).iter().any(|slot| slot.get() == UNDEF)
    }

    /// Puts `item` into the first empty place of `stride`; returns that place, or `None` when the stride has the item.
    pub(super) fn push(&mut self, step: usize, stride: Range, item: i32) -> Option<&mut Slot> {
        let slots = self.of_mut(step, stride);
        let place = slots.iter().position(|slot| slot.get() == UNDEF || same(slot.get(), item))?;
        let slot = slots.get_mut(place).filter(|slot| slot.get() == UNDEF)?;
        slot.set(item);
        Some(slot)
    }

    /// Forgets what was marked in `range`.
    pub(super) fn drop_marked(&mut self, step: usize, range: Range) {
        for slot in self.of_mut(step, range).iter_mut().filter(|slot| is_marked(slot.get())) {
            slot.set(UNDEF);
        }
    }

    fn of(&self, step: usize, range: Range) -> &[Slot] {
        let first = step * self.places;
        self.slots.get(first + range.start as usize..first + range.end as usize).unwrap_or(&[])
    }

    fn of_mut(&mut self, step: usize, range: Range) -> &mut [Slot] {
        let first = step * self.places;
        self.slots.get_mut(first + range.start as usize..first + range.end as usize).unwrap_or(&mut [])
    }
}

/// Marks a bucket to be forgotten when its choose step is done. Until then it still collides with later ones.
pub(super) fn mark(slot: &mut Slot) {
    slot.set(slot.get() & !KEPT);
}

fn is_marked(held: i32) -> bool {
    held < 0 && held & KEPT == 0
}

fn same(held: i32, item: i32) -> bool {
    held == item || (is_marked(held) && held | KEPT == item)
}
