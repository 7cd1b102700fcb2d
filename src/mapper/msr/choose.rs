//! Fills the strides of a choose step (spec 02 section 12.5).
#![forbid(unsafe_code)]

use super::Output;
use super::block::{Block, stride_count};
use super::vectors::{Vectors, mark};
use super::width;
use crate::bucket::Bucket;
use crate::mapper::context::Context;
use crate::mapper::topology::Step;
use crate::mapper::{Observer, Topology, UNDEF};

/// Choose steps that one block may have: each is one level of recursion, and hierarchies are expected to have at most
/// `CRUSH_MAX_DEPTH` levels. A longer block maps nothing.
const MAX_CHOICES: usize = 512;

/// Consecutive places, `end` not included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    pub(super) start: u32,
    pub(super) end: u32,
}

impl Range {
    pub(super) fn contains(self, place: u32) -> bool {
        (self.start..self.end).contains(&place)
    }
}

/// One block that is being filled.
pub(super) struct Filling<'c, 'a, 's, 'o, 'r, T, O> {
    pub(super) context: &'c Context<'a, T, O>,
    pub(super) block: &'c Block<'c>,
    /// Tries against collisions in one descent.
    pub(super) collision_tries: u32,
    pub(super) vectors: Vectors<'s>,
    pub(super) output: &'o mut Output<'r>,
    /// Number of the descent from the root.
    pub(super) descent: u32,
}

/// A stride of a choose step: its number and its places.
#[derive(Clone, Copy)]
struct Stride {
    number: u32,
    places: Range,
}

impl<'a, T: Topology, O: Observer> Filling<'_, 'a, '_, '_, '_, T, O> {
    /// Fills `range` with items that choose step `step` and those after it find below `root`; returns how many devices
    /// were emitted. `wanted` is how many items the steps from here on ask for.
    pub(super) fn choose(&mut self, root: Bucket<'a>, wanted: u32, range: Range, step: usize) -> u32 {
        let Some(choice) = self.block.choices.get(step).filter(|_| self.block.choices.len() <= MAX_CHOICES)
        else {
            return 0;
        };
        let Some(length) = stride_length(wanted, stride_count(choice, width(self.output.result.len())))
        else {
            return 0;
        };
        let mut mapped = 0u32;
        let mut start = range.start;
        let mut number = 0;
        while start < range.end {
            let end = start.checked_add(length).map_or(range.end, |end| end.min(range.end));
            let stride = Stride { number, places: Range { start, end } };
            mapped = mapped.wrapping_add(self.fill(&root, length, range, step, choice, stride));
            start = end;
            number += 1;
        }
        self.vectors.drop_marked(step, range);
        mapped
    }

    /// Fills one stride, unless every place of it is taken; returns how many devices were emitted.
    fn fill(
        &mut self,
        root: &Bucket<'a>,
        length: u32,
        range: Range,
        step: usize,
        choice: &Step,
        stride: Stride,
    ) -> u32 {
        let last = self.block.choices.len() - 1;
        if !self.vectors.has_room(last, stride.places) {
            return 0;
        }
        let Some(item) = self.find(root, range, step, choice, stride) else {
            return 0;
        };
        match choice.arg2 {
            0 if length == 1 && step == last => self.fill_with_device(step, stride, item).into(),
            0 => 0,
            _ if step == last => 0,
            _ => self.fill_below(step, length, stride, item),
        }
    }

    /// An item that no other stride of `range` holds.
    fn find(
        &self,
        root: &Bucket<'a>,
        range: Range,
        step: usize,
        choice: &Step,
        stride: Stride,
    ) -> Option<i32> {
        (0..self.collision_tries)
            .filter_map(|attempt| self.descend(*root, choice.arg2, stride.number, attempt))
            .find(|&item| self.vectors.admits(step, range, stride.places, item))
    }

    /// From `bucket` down to the first device or bucket of type `kind`; `None` when the way ends or leads in a circle.
    fn descend(&self, mut bucket: Bucket<'a>, kind: i32, stride: u32, attempt: u32) -> Option<i32> {
        let places = width(self.output.result.len());
        let round = self.descent.wrapping_mul(places).wrapping_add(stride);
        let r = (round << 16).wrapping_add(attempt).cast_signed();
        for _ in 0..=self.context.map.max_buckets() {
            let item = self.context.choose(&bucket, r, stride.cast_signed())?;
            if item >= 0 {
                return Some(item);
            }
            bucket = self.context.map.bucket(item)?;
            if i32::from(bucket.kind) == kind {
                return Some(item);
            }
        }
        None
    }

    /// Emits a device, unless it is out.
    fn fill_with_device(&mut self, step: usize, stride: Stride, item: i32) -> bool {
        // A device numbered like an empty place cannot be told from one.
        if item == UNDEF || self.context.is_out(item) {
            return false;
        }
        self.vectors.push(step, stride.places, item);
        self.output.emit(stride.places.start, item)
    }

    /// Fills a stride with devices below the bucket `item`, and remembers the bucket if it had any.
    fn fill_below(&mut self, step: usize, length: u32, stride: Stride, item: i32) -> u32 {
        let Some(bucket) = self.context.map.bucket(item) else {
            return 0;
        };
        let mapped = self.choose(bucket, length, stride.places, step + 1);
        let pushed = self.vectors.push(step, stride.places, item);
        if let Some(slot) = pushed.filter(|_| mapped == 0) {
            mark(slot);
        }
        mapped
    }
}

/// Places of each of `count` strides, or `None` when they do not divide evenly, as after a product that wrapped.
fn stride_length(wanted: u32, count: u32) -> Option<u32> {
    (wanted.checked_rem(count)? == 0).then(|| wanted / count).filter(|&length| length > 0)
}
