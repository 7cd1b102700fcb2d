//! Random placements (spec 08 section 5).

use super::limit;
use super::plan::Plan;
use super::random::Random;
use crush::builder::StoredRule;
use crush::map::{Location, Map, Name};
use std::collections::{BTreeSet, HashMap, HashSet};

/// Draws until a placement is found to be valid.
const TRIES: usize = 100;

/// Draws placements for a rule.
pub(super) struct Simulation<'a> {
    map: &'a Map,
    weights: &'a [u32],
    random: &'a mut Random,
    limit: usize,
    /// Names of the types of the rule's steps; empty for those that have none.
    types: Vec<Name>,
    /// Any devices will do.
    anywhere: bool,
    locations: HashMap<usize, Location>,
}

impl<'a> Simulation<'a> {
    pub(super) fn new(plan: &'a Plan<'_>, rule: &StoredRule<'_>, random: &'a mut Random) -> Self {
        let map = plan.map;
        let name = |kind: i32| map.types().name(kind).cloned().unwrap_or_else(|| "".into());
        let types: Vec<_> = limit::types(rule).into_iter().map(name).collect();
        let lowest = map.types().iter().next().map(|(_, name)| name);
        let anywhere = types.len() == 1 && lowest == types.first() && types[0].as_bytes() == b"osd";
        let limit = usize::try_from(limit::limit(map, rule)).unwrap_or(0);
        let locations = HashMap::new();
        Self { map, weights: &plan.weights, random, limit, types, anywhere, locations }
    }

    /// Draws devices for all of `places`, or as many as there can be; returns their number.
    pub(super) fn place(&mut self, places: &mut [i32]) -> usize {
        if self.weights.iter().all(|&weight| weight == 0) {
            return 0;
        }
        let count = places.len().min(self.limit);
        for _ in 0..TRIES {
            let devices: Vec<_> = (0..count).map(|_| self.random.below(self.weights.len())).collect();
            if self.is_valid(&devices) {
                for (place, &device) in places.iter_mut().zip(&devices) {
                    *place = i32::try_from(device).unwrap_or(i32::MAX);
                }
                return count;
            }
        }
        0
    }

    fn is_valid(&mut self, devices: &[usize]) -> bool {
        let distinct: BTreeSet<_> = devices.iter().collect();
        if distinct.len() < devices.len() || devices.iter().any(|&device| self.weights[device] == 0) {
            return false;
        }
        if self.anywhere {
            return true;
        }
        let map = self.map;
        let mut seen = HashSet::new();
        for &device in devices {
            let located = || map.full_location(i32::try_from(device).unwrap_or(i32::MAX)).unwrap_or_default();
            let location = self.locations.entry(device).or_insert_with(located);
            let bucket = |kind| location.bucket(kind).cloned().unwrap_or_else(|| "".into());
            if !self.types.iter().all(|kind| seen.insert(bucket(kind))) {
                return false;
            }
        }
        true
    }
}
