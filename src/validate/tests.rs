//! What is found, on maps that each have one fault.

use super::{Fault, MAX_FINDINGS, Place, Report, Work, examine, validate};
use crate::builder::{BucketAlgorithm, BucketSpec, OwnedMap, StoredBucket, StoredRule, StoredWeights};
use crate::mapper::tests::hostile_map::{self, Numbers};
use crate::mapper::{DeviceWeights, Slot, Step, Topology, Unobserved, do_rule, scratch_used};

/// Steps as (op, arg1, arg2).
type Steps = &'static [(u32, i32, i32)];

const ONE: u32 = 0x1_0000;
const LEAVES: [(u32, i32, i32); 3] = [(1, -1, 0), (6, 0, 1), (4, 0, 0)];

/// A host -2 of devices 0 to 2 below the root -1, both of one algorithm, and a rule.
fn map(algorithm: BucketAlgorithm) -> OwnedMap {
    let mut map = OwnedMap::new().unwrap();
    let spec = |id, r#type, items, weights| BucketSpec { id, algorithm, hash: 0, r#type, items, weights };
    map.add_bucket(&spec(-2, 1, &[0, 1, 2], &[ONE; 3])).unwrap();
    map.add_bucket(&spec(-1, 3, &[-2], &[3 * ONE])).unwrap();
    add_rule(&mut map, 1, &LEAVES);
    map.finalize();
    map
}

