//! Fills the strides of a choose step (spec 02 section 12.5).
#![forbid(unsafe_code)]

use super::Output;
use super::block::{Block, stride_count};
use super::vectors::{Vectors, mark};
use super::width;
use crate::mapper::ahead::{BAD, Course, Descents, EMPTY, MAX_DEVICES, NOT_MADE, WINDOW};
use crate::mapper::context::Context;
use crate::mapper::descent::Reached;
use crate::mapper::topology::Step;
use crate::mapper::{Event, Judgement, Observer, Topology, UNDEF};

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

/// One choose step at work: where it chooses from, for which places.
#[derive(Clone, Copy)]
struct Choosing<'c> {
    /// Item number of the bucket.
    root: i32,
    choice: &'c Step,
    /// Index of the step in its block.
    step: usize,
    range: Range,
    /// Places of a stride.
    length: u32,
}

impl Choosing<'_> {
    /// Stride number `number`, if the range has so many.
    fn stride(&self, number: u32) -> Option<Stride> {
        let start = number.checked_mul(self.length)?.checked_add(self.range.start)?;
        let end = start.checked_add(self.length).map_or(self.range.end, |end| end.min(self.range.end));
        (start < self.range.end).then_some(Stride { number, places: Range { start, end } })
    }
}

impl<T: Topology, O: Observer> Filling<'_, '_, '_, '_, '_, T, O> {
    /// Fills `range` with items that choose step `step` and those after it find below the bucket `root`; returns how many
    /// devices were emitted. `wanted` is how many items the steps from here on ask for.
    pub(super) fn choose(&mut self, root: i32, wanted: u32, range: Range, step: usize) -> u32 {
        let block = self.block;
        let Some(choice) = block.choices.get(step).filter(|_| block.choices.len() <= MAX_CHOICES) else {
            return 0;
        };
        let Some(length) = stride_length(wanted, stride_count(choice, width(self.output.result.len())))
        else {
            return 0;
        };
        self.context.observer.event(Event::Below { item: root, step });
        let choosing = Choosing { root, choice, step, range, length };
        let mut mapped = 0u32;
        for first in (0..).step_by(WINDOW) {
            let window = || (first..).map_while(|number| choosing.stride(number)).take(WINDOW);
            if window().next().is_none() {
                break;
            }
            let ahead = self.descend_ahead(&choosing, window());
            for (stride, reached) in window().zip(ahead) {
                mapped = mapped.wrapping_add(self.fill(&choosing, stride, reached));
            }
        }
        self.vectors.drop_marked(step, range);
        mapped
    }

    /// Makes the first attempts for some strides together, where they have room; what each reached.
    ///
    /// Not part of its caller, which is recursive: what it takes on the stack is given back before the next step.
    #[inline(never)]
    fn descend_ahead(&self, choosing: &Choosing<'_>, strides: impl Iterator<Item = Stride>) -> [i32; WINDOW] {
        let mut ahead = Descents::new();
        if self.collision_tries == 0 || O::IN_ORDER {
            return ahead.reached;
        }
        for (i, stride) in strides.enumerate().filter(|(_, stride)| self.has_room(*stride)) {
            ahead.start(i, choosing.root, self.rank(stride.number, 0), stride.number.cast_signed());
        }
        self.context.descend_all(&mut ahead, &FirstAttempts { kind: choosing.choice.arg2 });
        ahead.reached
    }

    /// Fills one stride, unless every place of it is taken; returns how many devices were emitted. `reached` is what the
    /// first attempt reached, if it was made ahead.
    fn fill(&mut self, choosing: &Choosing<'_>, stride: Stride, reached: i32) -> u32 {
        if !self.has_room(stride) {
            return 0;
        }
        let Some(item) = self.find(choosing, stride, reached) else {
            let place = stride.places.start as usize;
            self.context.observer.event(Event::GaveUp { place, failures: self.collision_tries });
            return 0;
        };
        let last = choosing.step + 1 == self.block.choices.len();
        match choosing.choice.arg2 {
            0 if choosing.length == 1 && last => self.fill_with_device(choosing.step, stride, item).into(),
            // Types that the rest of the block makes no sense of.
            kind if kind == 0 || last => {
                self.judged(Some(item), Judgement::Bad);
                0
            }
            _ => self.fill_below(choosing.step, choosing.length, stride, item),
        }
    }

    /// Whether any place of `stride` is still to be filled.
    fn has_room(&self, stride: Stride) -> bool {
        self.vectors.has_room(self.block.choices.len() - 1, stride.places)
    }

    /// An item that no other stride holds.
    fn find(&self, choosing: &Choosing<'_>, stride: Stride, reached: i32) -> Option<i32> {
        (0..self.collision_tries)
            .filter_map(|attempt| match reached {
                BAD | EMPTY if attempt == 0 => None,
                item if attempt == 0 && item != NOT_MADE => Some(item),
                _ => self.attempt(choosing, stride, attempt),
            })
            .find(|&item| {
                let admitted = self.vectors.admits(choosing.step, choosing.range, stride.places, item);
                if !admitted {
                    self.judged(Some(item), Judgement::Collision);
                }
                admitted
            })
    }

    /// One attempt, made alone.
    fn attempt(&self, choosing: &Choosing<'_>, stride: Stride, attempt: u32) -> Option<i32> {
        let place = stride.places.start as usize;
        self.context.observer.event(Event::Try { place, failures: attempt });
        let item = self.descend(choosing, stride.number, attempt);
        if item.is_none() {
            self.judged(None, Judgement::Bad);
        }
        item
    }

    #[inline]
    fn judged(&self, item: Option<i32>, judgement: Judgement) {
        self.context.observer.event(Event::Judged { item, judgement });
    }

    /// The rank of an attempt for a stride.
    fn rank(&self, stride: u32, attempt: u32) -> i32 {
        let round = self.descent.wrapping_mul(width(self.output.result.len())).wrapping_add(stride);
        (round << 16).wrapping_add(attempt).cast_signed()
    }

    /// From the root of the step down to the first device, or bucket of its type; `None` when the way ends or leads in a
    /// circle.
    fn descend(&self, choosing: &Choosing<'_>, stride: u32, attempt: u32) -> Option<i32> {
        let r = self.rank(stride, attempt);
        let mut at = choosing.root;
        for _ in 0..=self.context.map.max_buckets() {
            let chosen = self.context.choose(&self.context.map.bucket(at)?, r, stride.cast_signed());
            match step(self.context.map, chosen, choosing.choice.arg2) {
                Ok(below) => at = below,
                Err(Reached::Item(item)) => return Some(item),
                Err(_) => return None,
            }
        }
        None
    }

    /// Emits a device, unless it is out.
    fn fill_with_device(&mut self, step: usize, stride: Stride, item: i32) -> bool {
        // A device numbered like an empty place cannot be told from one.
        if item == UNDEF || self.context.is_out(item) {
            self.judged(Some(item), Judgement::Out);
            return false;
        }
        self.judged(Some(item), Judgement::Accepted);
        self.vectors.push(step, stride.places, item);
        self.output.emit(stride.places.start, item)
    }

    /// Fills a stride with devices below the bucket `item`, and remembers the bucket if it had any.
    fn fill_below(&mut self, step: usize, length: u32, stride: Stride, item: i32) -> u32 {
        if item >= 0 {
            self.judged(Some(item), Judgement::Bad);
            return 0;
        }
        self.judged(Some(item), Judgement::Accepted);
        let mapped = self.choose(item, length, stride.places, step + 1);
        let pushed = self.vectors.push(step, stride.places, item);
        if let Some(slot) = pushed.filter(|_| mapped == 0) {
            mark(slot);
        }
        mapped
    }
}

