//! Measuring all that the page shows.

use super::domains::{Parents, SpreadCount};
use super::fill::Fill;
use super::movement::Movement;
use super::{Report, RuleUse, tree};
use crate::lint::subject::Use;
use crate::lint::{self, Subject, words};
use crate::sample::{self, Question};
use crate::share;
use crush::map::Map;
use crush::osdmap::OsdMap;
use crush::placement::{PgId, Placement, PlacementError};
use std::collections::TryReserveError;

/// Groups of a pool that are placed at most; of larger ones as many, evenly spaced.
const GROUPS: u32 = 1 << 16;
/// Draws that counting tries may take for each rule.
const DRAWS: u64 = 1 << 31;

/// What a report is about.
#[derive(Clone, Copy)]
pub enum Source<'a> {
    /// A crush map, all of whose devices are in.
    Crush(&'a Map),
    /// A cluster.
    Cluster(&'a OsdMap),
}

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReportError {
    /// A pool cannot be placed.
    #[error(transparent)]
    Placement(#[from] PlacementError),
    /// Not enough memory.
    #[error("not enough memory")]
    NoMemory(#[from] TryReserveError),
}

impl<'a> Source<'a> {
    fn map(self) -> &'a Map {
        match self {
            Self::Crush(map) => map,
            Self::Cluster(osdmap) => osdmap.crush(),
        }
    }

    fn osdmap(self) -> Option<&'a OsdMap> {
        match self {
            Self::Crush(_) => None,
            Self::Cluster(osdmap) => Some(osdmap),
        }
    }
}

impl Report {
    /// Measures a map or a cluster. `size` is for rules that no pool uses; `movement` is what a change to it moves.
    ///
    /// # Errors
    /// A pool that cannot be placed; not enough memory.
    pub fn gather(
        title: &str,
        source: Source<'_>,
        size: Option<usize>,
        movement: Option<Movement>,
    ) -> Result<Self, ReportError> {
        let subject = match source {
            Source::Crush(map) => Subject::of_map(map, size)?,
            Source::Cluster(osdmap) => Subject::of_osdmap(osdmap, size)?,
        };
        let (map, parents) = (source.map(), Parents::new(source.map()));
        let mut fill = Fill::default();
        let mut uses = Vec::new();
        for used in subject.uses.iter().filter(|used| map.rule(used.rule).is_some()) {
            // Rules that no pool uses hold nothing, unless there are no pools at all.
            if source.osdmap().is_none() || used.is_known() {
                uses.push(measure(source, &subject, used, &parents, &mut fill)?);
            }
        }
        let devices = fill.devices(map, source.osdmap(), &parents);
        Ok(Self {
            title: title.to_owned(),
            facts: facts(source),
            tree: tree::nodes(map, &devices),
            devices,
            uses,
            findings: lint::lint(&subject)?,
            movement,
        })
    }
}

fn facts(source: Source<'_>) -> Vec<(String, String)> {
    let map = source.map();
    let placed = map.buckets().filter(|bucket| !map.is_shadow(bucket.id));
    let mut facts = vec![
        ("buckets".to_owned(), placed.count().to_string()),
        ("rules".to_owned(), map.rules().count().to_string()),
        ("tunables".to_owned(), map.tunables_profile().map_or_else(|| "mixed".to_owned(), |p| p.to_string())),
    ];
    if let Some(osdmap) = source.osdmap() {
        facts.push(("pools".to_owned(), osdmap.pools.len().to_string()));
        facts.push(("epoch".to_owned(), osdmap.epoch.to_string()));
    }
    facts
}

/// Places the sets of a rule, and counts them.
fn measure(
    source: Source<'_>,
    subject: &Subject<'_>,
    used: &Use,
    parents: &Parents,
    fill: &mut Fill,
) -> Result<RuleUse, ReportError> {
    let map = source.map();
    let mut spread = SpreadCount::new(map, parents);
    let mut counts = Counts { sets: 0, incomplete: 0, size: used.size };
    let mut add = |set: &[i32], fill: &mut Fill| {
        counts.add(set, fill);
        spread.add(set);
    };
    let is_exact = match source {
        Source::Cluster(osdmap) => each_up_set(osdmap, used, |set| add(set, fill))?,
        Source::Crush(_) => false,
    };
    let table = map.choose_arg_table(used.choose_args)?;
    let question = Question { rule: used.rule, size: used.size, weights: &subject.weights };
    let (view, mut budget) = (map.view_with(table.as_ref()), DRAWS);
    let is_bare = source.osdmap().is_none();
    let sample = sample::take_each(&view, question, used.inputs.iter().copied(), &mut budget, |set| {
        if is_bare {
            add(set, fill);
        }
    })?;
    for (device, places) in share::targets(map, used.rule, used.size, &subject.weights) {
        *fill.expected.entry(device).or_default() += places * counts.sets as f64;
    }
    Ok(RuleUse {
        rule: words::rule(map, used.rule),
        whose: used.whose(),
        size: used.size,
        sets: counts.sets,
        is_exact,
        incomplete: counts.incomplete,
        spread: spread.into_spread(used.rule, used.size),
        tries: sample.map(|sample| sample.tries).unwrap_or_default(),
    })
}

/// Sets of the pools that use a rule with this size; whether these are all.
fn each_up_set(osdmap: &OsdMap, used: &Use, mut add: impl FnMut(&[i32])) -> Result<bool, PlacementError> {
    let mut placement = Placement::new(osdmap);
    let mut is_exact = true;
    for (&id, pool) in &osdmap.pools {
        if (u32::from(pool.crush_rule), usize::from(pool.size)) != (used.rule, used.size) {
            continue;
        }
        let every = pool.pg_num.div_ceil(GROUPS).max(1);
        is_exact &= every == 1;
        for seed in (0..pool.pg_num).step_by(every as usize) {
            add(&placement.place(PgId { pool: id.cast_unsigned(), seed })?.up);
        }
    }
    Ok(is_exact)
}

/// Sets as they go by.
struct Counts {
    sets: u64,
    incomplete: u64,
    size: usize,
}

impl Counts {
    fn add(&mut self, set: &[i32], fill: &mut Fill) {
        let held = || set.iter().filter(|&&device| device != i32::MAX);
        held().for_each(|&device| *fill.held.entry(device).or_default() += 1);
        self.sets += 1;
        self.incomplete += u64::from(held().count() < self.size);
    }
}
