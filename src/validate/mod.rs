//! Can this map be mapped over safely, if not why, and how much work can a mapping be?
//!
//! This library answers over any map, whatever is in it. A map that comes from elsewhere may still not be what its maker
//! meant, and may bring down other programs: [`validate`] tells. The bound on work is [`worst_case`].
#![forbid(unsafe_code)]

mod bucket;
mod finding;
mod hierarchy;
mod rule;

#[cfg(test)]
mod tests;

pub use crate::mapper::{Work, worst_case};
pub use finding::{Fault, Finding, Place, Severity};

use crate::mapper::Topology;
use crate::view::MapView;
use std::collections::TryReserveError;

/// Findings that a report holds; more are counted.
pub const MAX_FINDINGS: usize = 1024;

/// Levels of a hierarchy that tools expect at most.
const USUAL_DEPTH: u64 = 10;

/// What is to be said about a map.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// What was found, buckets first, then rules; the first [`MAX_FINDINGS`] of it.
    pub findings: Vec<Finding>,
    /// Findings of severity `Unsafe`.
    pub unsafe_count: u64,
    /// Findings of severity `Odd`.
    pub odd_count: u64,
    /// Levels of buckets, one above another, of the deepest part without circles.
    pub depth: u64,
    /// The rule that a mapping can take most draws by, and the most that it takes; `None` without rules.
    pub worst: Option<(u32, Work)>,
}

impl Report {
    /// Whether any implementation can map over the map.
    pub fn is_safe(&self) -> bool {
        self.unsafe_count == 0
    }

    fn add(&mut self, place: Place, fault: Fault) -> Result<(), TryReserveError> {
        match fault.severity() {
            Severity::Unsafe => self.unsafe_count += 1,
            Severity::Odd => self.odd_count += 1,
        }
        if self.findings.len() < MAX_FINDINGS {
            self.findings.try_reserve(1)?;
            self.findings.push(Finding { place, fault });
        }
        Ok(())
    }
}

/// Looks at all of a map; the work is that of results of `result_max` places.
///
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use crush::map::Map;
/// use crush::validate::validate;
///
/// let map = Map::compile(
///     b"device 0 osd.0
///       type 0 osd
///       type 1 root
///       root all { alg straw2 item osd.0 weight 1 }
///       rule copies { id 0 type replicated step take all step choose firstn 0 type osd step emit }",
/// )?;
/// let report = validate(&map.view(), 3)?;
/// assert!(report.is_safe() && report.findings.is_empty());
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// Not enough memory.
pub fn validate(map: &MapView<'_>, result_max: usize) -> Result<Report, TryReserveError> {
    let mut report = Report::default();
    if map.lacks_bucket_table() {
        report.add(Place::Map, Fault::NoBucketTable)?;
    }
    if map.lacks_rule_table() {
        report.add(Place::Map, Fault::NoRuleTable)?;
    }
    for bucket in map.buckets_without_items() {
        report.add(Place::Bucket(bucket), Fault::NoItems)?;
    }
    examine(map, result_max, &mut report)?;
    Ok(report)
}

/// Adds what a mapping would see.
fn examine<T: Topology>(map: &T, result_max: usize, report: &mut Report) -> Result<(), TryReserveError> {
    for slot in 0..map.max_buckets() {
        let number = !slot.cast_signed();
        if let Some(found) = map.bucket(number).filter(|_| number < 0) {
            bucket::examine(map, number, &found, report)?;
        }
    }
    hierarchy::examine(map, report)?;
    for number in 0..map.max_rules() {
        let Some(found) = map.rule(number) else {
            continue;
        };
        rule::examine(map, number, &found, report)?;
        let work = worst_case(map, number, result_max)?;
        if work.draws == u64::MAX {
            report.add(Place::Rule(number), Fault::Endless)?;
        }
        if report.worst.is_none_or(|(_, worst)| worst.draws < work.draws) {
            report.worst = Some((number, work));
        }
    }
    Ok(())
}
