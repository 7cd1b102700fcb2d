//! Recomputing weights from the bottom up (spec 03 section 7.2).
//!
//! A bucket's children are reweighted one by one, each just before its weight is used. The path from the top bucket
//! down is kept here and not on the call stack, since a hostile map may be as deep as it has buckets.
//!
//! Upstream reweights a bucket every time it comes across it. A second time changes nothing, unless a cycle is
//! involved, so a bucket without cycles below it is entered once. Where there are cycles (upstream never returns), a
//! bucket that is on the path already is not entered; that alone could still take as many steps as there are ways
//! through the cycles, so beyond [`MOST_REPEATS`] no bucket is entered again.

use super::BucketAlgorithm;
use super::alloc::NoMemory;
use super::array::Array;
use super::edit::BucketMut;
use super::error::BuildError;
use super::hierarchy::{items, slot_of, slots};
use super::straw_lengths::StrawVersion;
use super::weighted::Weighted;
use crate::abi::{crush_bucket, crush_map};
use core::ptr::NonNull;

/// How often buckets of cycles are entered again, in all.
const MOST_REPEATS: u32 = 100_000;

/// Reweights a bucket and everything below it. Without a map (`None`) there is nothing below.
///
/// # Errors
/// `InvalidArgument` if the map is missing and needed, `UnknownAlgorithm`, `WeightOverflow` with the partial state that
/// upstream leaves, `NoMemory` with nothing changed.
///
/// # Safety
/// The map's table and the buckets in it, and `bucket`, are valid, and nobody else uses them during the call.
pub(crate) unsafe fn reweight(
    map: Option<&crush_map>,
    bucket: NonNull<crush_bucket>,
) -> Result<(), BuildError> {
    // SAFETY: the caller vouches for the bucket.
    if map.is_none() && unsafe { needs_map(bucket) } {
        return Err(BuildError::InvalidArgument);
    }
    // SAFETY: the caller vouches for the table.
    let slots = map.map_or(&[][..], |map| unsafe { slots(map) });
    let version = map.map(|map| map.straw_calc_version.into());
    // SAFETY: the caller vouches for the bucket.
    unsafe { BucketMut::from_ptr(bucket.as_ptr()) }?;
    let mut walk = Walk::new(slots, version, bucket.as_ptr())?;
    // SAFETY: the caller vouches for the bucket.
    unsafe { walk.begin() };
    loop {
        // SAFETY: the caller vouches for all buckets.
        if let Some(result) = unsafe { walk.advance() } {
            return result;
        }
    }
}

/// Whether a bucket refers to others or has straws to compute.
///
/// # Safety
/// The bucket is valid.
unsafe fn needs_map(bucket: NonNull<crush_bucket>) -> bool {
    // SAFETY: the caller vouches for the bucket.
    let header = unsafe { *bucket.as_ptr() };
    let has_straws = header.alg == BucketAlgorithm::Straw as u8 && header.size > 0;
    // SAFETY: the caller vouches for the bucket's items.
    has_straws || unsafe { items(&header) }.iter().any(|&item| item < 0)
}

/// A bucket on the path, and how far it is done.
#[derive(Clone, Copy)]
pub(crate) struct Step {
    bucket: *mut crush_bucket,
    /// The bucket's slot; of no meaning for the top bucket, which need not be in the table.
    slot: usize,
    /// Place of the item that is next.
    next: usize,
    /// Whether the next item's bucket was entered and left.
    descended: bool,
    /// Whether a cycle was met below.
    cyclic: bool,
    /// In a uniform bucket: weight of the children so far, and how many items were buckets and devices.
    sum: u32,
    children: u32,
    devices: u32,
}

impl Step {
    fn at(bucket: *mut crush_bucket, slot: usize) -> Self {
        let (next, descended, cyclic) = (0, false, false);
        Self { bucket, slot, next, descended, cyclic, sum: 0, children: 0, devices: 0 }
    }
}

