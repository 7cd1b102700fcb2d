//! One pool or one rule: what is compared, and what is found.

use super::Options;
use super::error::DiffError;
use super::minimum::{Minima, least_for_counts, least_for_targets};
use super::pairs::Move;
use super::run::{Inputs, Sides};
use super::sample::{Estimate, Seen, draw};
use super::tally::{Counting, Crowded, Domain, Frame, Holes, Tally};
use crate::ancestry::Ancestry;
use crate::cluster::Cluster;
use crate::placed::{NONE, Placed};
use crate::promise::{Promise, promises};
use crate::share;
use crush::osdmap::PoolKind;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// Types of rules that keep positions: erasure, and MSR indep.
const POSITIONAL: [u8; 2] = [3, 5];

/// What is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Subject {
    /// A pool, by its id.
    Pool(u64),
    /// A rule, by its number.
    Rule(u32),
}

/// What a device has of a pool or rule.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct DeviceChange {
    /// The device.
    pub id: i32,
    /// Replicas before.
    pub before: u64,
    /// Replicas after.
    pub after: u64,
    /// Replicas that come.
    pub gained: u64,
    /// Replicas that go.
    pub lost: u64,
    /// Replicas that its weight stands for, before.
    pub target_before: f64,
    /// And after.
    pub target_after: f64,
}

impl DeviceChange {
    pub(super) fn new(id: i32) -> Self {
        let (before, after, gained, lost) = (0, 0, 0, 0);
        Self { id, before, after, gained, lost, target_before: 0.0, target_after: 0.0 }
    }

    pub(super) fn add(&mut self, other: &Self) {
        self.before += other.before;
        self.after += other.after;
        self.gained += other.gained;
        self.lost += other.lost;
        self.target_before += other.target_before;
        self.target_after += other.target_after;
    }
}

/// A type of which one bucket should hold only so many replicas of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct FailureDomain {
    /// The type.
    pub r#type: u16,
    /// Places that the rule lets one bucket hold, before; none if the rule does not choose the type.
    pub most_before: Option<usize>,
    /// And after.
    pub most_after: Option<usize>,
    /// Sets that hold more.
    pub crowded: Crowded,
}

/// What changes in a pool or rule.
#[derive(Clone, Debug, Serialize)]
pub struct SubjectDiff {
    /// What it is.
    pub subject: Subject,
    /// The rule before; none where the pool was not there.
    pub rule_before: Option<u32>,
    /// And after.
    pub rule_after: Option<u32>,
    /// Places of a set before; 0 where there was none.
    pub size_before: usize,
    /// And after.
    pub size_after: usize,
    /// Whether `moved` counts sets or positions.
    pub counting: Counting,
    /// PGs, or inputs.
    pub mappings: u64,
    /// Of these compared.
    pub compared: u64,
    /// Of these with another answer, be it the same devices in another order.
    pub changed: u64,
    /// Of these with other devices.
    pub sets_changed: u64,
    /// Replicas before.
    pub replicas: u64,
    /// Replicas that move: `moved_as_sets` or `moved_by_position`.
    pub moved: u64,
    /// Devices that come into a set which did not have them.
    pub moved_as_sets: u64,
    /// Positions that get another device.
    pub moved_by_position: u64,
    /// Mappings whose primary changes.
    pub primaries: u64,
    /// Of these without any device that comes: only who serves changes.
    pub primaries_alone: u64,
    /// Places without a device.
    pub holes: Holes,
    /// Failure domains.
    pub domains: Vec<FailureDomain>,
    /// The least that has to move.
    pub minima: Minima,
    /// What a sample says about all mappings; none if all were compared.
    pub estimate: Option<Estimate>,
    /// Devices that have or should have replicas.
    #[serde(skip)]
    pub devices: Vec<DeviceChange>,
    /// Who gives to whom; `NONE` for nowhere.
    #[serde(skip)]
    pub moves: Vec<Move>,
}

