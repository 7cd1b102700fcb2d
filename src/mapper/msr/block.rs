//! The parts of a multi-step-retry rule (spec 02 sections 12.2 and 12.3).
#![forbid(unsafe_code)]

use crate::mapper::topology::{Rule, Step, Tunables};

/// Operations of a multi-step-retry rule's steps, numbered as in `enum crush_opcodes`.
mod op {
    pub(in crate::mapper) const TAKE: u32 = 1;
    pub(in crate::mapper) const EMIT: u32 = 4;
    pub(in crate::mapper) const SET_MSR_DESCENTS: u32 = 14;
    pub(in crate::mapper) const SET_MSR_COLLISION_TRIES: u32 = 15;
    pub(in crate::mapper) const CHOOSE_MSR: u32 = 16;
}

/// What the leading steps of a rule set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::mapper) struct Config {
    /// Descents from the root.
    pub(in crate::mapper) descents: u32,
    /// Tries against collisions in one descent.
    pub(in crate::mapper) collision_tries: u32,
}

impl Config {
    /// Reads the leading steps; returns what they set and the index of the first step behind them.
    pub(in crate::mapper) fn scan(steps: &[Step], tunables: &Tunables) -> (Self, usize) {
        let mut config =
            Self { descents: tunables.msr_descents, collision_tries: tunables.msr_collision_tries };
        for (index, step) in steps.iter().enumerate() {
            match step.op {
                op::SET_MSR_DESCENTS => config.descents = step.arg1.cast_unsigned(),
                op::SET_MSR_COLLISION_TRIES => config.collision_tries = step.arg1.cast_unsigned(),
                _ => return (config, index),
            }
        }
        (config, steps.len())
    }
}

/// TAKE, choose steps, EMIT.
#[derive(Clone, Copy, Debug)]
pub(in crate::mapper) struct Block<'a> {
    /// The item that is taken.
    pub(in crate::mapper) root: i32,
    /// The choose steps.
    pub(in crate::mapper) choices: &'a [Step],
    /// Index of the EMIT step in the rule.
    pub(in crate::mapper) emit: usize,
    /// Items that all choose steps together ask for, modulo 2^32.
    pub(in crate::mapper) total: u32,
}

impl<'a> Block<'a> {
    /// Reads the block that starts at step `index`, for a result of `places` places; `None` when it is malformed.
    pub(in crate::mapper) fn scan(steps: &'a [Step], index: usize, places: u32) -> Option<Self> {
        let (take, rest) = steps.get(index..)?.split_first()?;
        if take.op != op::TAKE {
            return None;
        }
        let len = rest.iter().position(|step| step.op != op::CHOOSE_MSR)?;
        let choices = rest.get(..len)?;
        if rest.get(len)?.op != op::EMIT {
            return None;
        }
        let total = choices.iter().fold(1u32, |total, step| total.wrapping_mul(stride_count(step, places)));
        Some(Self { root: take.arg1, choices, emit: index + 1 + len, total })
    }
}

/// Number of items that a choose step asks for: its count, or 0 for as many as the result has places.
pub(in crate::mapper) fn stride_count(step: &Step, places: u32) -> u32 {
    if step.arg1 == 0 { places } else { step.arg1.cast_unsigned() }
}

/// Choose steps of the longest block, up to the first one that is malformed.
pub(in crate::mapper) fn longest_block(rule: &Rule<'_>) -> usize {
    let (_, mut index) = Config::scan(rule.steps, &Tunables::default());
    let mut longest = 0;
    while let Some(block) = Block::scan(rule.steps, index, 1) {
        longest = longest.max(block.choices.len());
        index = block.emit + 1;
    }
    longest
}

/// Whether a rule consists of blocks that take a bucket, choose and emit.
pub(crate) fn is_well_formed(rule: &Rule<'_>) -> bool {
    let (_, mut index) = Config::scan(rule.steps, &Tunables::default());
    while index < rule.steps.len() {
        match Block::scan(rule.steps, index, 1) {
            Some(block) if block.root < 0 && !block.choices.is_empty() => index = block.emit + 1,
            _ => return false,
        }
    }
    true
}