/// What is known about the bucket in a slot.
mod mark {
    pub(super) const UNSEEN: u8 = 0;
    pub(super) const ON_PATH: u8 = 1;
    /// Done, with no cycle below.
    pub(super) const SETTLED: u8 = 2;
    /// Done, with a cycle below.
    pub(super) const CYCLIC: u8 = 3;
}

/// An item that is a bucket.
#[derive(Clone, Copy)]
struct Child {
    bucket: *mut crush_bucket,
    slot: usize,
}

struct Walk<'a> {
    slots: &'a [*mut crush_bucket],
    version: Option<StrawVersion>,
    top: *mut crush_bucket,
    marks: Array<u8>,
    current: Step,
    /// The buckets above the current one; each slot's at most once, besides the top.
    path: Array<Step>,
    depth: usize,
    repeats: u32,
}

impl<'a> Walk<'a> {
    fn new(
        slots: &'a [*mut crush_bucket],
        version: Option<StrawVersion>,
        top: *mut crush_bucket,
    ) -> Result<Self, NoMemory> {
        let marks = Array::zeroed(slots.len())?;
        let path = Array::zeroed(slots.len().checked_add(1).ok_or(NoMemory)?)?;
        let current = Step::at(top, 0);
        Ok(Self { slots, version, top, marks, current, path, depth: 0, repeats: 0 })
    }

    /// Starts the current bucket: the weight of one that is complete is summed up anew.
    ///
    /// # Safety
    /// The current bucket is valid, and nobody else uses it during the call.
    unsafe fn begin(&mut self) {
        // SAFETY: the caller vouches for the bucket.
        let is_empty = unsafe { (*self.current.bucket).size } == 0;
        // SAFETY: the caller vouches for the bucket.
        let Ok(mut bucket) = (unsafe { BucketMut::from_ptr(self.current.bucket) }) else { return };
        match bucket.weighted() {
            // Without items nothing is missing.
            Some(bucket) if is_empty || bucket.is_complete() => *bucket.weight_mut() = 0,
            Some(_) => self.current.next = usize::MAX,
            None => {}
        }
    }

    /// Does the next thing; the result, once all is done.
    ///
    /// # Safety
    /// All buckets of the table and the top one are valid, and nobody else uses them during the call.
    unsafe fn advance(&mut self) -> Option<Result<(), BuildError>> {
        // SAFETY: the caller vouches for the bucket.
        let header = unsafe { *self.current.bucket };
        // SAFETY: the caller vouches for the bucket's items.
        let Some(&item) = unsafe { items(&header) }.get(self.current.next) else {
            // SAFETY: the caller vouches for the bucket.
            unsafe { self.finish() };
            return self.leave(Ok(()));
        };
        let child = self.child(item);
        if let Some(child) = child
            && !self.current.descended
            && self.may_enter(child)
        {
            // SAFETY: the caller vouches for the bucket.
            unsafe { self.enter(child) };
            return None;
        }
        // SAFETY: the caller vouches for the buckets.
        match unsafe { self.tally(item, child) } {
            Ok(()) => {
                self.current.next += 1;
                self.current.descended = false;
                None
            }
            Err(error) => self.leave(Err(error)),
        }
    }

    fn child(&self, item: i32) -> Option<Child> {
        let slot = slot_of(item)?;
        let bucket = self.slots.get(slot).copied().filter(|bucket| !bucket.is_null())?;
        Some(Child { bucket, slot })
    }

    fn may_enter(&mut self, child: Child) -> bool {
        let seen = self.marks.get(child.slot).copied().unwrap_or(mark::ON_PATH);
        if seen == mark::ON_PATH || child.bucket == self.top {
            self.current.cyclic = true;
            return false;
        }
        if seen == mark::CYCLIC {
            self.current.cyclic = true;
            self.repeats = self.repeats.saturating_add(1);
            return self.repeats <= MOST_REPEATS;
        }
        seen == mark::UNSEEN
    }