/// What there is to compare, before or after.
pub(super) fn list(before: &Cluster, after: &Cluster, options: &Options) -> Result<Vec<Subject>, DiffError> {
    let rules = before.bare;
    let of = |cluster: &Cluster| -> Vec<Subject> {
        if rules {
            cluster.crush().rules().map(|(number, _)| Subject::Rule(number)).collect()
        } else {
            cluster.map.pools.keys().map(|id| Subject::Pool(id.cast_unsigned())).collect()
        }
    };
    let all: BTreeSet<Subject> = of(before).into_iter().chain(of(after)).collect();
    let wanted = |subject: &Subject| {
        let id = match *subject {
            Subject::Pool(id) => id,
            Subject::Rule(number) => number.into(),
        };
        options.only.is_empty() || options.only.contains(&id)
    };
    let found: Vec<Subject> = all.into_iter().filter(wanted).collect();
    let kind = if rules { "such a rule" } else { "such a pool" };
    if found.is_empty() { Err(DiffError::Nothing(kind)) } else { Ok(found) }
}

/// What one side knows of a subject.
#[derive(Clone, Copy, Debug)]
struct Side<'a> {
    cluster: &'a Cluster,
    rule: Option<u32>,
    size: usize,
    mappings: u32,
    positional: bool,
}

