//! Files put together field by field, and a map that has something of everything.

use crate::abi::crush_rule_step;
use crate::builder::{BucketAlgorithm, BucketSpec, StoredRule};
use crate::map::{BucketArgs, ChooseArgsMap, Map, Name};
use std::collections::BTreeMap;

/// The fields of a file, each group as its bytes.
#[derive(Clone)]
pub(super) struct File {
    pub(super) magic: u32,
    pub(super) max_buckets: i32,
    pub(super) max_rules: u32,
    pub(super) buckets: Vec<u8>,
    pub(super) rules: Vec<u8>,
    pub(super) types: Vec<u8>,
    pub(super) names: Vec<u8>,
    pub(super) rule_names: Vec<u8>,
    pub(super) tunables: Vec<u8>,
    pub(super) classes: Vec<u8>,
    pub(super) choose_args: Vec<u8>,
    pub(super) rest: Vec<u8>,
}

/// Words, little-endian.
pub(super) fn words(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// An entry of a table of names.
pub(super) fn named(id: i32, name: &str) -> Vec<u8> {
    [&id.to_le_bytes()[..], &words(&[name.len() as u32]), name.as_bytes()].concat()
}

/// A bucket up to its size: the announced algorithm, its id, type 1 and the algorithm.
pub(super) fn bucket_head(announced: u32, id: i32, algorithm: u8, size: u32) -> Vec<u8> {
    let kind = [1, 0, algorithm, 0];
    [&words(&[announced])[..], &id.to_le_bytes(), &kind, &words(&[0x2_0000, size])].concat()
}

/// A straw2 bucket -1 of the two devices 0 and 1.
pub(super) fn straw2_bucket() -> Vec<u8> {
    [bucket_head(5, -1, 5, 2), words(&[0, 1, 0x1_0000, 0x1_0000])].concat()
}

/// A rule of one step with a ruleset.
pub(super) fn rule(ruleset: u8) -> Vec<u8> {
    [&words(&[1, 1])[..], &[ruleset, 1, 1, 100], &words(&[4, 0, 0])].concat()
}

impl File {
    /// One bucket, one rule, names for them; all groups there.
    pub(super) fn small() -> Self {
        Self {
            magic: 0x1_0000,
            max_buckets: 1,
            max_rules: 1,
            buckets: straw2_bucket(),
            rules: rule(0),
            types: [words(&[1]), named(1, "root")].concat(),
            names: [words(&[1]), named(-1, "top")].concat(),
            rule_names: [words(&[1]), named(0, "all")].concat(),
            tunables: [&words(&[0, 0, 50, 1])[..], &[1, 1], &words(&[54]), &[1]].concat(),
            classes: words(&[0, 0, 0]),
            choose_args: words(&[0]),
            rest: words(&[100, 100]),
        }
    }

    pub(super) fn bytes(&self) -> Vec<u8> {
        let head = words(&[self.magic, self.max_buckets.cast_unsigned(), self.max_rules, 7]);
        let body = [&head, &self.buckets, &self.rules, &self.types, &self.names, &self.rule_names];
        let tail = [&self.tunables, &self.classes, &self.choose_args, &self.rest];
        body.into_iter().chain(tail).flatten().copied().collect()
    }
}

/// All five algorithms, rules of several kinds, classes, choose_args.
pub(super) fn sample() -> Map {
    let mut map = Map::new().unwrap();
    let algorithms = [
        BucketAlgorithm::Uniform,
        BucketAlgorithm::List,
        BucketAlgorithm::Tree,
        BucketAlgorithm::Straw,
        BucketAlgorithm::Straw2,
    ];
    for (host, algorithm) in (0..).zip(algorithms) {
        let items = [host * 3, host * 3 + 1, host * 3 + 2];
        let weights = if host == 0 { [0x1_0000; 3] } else { [0x1_0000, 0x2_8000, 0x1_0000] };
        let spec =
            BucketSpec { id: -1 - host, algorithm, hash: 0, r#type: 1, items: &items, weights: &weights };
        map.crush.add_bucket(&spec).unwrap();
        map.names.set(-1 - host, Name::from(format!("host{host}").as_str()));
    }
    let root = BucketSpec {
        id: -9,
        algorithm: BucketAlgorithm::Straw2,
        hash: 0,
        r#type: 10,
        items: &[-1, -2, -3, -4, -5],
        weights: &[0x3_0000, 0x4_8000, 0x4_8000, 0x4_8000, 0x4_8000],
    };
    map.crush.add_bucket(&root).unwrap();
    add_rules(&mut map);
    add_names(&mut map);
    map.choose_args.insert(-1, weight_set(&[&[5, 0, 7]], &[], 4));
    map.choose_args
        .insert(9, weight_set(&[&[1, 2, 3, 4, 5], &[6, 7, 8, 9, 10]], &[-11, -12, -13, -14, -15], 8));
    map.choose_args.insert(77, ChooseArgsMap::default());
    map.finalize();
    map
}

fn weight_set(sets: &[&[u32]], ids: &[i32], slot: u32) -> ChooseArgsMap {
    let weight_set = sets.iter().map(|set| set.to_vec()).collect();
    ChooseArgsMap(BTreeMap::from([(slot, BucketArgs { ids: ids.to_vec(), weight_set })]))
}

fn add_rules(map: &mut Map) {
    let step = |op, arg1, arg2| crush_rule_step { op, arg1, arg2 };
    let replicated = [step(1, -9, 0), step(6, 0, 1), step(4, 0, 0)];
    let msr = [step(14, 7, 0), step(1, -9, 0), step(16, 2, 1), step(16, 2, 0), step(4, 0, 0)];
    for (number, r#type, steps) in [(0, 1, &replicated[..]), (3, 5, &msr), (4, 200, &[])] {
        let rule = StoredRule { ruleset: number as u8, r#type, min_size: 1, max_size: 100, steps };
        map.crush.add_rule(&rule, Some(number)).unwrap();
    }
    map.rule_names.set(0, "replicated".into());
    map.rule_names.set(3, "msr".into());
}

fn add_names(map: &mut Map) {
    for (id, name) in [(0, "osd"), (1, "host"), (10, "root")] {
        map.types.set(id, name.into());
    }
    for device in 0..17 {
        map.names.set(device, Name::from(format!("osd.{device}").as_str()));
        map.classes.of_item.insert(device, device % 2);
    }
    map.names.set(-9, "default".into());
    map.classes.names.set(0, "hdd".into());
    map.classes.names.set(1, "".into());
    map.classes.shadows.insert(-9, BTreeMap::from([(0, -10), (1, -20)]));
}
