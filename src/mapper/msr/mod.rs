//! Multi-step retry: rules whose choices are retried from the top, all steps together (spec 02 section 12).
//!
//! A rule is a list of blocks, each TAKE, choose steps, EMIT. A block fills a range of the result; each choose step
//! divides its range into equal strides, one for each item that it chooses. When the device at the end of a stride is
//! out, the next try descends again from the block's root, so that another host may be found as well.
//!
//! - `block` finds the blocks of a rule;
//! - `vectors` remembers which bucket holds which stride, for each choose step of a block;
//! - `choose` fills strides.
#![forbid(unsafe_code)]

mod block;
mod choose;
mod vectors;

use super::context::Context;
use super::slot::Slot;
use super::topology::Rule;
use super::{Event, NONE, Observer, Topology};
use choose::{Filling, Range};
use vectors::Vectors;

pub(crate) use block::is_well_formed;
pub(super) use block::{Block, Config, longest_block, stride_count};

/// Rule type whose items move up when others fail, as for replicated pools.
const FIRSTN: u8 = 4;

/// Runs a multi-step-retry rule; returns how many places of `result` count.
pub(super) fn run<T: Topology, O: Observer>(
    context: &Context<'_, T, O>,
    rule: &Rule<'_>,
    result: &mut [i32],
    scratch: &mut [Slot],
) -> usize {
    result.fill(NONE);
    if context.map.max_buckets() > vectors::MAX_BUCKETS {
        return 0;
    }
    let places = result.len();
    let mut output = Output { result, returned: 0, packed: rule.kind == FIRSTN };
    let (config, mut index) = Config::scan(rule.steps, &context.map.tunables());
    let mut start = 0;
    while index < rule.steps.len() {
        let Some(block) = Block::scan(rule.steps, index, width(places)) else {
            return 0;
        };
        context.observer.event(Event::Step(index));
        let Some(end) = run_block(context, &config, &block, start, &mut output, scratch) else {
            return 0;
        };
        start = end;
        index = block.emit + 1;
    }
    if output.packed { output.returned } else { places }
}

/// Runs one block from place `start`; returns where the next one starts, or `None` for a rule that makes no sense.
fn run_block<T: Topology, O: Observer>(
    context: &Context<'_, T, O>,
    config: &Config,
    block: &Block<'_>,
    start: u32,
    output: &mut Output<'_>,
    scratch: &mut [Slot],
) -> Option<u32> {
    let places = width(output.result.len());
    if block.root >= 0 {
        return emit_device(block, start, output);
    }
    let end = start.wrapping_add(block.total).min(places);
    if context.map.bucket(block.root).is_none() || block.choices.is_empty() {
        return Some(end);
    }
    // A total that wrapped can put the end before the start; then the limit wraps as well.
    let limit = width(output.returned).wrapping_add(end.wrapping_sub(start));
    let vectors = Vectors::cleared(scratch, block.choices.len(), output.result.len());
    let mut filling =
        Filling { context, block, collision_tries: config.collision_tries, vectors, output, descent: 0 };
    while filling.descent < config.descents && width(filling.output.returned) < limit {
        context.observer.event(Event::Descent(filling.descent));
        filling.choose(block.root, block.total, Range { start, end }, 0);
        filling.descent += 1;
    }
    Some(end)
}

/// A block without choose steps that takes a device yields that device.
fn emit_device(block: &Block<'_>, start: u32, output: &mut Output<'_>) -> Option<u32> {
    if !block.choices.is_empty() {
        return None;
    }
    if start >= width(output.result.len()) {
        return Some(start);
    }
    output.emit(start, block.root);
    Some(start + 1)
}

/// The result, as blocks fill it.
pub(super) struct Output<'r> {
    result: &'r mut [i32],
    /// Items emitted.
    returned: usize,
    /// Whether items move up: each goes behind the last one, not to its own place.
    packed: bool,
}

impl Output<'_> {
    /// Emits `item` for `place`; false when there is no room or the place is taken.
    fn emit(&mut self, place: u32, item: i32) -> bool {
        let place = if self.packed { self.returned } else { place as usize };
        let free = self.result.get_mut(place).filter(|held| **held == NONE);
        let Some(held) = free else {
            return false;
        };
        *held = item;
        self.returned += 1;
        true
    }
}

/// A number of places as the index arithmetic of rules counts: 32 bits.
fn width(places: usize) -> u32 {
    u32::try_from(places).unwrap_or(u32::MAX)
}
