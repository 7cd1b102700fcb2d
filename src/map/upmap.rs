//! Whether a set of devices is one that a rule could have chosen (spec 06 section 12).
#![forbid(unsafe_code)]

use super::Map;
use super::step::op;
use crate::builder::StoredRule;
use crate::mapper::NONE;
use std::collections::{BTreeMap, BTreeSet};

/// Why a rule could not have chosen a set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UpmapRuleFault {
    /// Two devices below one bucket, where the rule takes one leaf from each.
    #[error("osd.{} and osd.{} are below the same bucket {bucket}, of which rule {rule} takes one device", .devices.0, .devices.1)]
    SharedBucket {
        /// Number of the rule.
        rule: u32,
        /// The devices.
        devices: (i32, i32),
        /// The bucket.
        bucket: i32,
    },
    /// Devices below more buckets of a type than a step chooses.
    #[error("the devices are below {found} buckets of type {kind}, of which rule {rule} chooses {chosen}")]
    TooManyBuckets {
        /// Number of the rule.
        rule: u32,
        /// The type.
        kind: i32,
        /// Buckets that the devices are below.
        found: usize,
        /// Buckets that the step chooses.
        chosen: i32,
    },
    /// A device that is not below what the rule takes for its place.
    #[error("place {place} has {}, which is not below {root}, where rule {rule} takes it from", Place(*.device))]
    NotBelow {
        /// Number of the rule.
        rule: u32,
        /// Place in the set.
        place: usize,
        /// The device.
        device: i32,
        /// What the rule takes.
        root: i32,
    },
}

/// A place of a set in words.
struct Place(i32);

impl core::fmt::Display for Place {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        if self.0 == NONE { f.write_str("no device") } else { write!(f, "osd.{}", self.0) }
    }
}

/// A rule that sets are held against. Keeps what it has found out about the hierarchy.
#[derive(Debug)]
pub struct UpmapRule<'a> {
    map: &'a Map,
    number: u32,
    rule: StoredRule<'a>,
    /// For a type, the bucket that each device is below.
    parents: BTreeMap<u16, BTreeMap<i32, i32>>,
    /// What is below each root.
    below: BTreeMap<i32, BTreeSet<i32>>,
    /// Devices below what the rule takes, and their weights there, 16.16.
    weights: BTreeMap<i32, u64>,
}

impl Map {
    /// A rule to hold sets of devices against; `None` if there is no such rule.
    pub fn upmap_rule(&self, number: u32) -> Option<UpmapRule<'_>> {
        let rule = self.rule(number)?;
        let weights = self.weights_below(self.takes_of_rule(number));
        let (parents, below) = (BTreeMap::new(), BTreeMap::new());
        Some(UpmapRule { map: self, number, rule, parents, below, weights })
    }

    /// Devices below some items, or among them, and the sum of their weights there.
    fn weights_below(&self, takes: BTreeSet<i32>) -> BTreeMap<i32, u64> {
        let mut weights = BTreeMap::new();
        let mut buckets = BTreeSet::new();
        for take in takes {
            if take >= 0 {
                weights.insert(take, 0x1_0000);
            }
            buckets.insert(take);
            buckets.extend(self.walk(take));
        }
        for bucket in buckets.into_iter().filter_map(|id| self.bucket(id)) {
            for (place, &device) in bucket.items.iter().enumerate().filter(|(_, item)| **item >= 0) {
                let weight = crate::builder::item_weight::item_weight(&bucket, place);
                *weights.entry(device).or_insert(0) += u64::from(weight);
            }
        }
        weights
    }
}

