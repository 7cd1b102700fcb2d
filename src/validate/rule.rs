//! The steps of a rule.
#![forbid(unsafe_code)]

use super::{Fault, Place, Report};
use crate::mapper::{Rule, Step, Topology, is_well_formed, reachable};
use std::collections::TryReserveError;

/// What a step does, by the numbers of `enum crush_opcodes`.
enum StepKind {
    Nothing,
    Take,
    Choose { leaf: bool },
    Emit,
    Set,
    Unknown,
}

impl StepKind {
    fn of(step: &Step, is_msr: bool) -> Self {
        match step.op {
            0 if !is_msr => Self::Nothing,
            1 => Self::Take,
            4 => Self::Emit,
            2 | 3 if !is_msr => Self::Choose { leaf: false },
            6 | 7 if !is_msr => Self::Choose { leaf: true },
            8..=13 if !is_msr => Self::Set,
            14 | 15 if is_msr => Self::Set,
            16 if is_msr => Self::Choose { leaf: false },
            _ => Self::Unknown,
        }
    }
}

/// What is selected at some point of a rule, as far as that can be told.
#[derive(Default)]
struct Selection {
    buckets: Vec<i32>,
    any: bool,
}

/// Looks at rule number `number`.
pub(super) fn examine<T: Topology>(
    map: &T,
    number: u32,
    rule: &Rule<'_>,
    report: &mut Report,
) -> Result<(), TryReserveError> {
    if rule.is_msr() && !is_well_formed(rule) {
        report.add(Place::Rule(number), Fault::Malformed)?;
    }
    let mut selection = Selection::default();
    for (index, step) in rule.steps.iter().enumerate() {
        let place = Place::Step { rule: number, step: index };
        match StepKind::of(step, rule.is_msr()) {
            StepKind::Nothing | StepKind::Set => {}
            StepKind::Take => {
                if !selection.take(map, step.arg1)? {
                    let fault = if rule.is_msr() { Fault::UnknownBucket } else { Fault::UnknownTake };
                    report.add(place, fault(step.arg1))?;
                }
            }
            StepKind::Choose { leaf } => {
                if !selection.any {
                    report.add(place, Fault::NothingSelected)?;
                } else if !selection.choose(map, step.arg2, leaf)? {
                    report.add(place, Fault::TypeNotFound(step.arg2))?;
                }
            }
            StepKind::Emit => selection.any = false,
            StepKind::Unknown => report.add(place, Fault::UnknownStep(step.op))?,
        }
    }
    if selection.any { report.add(Place::Rule(number), Fault::NotEmitted) } else { Ok(()) }
}

impl Selection {
    /// Selects one item; false when the map does not have it.
    fn take<T: Topology>(&mut self, map: &T, item: i32) -> Result<bool, TryReserveError> {
        let is_bucket = item < 0 && map.bucket(item).is_some();
        let is_device = item >= 0 && item < map.max_devices();
        if !is_bucket && !is_device {
            return Ok(false);
        }
        self.any = true;
        self.buckets.clear();
        self.buckets.try_reserve(1)?;
        self.buckets.extend(is_bucket.then_some(item));
        Ok(true)
    }

    /// Selects what is of a type below what was selected; false when there is nothing.
    fn choose<T: Topology>(&mut self, map: &T, kind: i32, leaf: bool) -> Result<bool, TryReserveError> {
        let mut found = reachable(map, &self.buckets, kind)?;
        if leaf && kind != 0 {
            found = reachable(map, &found.buckets, 0)?;
        }
        let devices = found.devices && (leaf || kind == 0);
        self.any = devices || !found.buckets.is_empty();
        self.buckets = found.buckets;
        Ok(self.any)
    }
}