fn add_rule(map: &mut OwnedMap, kind: u8, steps: &[(u32, i32, i32)]) {
    let steps: Vec<Step> = steps.iter().map(|&(op, arg1, arg2)| Step { op, arg1, arg2 }).collect();
    let rule = StoredRule { ruleset: 0, r#type: kind, min_size: 1, max_size: 10, steps: &steps };
    map.add_rule(&rule, None).unwrap();
}

/// Puts a straw2 bucket into slot 2.
fn with(stored: &StoredBucket<'_>) -> OwnedMap {
    let mut map = map(BucketAlgorithm::Straw2);
    map.place_bucket(2, stored).unwrap();
    map
}

fn stored<'a>(items: &'a [i32], item_weights: &'a [u32]) -> StoredBucket<'a> {
    let weights = StoredWeights::Straw2 { item_weights };
    StoredBucket { id: -3, r#type: 2, hash: 0, weight: 0, items, weights }
}

fn report(map: &OwnedMap) -> Report {
    validate(&map.view(), 3).unwrap()
}

fn found(map: &OwnedMap) -> Vec<(Place, Fault)> {
    report(map).findings.iter().map(|finding| (finding.place, finding.fault)).collect()
}

#[test]
fn sound_maps_have_no_findings() {
    for algorithm in [
        BucketAlgorithm::Uniform,
        BucketAlgorithm::List,
        BucketAlgorithm::Tree,
        BucketAlgorithm::Straw,
        BucketAlgorithm::Straw2,
    ] {
        let report = report(&map(algorithm));
        assert_eq!(
            (report.findings.as_slice(), report.depth, report.is_safe()),
            (&[][..], 2, true),
            "{algorithm:?}"
        );
        assert!(report.worst.is_some_and(|(rule, work)| rule == 0 && work.draws > 50));
    }
}

#[test]
fn what_is_wrong_with_a_bucket() {
    let here = Place::Bucket(-3);
    let item = |index| Place::Item { bucket: -3, index };
    assert_eq!(found(&with(&stored(&[], &[]))), [(here, Fault::Empty)]);
    assert_eq!(found(&with(&stored(&[0, 1], &[0, 0]))), [(here, Fault::Weightless)]);
    assert_eq!(found(&with(&stored(&[0, 1, 0], &[ONE; 3]))), [(item(2), Fault::Twice(0))]);
    assert_eq!(found(&with(&stored(&[-9], &[1]))), [(item(0), Fault::UnknownBucket(-9))]);
    assert_eq!(found(&with(&stored(&[-3], &[1]))), [(item(0), Fault::Circle(-3))]);
    let heavy = [1 << 31];
    assert_eq!(found(&with(&stored(&[0], &heavy))), [(item(0), Fault::NegativeWeight(1 << 31))]);
    let mut map = with(&stored(&[0, 3], &[1, 1]));
    map.set_max_devices(3);
    assert_eq!(found(&map), [(item(1), Fault::UnknownDevice(3))]);
    let odd = StoredBucket { id: -1, hash: 7, r#type: 0, ..stored(&[0], &[1]) };
    assert_eq!(
        found(&with(&odd)),
        [(here, Fault::WrongId(-1)), (here, Fault::TypeOfDevices), (here, Fault::UnknownHash)]
    );
    let list = StoredWeights::List { item_weights: &[1, 2], sum_weights: &[1, 4] };
    let list = StoredBucket { weights: list, ..stored(&[0, 1], &[]) };
    assert_eq!(found(&with(&list)), [(item(1), Fault::Sum { expected: 3, found: 4 })]);
    for nodes in
        [&[][..], &[0, 1, 1][..], &[0, 1, 3, 1, 3, 1, 1, 0][..], &[0; 8][..], &[0, 1, 2, 1, 4, 1, 2, 1][..]]
    {
        let tree =
            StoredBucket { weights: StoredWeights::Tree { node_weights: nodes }, ..stored(&[0, 1, 2], &[]) };
        assert_eq!(found(&with(&tree)), [(here, Fault::Tree(3))], "{nodes:?}");
    }
}

#[test]
fn what_is_wrong_with_a_rule() {
    let step = |step| Place::Step { rule: 1, step };
    let cases: [(Steps, Vec<(Place, Fault)>); 6] = [
        (&[(1, -7, 0)], vec![(step(0), Fault::UnknownTake(-7))]),
        (&[(1, 2, 0), (4, 0, 0)], vec![]),
        (&[(6, 0, 1), (1, -1, 0), (4, 0, 0)], vec![(step(0), Fault::NothingSelected)]),
        (&[(1, -1, 0), (2, 1, 2), (4, 0, 0)], vec![(step(1), Fault::TypeNotFound(2))]),
        (&[(1, -1, 0), (2, 1, 1), (2, 1, 0)], vec![(Place::Rule(1), Fault::NotEmitted)]),
        (&[(5, 1, 1), (9, 1, 0), (0, 0, 0)], vec![(step(0), Fault::UnknownStep(5))]),
    ];
    for (steps, expected) in cases {
        let mut map = map(BucketAlgorithm::Straw2);
        add_rule(&mut map, 1, steps);
        assert_eq!(found(&map), expected, "{steps:?}");
    }
    let mut endless = map(BucketAlgorithm::Straw2);
    add_rule(&mut endless, 1, &[(10, i32::MAX, 0), (11, i32::MAX, 0), (1, -1, 0), (6, 0, 1), (4, 0, 0)]);
    assert_eq!(found(&endless), [(Place::Rule(1), Fault::Endless)]);
}

#[cfg(not(any(feature = "abi-pacific", feature = "abi-reef")))]
#[test]
fn what_is_wrong_with_a_multi_step_retry_rule() {
    let cases: [(Steps, bool); 5] = [
        (&[(14, 10, 0), (1, -1, 0), (16, 1, 1), (16, 1, 0), (4, 0, 0)], true),
        (&[(1, -1, 0), (4, 0, 0)], false),
        (&[(1, 2, 0), (4, 0, 0)], false),
        (&[(1, -1, 0), (16, 1, 1)], false),
        (&[(1, -1, 0), (16, 1, 0), (4, 0, 0), (16, 1, 0)], false),
    ];
    for (steps, sound) in cases {
        let mut map = map(BucketAlgorithm::Straw2);
        add_rule(&mut map, 5, steps);
        assert_eq!(report(&map).is_safe(), sound, "{steps:?}");
        assert_eq!(found(&map).contains(&(Place::Rule(1), Fault::Malformed)), !sound);
    }
    let mut map = map(BucketAlgorithm::Straw2);
    add_rule(&mut map, 5, &[(1, -8, 0), (16, 1, 0), (4, 0, 0)]);
    assert_eq!(report(&map).unsafe_count, 1);
}

#[test]
fn deep_hierarchies_and_circles() {
    let mut deep = map(BucketAlgorithm::Straw2);
    deep.set_max_buckets(64).unwrap();
    for slot in 2..20_i16 {
        let items = [-i32::from(slot) - 2];
        let below = if slot < 19 { &items[..] } else { &[0][..] };
        let bucket = StoredBucket { id: -i32::from(slot) - 1, ..stored(below, &[1]) };
        deep.place_bucket(slot.cast_unsigned().into(), &bucket).unwrap();
    }
    assert_eq!((found(&deep), report(&deep).depth), (vec![(Place::Map, Fault::Deep(18))], 18));
    let mut circle = map(BucketAlgorithm::Straw2);
    circle.set_max_buckets(64).unwrap();
    circle.place_bucket(2, &stored(&[-4], &[1])).unwrap();
    circle.place_bucket(3, &StoredBucket { id: -4, ..stored(&[0, -3], &[1, 1]) }).unwrap();
    assert_eq!(found(&circle), [(Place::Item { bucket: -4, index: 1 }, Fault::Circle(-3))]);
}

#[test]
fn any_map_is_examined_and_findings_are_bounded() {
    let mut numbers = Numbers(77);
    let mut most = 0;
    for case in 0..400 {
        let map = hostile_map::map(&mut numbers);
        let mut report = Report::default();
        examine(&map, 6, &mut report).unwrap();
        assert!(report.findings.len() <= MAX_FINDINGS);
        let counted = report.unsafe_count + report.odd_count;
        assert!(counted >= report.findings.len() as u64, "case {case}");
        most = most.max(counted);
        // What is found tells nothing else than that mapping goes on.
        let used = scratch_used(&map, &map.rule(0).unwrap(), 3).unwrap();
        let (mut result, mut scratch) = ([0; 3], vec![Slot::EMPTY; used]);
        do_rule(&map, 0, 1, &mut result, DeviceWeights(&[ONE; 90]), &mut scratch, &Unobserved);
    }
    assert!(most > MAX_FINDINGS as u64, "{most} findings at most");
    assert_eq!(Report::default().worst, None::<(u32, Work)>);
}
