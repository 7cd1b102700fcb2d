//! How much a mapping can take at most, told from the map and the rule alone.
//!
//! Tries are few on any sane map and device weights, yet a rule may ask for millions, and hostile weights make it need them.
//! The bound counts every try as needed, and every descent as long as the longest.
#![forbid(unsafe_code)]

mod msr;
mod ordinary;
mod paths;

use super::Topology;
use core::ops::{Add, AddAssign, Mul};
use std::collections::TryReserveError;

/// Choices in buckets, and the draws that they take: one for each item of the bucket. Numbers too high for 64 bits count as
/// the highest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Choices of one item in one bucket.
    pub choices: u64,
    /// Items of all these buckets.
    pub draws: u64,
}

impl Work {
    /// The larger of each number.
    fn max(self, other: Self) -> Self {
        Self { choices: self.choices.max(other.choices), draws: self.draws.max(other.draws) }
    }
}

impl Add for Work {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            choices: self.choices.saturating_add(other.choices),
            draws: self.draws.saturating_add(other.draws),
        }
    }
}

impl AddAssign for Work {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Mul<u64> for Work {
    type Output = Self;

    fn mul(self, times: u64) -> Self {
        Self { choices: self.choices.saturating_mul(times), draws: self.draws.saturating_mul(times) }
    }
}

/// The most that mapping any input by rule `ruleno` can take, for a result of `result_max` places and whatever device
/// weights; nothing for an unknown rule.
///
/// Choices that are made ahead and then not wanted are counted. The bound itself takes time and memory like the part of the
/// map below what the rule takes, for each choose step.
///
/// # Errors
/// Not enough memory.
pub fn worst_case<T: Topology>(map: &T, ruleno: u32, result_max: usize) -> Result<Work, TryReserveError> {
    match map.rule(ruleno) {
        None => Ok(Work::default()),
        Some(rule) if rule.is_msr() => msr::worst_case(map, &rule, result_max),
        Some(rule) => ordinary::worst_case(map, &rule, result_max),
    }
}

/// What descents from some buckets to items of one type can reach.
pub(crate) struct Reachable {
    /// Buckets of the type.
    pub(crate) buckets: Vec<i32>,
    /// Whether they meet devices on the way.
    pub(crate) devices: bool,
}

/// What descents from the buckets `starts` to items of type `kind` can reach.
pub(crate) fn reachable<T: Topology>(
    map: &T,
    starts: &[i32],
    kind: i32,
) -> Result<Reachable, TryReserveError> {
    let paths = paths::Paths::find(map, starts, kind)?;
    Ok(Reachable { buckets: paths.targets, devices: paths.devices })
}
