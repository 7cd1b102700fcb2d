//! How the steps of an MSR rule are read (spec 02 sections 12.2 and 12.3).

use crate::case::{Step, op};

/// The configuration at the head of an MSR rule.
pub(super) struct Config {
    pub(super) descents: Option<u32>,
    pub(super) collision_tries: Option<u32>,
    /// Index of the first step that is not configuration.
    pub(super) end: usize,
}

/// Reads the leading config steps; the last of a kind wins.
pub(super) fn config(steps: &[Step]) -> Config {
    let mut config = Config { descents: None, collision_tries: None, end: 0 };
    for step in steps {
        match step.op {
            op::SET_MSR_DESCENTS => config.descents = Some(step.arg1 as u32),
            op::SET_MSR_COLLISION_TRIES => config.collision_tries = Some(step.arg1 as u32),
            _ => break,
        }
        config.end += 1;
    }
    config
}

/// A block TAKE, CHOOSE_MSR..., EMIT.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Block {
    /// Product of the counts, wrapping.
    pub(super) total: u32,
    /// Index of the EMIT.
    pub(super) emit: usize,
}

/// Why steps are not a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoBlock {
    NoTake,
    ForeignStep,
    NoEmit,
}

/// Reads the block that begins at step `start`; a count of 0 stands for `result_max`.
pub(super) fn block(steps: &[Step], start: usize, result_max: u32) -> Result<Block, NoBlock> {
    if start + 1 >= steps.len() || steps[start].op != op::TAKE {
        return Err(NoBlock::NoTake);
    }
    let mut total = 1u32;
    for (index, step) in steps.iter().enumerate().skip(start + 1) {
        match step.op {
            op::EMIT => return Ok(Block { total, emit: index }),
            op::CHOOSE_MSR => total = total.wrapping_mul(count(step, result_max)),
            _ => return Err(NoBlock::ForeignStep),
        }
    }
    Err(NoBlock::NoEmit)
}

/// The count of a CHOOSE_MSR step.
pub(super) fn count(step: &Step, result_max: u32) -> u32 {
    if step.arg1 != 0 { step.arg1 as u32 } else { result_max }
}

/// Most choose steps in a block of the rule, up to the first that is none (spec 02 section 4.1).
pub(super) fn longest(steps: &[Step], result_max: u32) -> usize {
    let mut start = config(steps).end;
    let mut longest = 0;
    while let Ok(found) = block(steps, start, result_max) {
        longest = longest.max(found.emit - start - 1);
        start = found.emit + 1;
    }
    longest
}
