//! What moves between two maps: for each pool of an osdmap, or each rule of a crush map.
//!
//! A PG is compared by its up sets, where its data belongs; `pg_temp` says where it is for now and plays no part. A rule is
//! compared by what it gives for the inputs 0, 1, 2 ..., as `crushtool --compare` does.

mod error;
mod fullness;
mod minimum;
mod pairs;
mod run;
mod sample;
mod subject;
mod tally;

pub use error::DiffError;
pub use fullness::{DeviceFullness, Used, fullness};
pub use minimum::{Minima, least_for_counts, least_for_targets};
pub use pairs::Move;
pub use sample::{Confidence, Estimate, Sample};
pub use subject::{DeviceChange, FailureDomain, Subject, SubjectDiff};
pub use tally::{Counting, Crowded, Holes};

use crate::ancestry::Ancestry;
use crate::cluster::{Cluster, Placing};
use crate::placed::NONE;
use serde::Serialize;
use std::collections::BTreeMap;

/// What is compared, and how.
#[derive(Clone, Debug)]
pub struct Options {
    /// Only these pools, or, of crush maps, rules; all if empty.
    pub only: Vec<u64>,
    /// Places of sets of rules that are compared without a pool.
    pub size: usize,
    /// Inputs of each rule that is compared without a pool.
    pub inputs: u32,
    /// A part of the inputs instead of all.
    pub sample: Option<Sample>,
    /// How placements are computed.
    pub placing: Placing,
}

impl Default for Options {
    fn default() -> Self {
        Self { only: Vec::new(), size: 3, inputs: 1 << 16, sample: None, placing: Placing::default() }
    }
}

/// The answer.
#[derive(Debug, Serialize)]
pub struct Diff {
    /// Each pool or rule.
    pub subjects: Vec<SubjectDiff>,
    /// What the sums of all are.
    pub total: Total,
}

/// Sums over all pools or rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Total {
    /// Mappings: PGs or inputs.
    pub mappings: u64,
    /// Of these compared.
    pub compared: u64,
    /// Of these with another answer.
    pub changed: u64,
    /// Replicas before, in what was compared.
    pub replicas: u64,
    /// Replicas that move.
    pub moved: u64,
    /// Primaries that change.
    pub primaries: u64,
    /// The least that has to move.
    pub minima: Minima,
}

impl Diff {
    /// Compares two clusters.
    ///
    /// # Errors
    /// Rules beyond the budget; not enough memory; nothing to compare.
    pub fn between(before: &Cluster, after: &Cluster, options: &Options) -> Result<Self, DiffError> {
        let subjects = subject::list(before, after, options)?;
        let compared = subjects.into_iter().map(|subject| subject.compare(before, after, options));
        let subjects: Vec<SubjectDiff> = compared.collect::<Result<_, _>>()?;
        let total = Total::of(&subjects);
        Ok(Self { subjects, total })
    }

    /// How often each device gave a replica to each other, over all pools or rules; `NONE` for nowhere.
    pub fn moves(&self) -> Vec<Move> {
        let mut all = BTreeMap::new();
        for &(from, to, count) in self.subjects.iter().flat_map(|subject| &subject.moves) {
            *all.entry((from, to)).or_default() += count;
        }
        all.into_iter().map(|((from, to), count)| (from, to, count)).collect()
    }

    /// The same by the buckets of a type around the devices: before the change for who gives, after it for who gets. A device
    /// in no such bucket stands for itself.
    pub fn moves_by_type(&self, before: &Cluster, after: &Cluster, r#type: u16) -> Vec<Move> {
        let (givers, takers) = (Ancestry::new(before.crush()), Ancestry::new(after.crush()));
        let of = |ancestry: &Ancestry<'_>, osd: i32| {
            if osd == NONE { NONE } else { ancestry.of_type(osd, r#type).unwrap_or(osd) }
        };
        let mut memo = [BTreeMap::new(), BTreeMap::new()];
        let mut all = BTreeMap::new();
        for (from, to, count) in self.moves() {
            let from = *memo[0].entry(from).or_insert_with(|| of(&givers, from));
            let to = *memo[1].entry(to).or_insert_with(|| of(&takers, to));
            *all.entry((from, to)).or_default() += count;
        }
        all.into_iter().map(|((from, to), count)| (from, to, count)).collect()
    }

    /// What each device has before and after, over all pools or rules; ids ascending.
    pub fn devices(&self) -> Vec<DeviceChange> {
        let mut all: BTreeMap<i32, DeviceChange> = BTreeMap::new();
        for device in self.subjects.iter().flat_map(|subject| &subject.devices) {
            all.entry(device.id).or_insert_with(|| DeviceChange::new(device.id)).add(device);
        }
        all.into_values().collect()
    }
}

impl Total {
    fn of(subjects: &[SubjectDiff]) -> Self {
        let sum = |what: fn(&SubjectDiff) -> u64| subjects.iter().map(what).sum();
        let moved = sum(|subject| subject.moved);
        let targets = subjects.iter().map(|subject| subject.minima.targets).sum();
        Self {
            mappings: sum(|subject| subject.mappings),
            compared: sum(|subject| subject.compared),
            changed: sum(|subject| subject.changed),
            replicas: sum(|subject| subject.replicas),
            moved,
            primaries: sum(|subject| subject.primaries),
            minima: Minima::new(moved, sum(|subject| subject.minima.counts), targets),
        }
    }
}