impl UpmapRule<'_> {
    /// The weight of a device below what the rule takes, 16.16; `None` if it is not below it.
    pub fn weight(&self, device: i32) -> Option<u64> {
        self.weights.get(&device).copied()
    }

    /// Whether the rule, asked for `size` devices, could have chosen `set`. MSR steps are not looked at.
    ///
    /// # Errors
    /// Why it could not.
    pub fn verify(&mut self, size: u32, set: &[i32]) -> Result<(), UpmapRuleFault> {
        let size = i32::try_from(size).unwrap_or(i32::MAX);
        let mut root = 0;
        let mut place = 0;
        // How many items of each type are chosen below the root.
        let mut counts: BTreeMap<i32, i32> = BTreeMap::new();
        for step in self.rule.steps {
            match step.op {
                op::TAKE => root = step.arg1,
                op::CHOOSE_FIRSTN | op::CHOOSE_INDEP | op::CHOOSELEAF_FIRSTN | op::CHOOSELEAF_INDEP => {
                    let count = if step.arg1 > 0 { step.arg1 } else { step.arg1.saturating_add(size) };
                    counts.entry(step.arg2).or_insert(count);
                    let leaf = matches!(step.op, op::CHOOSELEAF_FIRSTN | op::CHOOSELEAF_INDEP);
                    self.verify_choice(set, step.arg2, if leaf { None } else { Some(count) })?;
                }
                op::EMIT => {
                    if root < 0 {
                        let count =
                            counts.values().fold(1, |product: i64, &n| product.saturating_mul(n.into()));
                        let count = usize::try_from(count).unwrap_or(0);
                        place = self.verify_below(set, place, count, root)?;
                    }
                    root = 0;
                    counts.clear();
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Whether devices are spread over buckets of a type as a step asks: `chosen` of them at most, else one device in each.
    fn verify_choice(&mut self, set: &[i32], kind: i32, chosen: Option<i32>) -> Result<(), UpmapRuleFault> {
        let Some(kind) = u16::try_from(kind).ok().filter(|&kind| kind != 0) else { return Ok(()) };
        let rule = self.number;
        let parents = self.parents(kind);
        let mut devices = BTreeMap::new();
        for &device in set {
            let Some(&bucket) = parents.get(&device) else { continue };
            let other = *devices.entry(bucket).or_insert(device);
            if chosen.is_none() && other != device {
                return Err(UpmapRuleFault::SharedBucket { rule, devices: (other, device), bucket });
            }
        }
        let found = devices.len();
        match chosen {
            Some(chosen) if i64::from(chosen) < found as i64 => {
                Err(UpmapRuleFault::TooManyBuckets { rule, kind: kind.into(), found, chosen })
            }
            _ => Ok(()),
        }
    }

    /// Whether the next `count` devices are below `root`; returns the place behind them.
    fn verify_below(
        &mut self,
        set: &[i32],
        first: usize,
        count: usize,
        root: i32,
    ) -> Result<usize, UpmapRuleFault> {
        let map = self.map;
        let below = self.below.entry(root).or_insert_with(|| map.walk(root).collect());
        for (place, &device) in set.iter().enumerate().skip(first).take(count) {
            if !below.contains(&device) {
                return Err(UpmapRuleFault::NotBelow { rule: self.number, place, device, root });
            }
        }
        Ok(first.saturating_add(count))
    }

    /// For each device the bucket of a type that it is below, as [`Map::parent_of_type_under_rule`] finds it.
    fn parents(&mut self, kind: u16) -> &BTreeMap<i32, i32> {
        let (map, rule) = (self.map, self.number);
        self.parents.entry(kind).or_insert_with(|| {
            let mut parents = BTreeMap::new();
            for take in map.takes_of_rule(rule) {
                for bucket in map.children_of_type(take, kind, true) {
                    for device in map.walk(bucket).filter(|&item| item >= 0) {
                        parents.entry(device).or_insert(bucket);
                    }
                }
            }
            parents
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "
        device 0 osd.0 class hdd
        device 1 osd.1 class ssd
        device 2 osd.2 class hdd
        device 3 osd.3 class ssd
        device 4 osd.4 class hdd
        device 5 osd.5 class ssd
        type 0 osd
        type 1 host
        type 2 root
        host a { id -2 alg straw2 item osd.0 weight 1 item osd.1 weight 1 }
        host b { id -3 alg straw2 item osd.2 weight 1 item osd.3 weight 1 }
        host c { id -4 alg straw2 item osd.4 weight 1 item osd.5 weight 1 }
        root all { id -1 alg straw2 item a weight 2 item b weight 2 item c weight 2 }
        rule hosts { id 0 type replicated step take all step chooseleaf firstn 0 type host step emit }
        rule pairs { id 1 type erasure step take all step choose indep 2 type host
                     step choose indep 2 type osd step emit }
        rule mixed { id 2 type replicated step take all class ssd step chooseleaf firstn 1 type host step emit
                     step take all class hdd step chooseleaf firstn -1 type host step emit }
    ";

    fn verify(rule: u32, set: &[i32]) -> Result<(), UpmapRuleFault> {
        let map = Map::compile(TEXT.as_bytes()).unwrap();
        map.upmap_rule(rule).unwrap().verify(set.len() as u32, set)
    }

    #[test]
    fn one_device_of_each_host() {
        assert_eq!(verify(0, &[0, 2, 5]), Ok(()));
        let shared = UpmapRuleFault::SharedBucket { rule: 0, devices: (0, 1), bucket: -2 };
        assert_eq!(verify(0, &[0, 2, 1]), Err(shared));
        let beyond = UpmapRuleFault::NotBelow { rule: 0, place: 1, device: 6, root: -1 };
        assert_eq!(verify(0, &[0, 6]), Err(beyond));
    }

    #[test]
    fn several_steps() {
        assert_eq!(verify(1, &[0, 1, 4, 5]), Ok(()));
        let three = UpmapRuleFault::TooManyBuckets { rule: 1, kind: 1, found: 3, chosen: 2 };
        assert_eq!(verify(1, &[0, 1, 4, 2]), Err(three));
    }

    #[test]
    fn several_takes_of_classes() {
        assert_eq!(verify(2, &[1, 2, 4]), Ok(()));
        assert!(matches!(verify(2, &[2, 1, 4]), Err(UpmapRuleFault::NotBelow { place: 0, device: 2, .. })));
        assert!(matches!(verify(2, &[1, 2, 3]), Err(UpmapRuleFault::NotBelow { place: 2, device: 3, .. })));
    }

    #[test]
    fn weights_are_those_below_the_takes() {
        let map = Map::compile(TEXT.as_bytes()).unwrap();
        let rule = map.upmap_rule(0).unwrap();
        assert_eq!((rule.weight(0), rule.weight(6)), (Some(0x1_0000), None));
        assert!(map.upmap_rule(7).is_none());
    }
}