    /// # Safety
    /// The child's bucket is valid, and nobody else uses it during the call.
    unsafe fn enter(&mut self, child: Child) {
        self.current.descended = true;
        // SAFETY: the caller vouches for the bucket.
        if unsafe { BucketMut::from_ptr(child.bucket) }.is_err() {
            return;
        }
        let Some(place) = self.path.get_mut(self.depth) else { return };
        *place = self.current;
        self.depth += 1;
        self.mark(child.slot, mark::ON_PATH);
        self.current = Step::at(child.bucket, child.slot);
        // SAFETY: the caller vouches for the bucket.
        unsafe { self.begin() };
    }

    /// Goes back to the bucket above; what became of this one does not matter there (spec 03 section 7.2).
    fn leave(&mut self, result: Result<(), BuildError>) -> Option<Result<(), BuildError>> {
        let Some(&above) = self.depth.checked_sub(1).and_then(|depth| self.path.get(depth)) else {
            return Some(result);
        };
        let left = core::mem::replace(&mut self.current, above);
        self.mark(left.slot, if left.cyclic { mark::CYCLIC } else { mark::SETTLED });
        self.current.cyclic |= left.cyclic;
        self.depth -= 1;
        None
    }

    fn mark(&mut self, slot: usize, mark: u8) {
        if let Some(entry) = self.marks.get_mut(slot) {
            *entry = mark;
        }
    }

    /// Adds the item at the current place to the bucket's weight.
    ///
    /// # Safety
    /// The current bucket and the child's are valid, and nobody else uses them during the call.
    unsafe fn tally(&mut self, item: i32, child: Option<Child>) -> Result<(), BuildError> {
        // SAFETY: the caller vouches for the bucket.
        let child_weight = child.map(|child| unsafe { (*child.bucket).weight });
        let place = self.current.next;
        // SAFETY: the caller vouches for the bucket.
        let mut bucket = unsafe { BucketMut::from_ptr(self.current.bucket) }?;
        match bucket.weighted() {
            Some(bucket) => tally_weighted(bucket, place, child_weight),
            None => self.current.tally_uniform(item, child_weight),
        }
    }

    /// Ends the current bucket once all items are counted. Missing memory for straws is ignored, as upstream.
    ///
    /// # Safety
    /// The current bucket is valid, and nobody else uses it during the call.
    unsafe fn finish(&mut self) {
        // SAFETY: the caller vouches for the bucket.
        match unsafe { BucketMut::from_ptr(self.current.bucket) } {
            Ok(BucketMut::Uniform(mut bucket)) => bucket.reset(self.current.average()),
            Ok(BucketMut::Straw(mut bucket)) => {
                let _no_memory = bucket.compute_straws(self.version);
            }
            _ => {}
        }
    }
}

impl Step {
    /// Counts an item of a uniform bucket; a bucket that does not exist counts as nothing.
    fn tally_uniform(&mut self, item: i32, child: Option<u32>) -> Result<(), BuildError> {
        if let Some(weight) = child {
            self.sum = self.sum.checked_add(weight).ok_or(BuildError::WeightOverflow)?;
            self.children += 1;
        } else if item >= 0 {
            self.devices += 1;
        }
        Ok(())
    }

    /// Weight of each item of a uniform bucket that has more children than devices.
    fn average(&self) -> Option<u32> {
        if self.children > self.devices { self.sum.checked_div(self.children) } else { None }
    }
}

/// Takes over a child's weight and adds the item's to the bucket's.
fn tally_weighted(bucket: &mut dyn Weighted, place: usize, child: Option<u32>) -> Result<(), BuildError> {
    let weight = bucket.item_weight_mut(place).map_or(0, |weight| {
        *weight = child.unwrap_or(*weight);
        *weight
    });
    let sum = bucket.weight_mut();
    *sum = sum.checked_add(weight).ok_or(BuildError::WeightOverflow)?;
    Ok(())
}
