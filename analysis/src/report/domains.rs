//! Buckets above devices, and how sets are spread over them.

use super::Spread;
use crate::lint::words;
use crate::step;
use crush::builder::StoredBucket;
use crush::map::Map;
use std::collections::{BTreeMap, HashMap};

/// For each item the first bucket, in order of slots, that holds it; shadow buckets aside.
pub(super) struct Parents(HashMap<i32, i32>);

impl Parents {
    pub(super) fn new(map: &Map) -> Self {
        let mut parents = HashMap::new();
        for bucket in map.buckets().filter(|bucket| !map.is_shadow(bucket.id)) {
            for &item in bucket.items {
                parents.entry(item).or_insert(bucket.id);
            }
        }
        Self(parents)
    }

    /// Buckets above an item, the nearest first; it ends on maps with circles, too.
    pub(super) fn above(&self, item: i32) -> Vec<i32> {
        let (mut found, mut at) = (Vec::new(), item);
        while let Some(&parent) = self.0.get(&at).filter(|parent| !found.contains(*parent)) {
            found.push(parent);
            at = parent;
        }
        found
    }
}

/// Counts how many distinct buckets of each type sets lie in.
pub(super) struct SpreadCount<'a> {
    map: &'a Map,
    /// For each device its buckets by type.
    above: HashMap<i32, Vec<(u16, i32)>>,
    distinct: BTreeMap<u16, BTreeMap<usize, u64>>,
}

impl<'a> SpreadCount<'a> {
    pub(super) fn new(map: &'a Map, parents: &Parents) -> Self {
        let typed = |bucket: i32| Some((map.bucket(bucket)?.r#type, bucket));
        let devices = map.buckets().flat_map(|bucket| bucket.items).filter(|&&item| item >= 0);
        let above = devices
            .map(|&device| (device, parents.above(device).into_iter().filter_map(typed).collect()))
            .collect();
        Self { map, above, distinct: BTreeMap::new() }
    }

    pub(super) fn add(&mut self, set: &[i32]) {
        let mut buckets: BTreeMap<u16, Vec<i32>> = BTreeMap::new();
        for (kind, bucket) in set.iter().filter_map(|device| self.above.get(device)).flatten() {
            let of_kind = buckets.entry(*kind).or_default();
            if !of_kind.contains(bucket) {
                of_kind.push(*bucket);
            }
        }
        for (kind, buckets) in buckets {
            *self.distinct.entry(kind).or_default().entry(buckets.len()).or_default() += 1;
        }
    }

    /// What was counted, for sets of `size` that a rule makes; types of which the map has a single bucket say nothing and are
    /// left out.
    pub(super) fn into_spread(self, rule: u32, size: usize) -> Vec<Spread> {
        let promised = promised(self.map, rule, size);
        let spread = |(kind, distinct): (u16, BTreeMap<usize, u64>)| Spread {
            kind: words::kind(self.map, kind.into()),
            promised: promised.get(&kind.into()).copied(),
            distinct,
        };
        let buckets = |kind: u16| {
            let of_kind = |bucket: &StoredBucket<'_>| bucket.r#type == kind && !self.map.is_shadow(bucket.id);
            self.map.buckets().filter(of_kind).count()
        };
        self.distinct.into_iter().filter(|&(kind, _)| buckets(kind) > 1).map(spread).collect()
    }
}

/// How many buckets of each type a rule chooses for a set, by the first `take`.
fn promised(map: &Map, rule: u32, size: usize) -> BTreeMap<i32, usize> {
    let steps = map.rule(rule).map_or(&[][..], |rule| rule.steps);
    let mut all = 1_usize;
    let choices =
        steps.iter().take_while(|taken| taken.op != step::EMIT).filter(|taken| step::chooses(taken.op));
    choices
        .map(|choice| {
            all = all.saturating_mul(step::wanted(choice.arg1, size)).min(size);
            (choice.arg2, all)
        })
        .collect()
}