/// First attempts to reach items of a type.
struct FirstAttempts {
    kind: i32,
}

impl<T: Topology> Course<T> for FirstAttempts {
    #[inline]
    fn step(&self, map: &T, chosen: Option<i32>) -> Result<i32, Reached> {
        match step(map, chosen, self.kind) {
            // Numbers like the marks are left to the attempt that is made alone.
            Err(Reached::Item(MAX_DEVICES..)) => Err(Reached::Item(NOT_MADE)),
            stepped => stepped,
        }
    }
}

/// What a descent to type `kind` does after a choice. Devices end it whatever the type, and whatever their number.
#[inline]
fn step<T: Topology>(map: &T, chosen: Option<i32>, kind: i32) -> Result<i32, Reached> {
    let item = chosen.ok_or(Reached::Empty)?;
    if item >= 0 {
        return Err(Reached::Item(item));
    }
    match map.kind(item) {
        None => Err(Reached::Bad),
        Some(found) if i32::from(found) == kind => Err(Reached::Item(item)),
        Some(_) => Ok(item),
    }
}

/// Places of each of `count` strides, or `None` when they do not divide evenly, as after a product that wrapped.
fn stride_length(wanted: u32, count: u32) -> Option<u32> {
    (wanted.checked_rem(count)? == 0).then(|| wanted / count).filter(|&length| length > 0)
}