impl<'a> Side<'a> {
    fn new(subject: Subject, cluster: &'a Cluster, options: &Options) -> Self {
        let nothing = Self { cluster, rule: None, size: 0, mappings: 0, positional: false };
        match subject {
            Subject::Pool(id) => cluster.map.pool(id).map_or(nothing, |pool| Self {
                rule: Some(pool.crush_rule.into()),
                size: pool.size.into(),
                mappings: pool.pg_num,
                positional: pool.kind == PoolKind::Erasure,
                ..nothing
            }),
            Subject::Rule(number) => cluster.crush().rule(number).map_or(nothing, |rule| Self {
                rule: Some(number),
                size: options.size,
                mappings: options.inputs,
                positional: POSITIONAL.contains(&rule.r#type),
                ..nothing
            }),
        }
    }

    fn promises(&self) -> Vec<Promise> {
        self.rule.map_or_else(Vec::new, |rule| promises(self.cluster.crush(), rule, self.size))
    }

    fn targets(&self, mappings: u64) -> BTreeMap<i32, f64> {
        let Some(rule) = self.rule else { return BTreeMap::new() };
        let mut targets = share::targets(self.cluster.crush(), rule, self.size, self.cluster.map.weights());
        targets.values_mut().for_each(|places| *places *= mappings as f64);
        targets
    }

    /// The bucket of a type around each device.
    fn column(&self, r#type: u16, devices: usize) -> Vec<i32> {
        let map = self.cluster.crush();
        let takes: Vec<i32> = self.rule.into_iter().flat_map(|rule| map.takes_of_rule(rule)).collect();
        Ancestry::under(map, &takes).column(r#type, devices)
    }
}

impl Subject {
    pub(super) fn compare(
        self,
        before: &Cluster,
        after: &Cluster,
        options: &Options,
    ) -> Result<SubjectDiff, DiffError> {
        let sides = [Side::new(self, before, options), Side::new(self, after, options)];
        let total = sides[0].mappings.max(sides[1].mappings);
        let inputs = match &options.sample {
            Some(sample) if sample.number < total => Inputs::These(draw(total, sample)),
            _ => Inputs::Below(total),
        };
        let (domains, columns) = domains(&sides);
        let positional = if sides[1].rule.is_some() { sides[1].positional } else { sides[0].positional };
        let frame = Frame {
            counting: if positional { Counting::Positions } else { Counting::Sets },
            sizes: [sides[0].size, sides[1].size],
            domains: columns,
            devices: devices(before).max(devices(after)),
        };
        let tally = self.tally(&sides, options, &frame, &inputs)?;
        Ok(self.found(&sides, options, &frame, domains, total.into(), tally))
    }

    fn tally(
        self,
        sides: &[Side<'_>; 2],
        options: &Options,
        frame: &Frame,
        inputs: &Inputs,
    ) -> Result<Tally, DiffError> {
        let threads = options.placing.workers();
        let [mut one, mut other] = [0, 1].map(|side| options.placing.placement(&sides[side].cluster.map));
        let sides = match self {
            Self::Pool(id) => {
                let placed = |pool, side: &Side<'_>| match pool {
                    Some(pool) => Placed::Pool { pool, pg_num: side.mappings },
                    None => Placed::Nothing,
                };
                Sides { before: placed(one.pool(id)?, &sides[0]), after: placed(other.pool(id)?, &sides[1]) }
            }
            Self::Rule(rule) => {
                let placed = |side: &Side<'_>| {
                    let (crush, weights) = (side.cluster.crush(), side.cluster.map.weights());
                    let placed = Placed::rule(crush, rule, side.size, weights, options.placing.budget);
                    placed.map_err(|error| DiffError::Rule { rule, error })
                };
                Sides { before: placed(&sides[0])?, after: placed(&sides[1])? }
            }
        };
        sides.tally(frame, inputs, threads)
    }

    fn found(
        self,
        sides: &[Side<'_>; 2],
        options: &Options,
        frame: &Frame,
        mut domains: Vec<FailureDomain>,
        mappings: u64,
        tally: Tally,
    ) -> SubjectDiff {
        let moved = match frame.counting {
            Counting::Sets => tally.moved_sets,
            Counting::Positions => tally.moved_positions,
        };
        domains.iter_mut().zip(&tally.crowded).for_each(|(domain, &crowded)| domain.crowded = crowded);
        let moves = tally.pairs.into_moves();
        let targets = [0, 1].map(|side: usize| sides[side].targets(tally.compared));
        let devices = device_changes(&tally.devices, &moves, &targets);
        let least = least_for_counts(devices.iter().map(|device| [device.before, device.after]));
        let shares = devices.iter().map(|device| [device.target_before, device.target_after]);
        let seen = Seen {
            total: mappings,
            compared: tally.compared,
            changed: tally.changed,
            moved,
            squares: tally.squares,
            width: frame.sizes[0].max(frame.sizes[1]),
        };
        SubjectDiff {
            subject: self,
            rule_before: sides[0].rule,
            rule_after: sides[1].rule,
            size_before: sides[0].size,
            size_after: sides[1].size,
            counting: frame.counting,
            mappings,
            compared: tally.compared,
            changed: tally.changed,
            sets_changed: tally.sets_changed,
            replicas: tally.devices.iter().map(|counts| counts[0]).sum(),
            moved,
            moved_as_sets: tally.moved_sets,
            moved_by_position: tally.moved_positions,
            primaries: tally.primaries,
            primaries_alone: tally.primaries_alone,
            holes: tally.holes,
            domains,
            minima: Minima::new(moved, least, least_for_targets(shares)),
            estimate: options.sample.and_then(|sample| seen.estimate(sample.confidence)),
            devices,
            moves,
        }
    }
}

/// Room for every device that a set can have: those that the cluster has a state of. The crush map may name ids far beyond.
fn devices(cluster: &Cluster) -> usize {
    cluster.map.osd_state.len()
}

/// Types that either rule chooses, and the bucket of each device.
fn domains(sides: &[Side<'_>; 2]) -> (Vec<FailureDomain>, Vec<Domain>) {
    let promises = [sides[0].promises(), sides[1].promises()];
    let types: BTreeSet<u16> =
        promises.iter().flatten().map(|promise| promise.r#type).filter(|&r#type| r#type > 0).collect();
    let room = devices(sides[0].cluster).max(devices(sides[1].cluster));
    let most = |side: usize, r#type| {
        promises[side].iter().find(|promise| promise.r#type == r#type).map(|promise| promise.most)
    };
    let both = types.into_iter().map(|r#type| {
        let (most_before, most_after) = (most(0, r#type), most(1, r#type));
        let crowded = Crowded::default();
        let columns = Domain {
            most: [most_before.unwrap_or(usize::MAX), most_after.unwrap_or(usize::MAX)],
            before: sides[0].column(r#type, room),
            after: sides[1].column(r#type, room),
        };
        (FailureDomain { r#type, most_before, most_after, crowded }, columns)
    });
    both.unzip()
}

fn device_changes(
    counts: &[[u64; 2]],
    moves: &[Move],
    targets: &[BTreeMap<i32, f64>; 2],
) -> Vec<DeviceChange> {
    let mut all: BTreeMap<i32, DeviceChange> = BTreeMap::new();
    let mut change = |id: i32, work: &dyn Fn(&mut DeviceChange)| {
        if id != NONE {
            work(all.entry(id).or_insert_with(|| DeviceChange::new(id)));
        }
    };
    for (id, &[before, after]) in (0..).zip(counts).filter(|(_, counts)| **counts != [0, 0]) {
        change(id, &|device| (device.before, device.after) = (before, after));
    }
    for &(from, to, count) in moves {
        change(from, &|device| device.lost += count);
        change(to, &|device| device.gained += count);
    }
    targets[0].iter().for_each(|(&id, &target)| change(id, &|device| device.target_before = target));
    targets[1].iter().for_each(|(&id, &target)| change(id, &|device| device.target_after = target));
    all.into_values().collect()
}
