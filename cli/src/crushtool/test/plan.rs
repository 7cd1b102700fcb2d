//! What is mapped: rules, inputs, places and weights (spec 08 section 1).

use super::{no_memory, weights};
use crate::crushtool::exit::Exit;
use crate::crushtool::run::Run;
use crate::crushtool::settings::MappingSettings;
use crush::builder::StoredRule;
use crush::hash::HashKind;
use crush::map::{Map, Release};
use std::num::NonZero;
use std::ops::{Range, RangeInclusive};

/// Index of the choose_args that tests use, whatever the pool.
pub(super) const CHOOSE_ARGS: i64 = 0;

/// The greatest number of places: far above what any pool has, and upstream does not come to an end with it.
const MAX_PLACES: i32 = 1 << 20;

/// What is mapped.
pub(super) struct Plan<'a> {
    pub(super) map: &'a Map,
    pub(super) settings: &'a MappingSettings,
    pub(super) rules: RangeInclusive<i32>,
    /// First and last input.
    pub(super) x: (i32, i32),
    /// Least and greatest number of places; a rule's own without.
    replicas: Option<(i32, i32)>,
    /// Weights of devices, 16.16.
    pub(super) weights: Vec<u32>,
    pub(super) threads: usize,
}

impl<'a> Plan<'a> {
    /// The plan that the command line makes.
    pub(super) fn new(run: &'a Run<'_>) -> Result<Self, Exit> {
        let settings = &run.settings.mapping;
        Ok(Self {
            map: &run.map,
            settings,
            rules: rule_range(&run.map, settings.rule),
            x: input_range(settings.x),
            replicas: replica_range(settings.replicas, run.settings.release)?,
            weights: weights::weights(&run.map, &settings.weights).map_err(no_memory)?,
            threads: threads(settings.threads),
        })
    }

    /// The numbers of places to map to by a rule.
    pub(super) fn replicas(&self, rule: &StoredRule<'_>) -> (i32, i32) {
        self.replicas.unwrap_or((rule.min_size.into(), rule.max_size.into()))
    }

    /// Whether a rule is one of those of the ruleset that was asked for.
    pub(super) fn is_in_ruleset(&self, rule: &StoredRule<'_>) -> bool {
        self.settings.ruleset < 0 || self.settings.ruleset == i32::from(rule.ruleset)
    }

    /// The number of inputs; negative when the last is before the first.
    pub(super) fn input_count(&self) -> i64 {
        i64::from(self.x.1) - i64::from(self.x.0) + 1
    }

    /// The inputs, as a range whose end is excluded.
    pub(super) fn inputs(&self) -> Range<i64> {
        self.x.0.into()..i64::from(self.x.1) + 1
    }

    /// What is mapped for an input: itself, or hashed with the pool's id.
    pub(super) fn seed(&self, x: i64) -> u32 {
        // Inputs are numbers of 32 bits, and of a pool's id the low 32 bits are hashed.
        let x = x as u32;
        let pool = self.settings.pool;
        if pool == -1 { x } else { HashKind::Rjenkins1.hash2(x, pool as u32) }
    }

    /// Sum of all weights.
    pub(super) fn total_weight(&self) -> u64 {
        self.weights.iter().map(|&weight| u64::from(weight)).sum()
    }
}

fn threads(given: i32) -> usize {
    let processors = || std::thread::available_parallelism().map_or(1, NonZero::get);
    usize::try_from(given).ok().filter(|&given| given > 0).unwrap_or_else(processors)
}

/// Either end missing means all rules.
fn rule_range(map: &Map, (first, last): (i32, i32)) -> RangeInclusive<i32> {
    let end = i32::try_from(map.max_rules()).unwrap_or(i32::MAX) - 1;
    if first < 0 || last < 0 { 0..=end } else { first..=last.min(end) }
}

/// Either end missing means the default.
fn input_range((first, last): (i32, i32)) -> (i32, i32) {
    if first < 0 || last < 0 { (0, 1023) } else { (first, last) }
}

/// Up to Pacific rules say how many places they are for; later one end at least must be given. Only the least leaves
/// nothing to map; with only the greatest upstream crashes, or maps to -1 places.
fn replica_range((least, most): (i32, i32), release: Release) -> Result<Option<(i32, i32)>, Exit> {
    if most > MAX_PLACES {
        return Err(Exit::failure(format!("num_rep {most} is more than the {MAX_PLACES} that are tested")));
    }
    if least >= 0 {
        Ok(Some((least, most)))
    } else if most < 0 && release <= Release::Pacific {
        Ok(None)
    } else {
        Err(Exit::failure("must specify --num-rep or both --min-rep and --max-rep"))
    }
}
