//! Spec 02 sections 13.1 and 13.2 row by row: input on which the original crashes, hangs or is undefined.

use super::facts::{answer, two_hosts};
use super::plain::{OPTIMAL, PlainAlgorithm, PlainBucket, PlainMap, UNTOUCHED};
use crate::mapper::{DeviceWeights, NONE, Slot, Unobserved, do_rule};

const N: i32 = NONE;
const ONE: [u32; 6] = [0x1_0000; 6];
const LEAVES_FIRSTN: [(u32, i32, i32); 3] = [(1, -1, 0), (6, 0, 1), (4, 0, 0)];
const LEAVES_INDEP: [(u32, i32, i32); 3] = [(1, -1, 0), (7, 0, 1), (4, 0, 0)];

fn hosts(items: &[i32]) -> PlainMap {
    PlainMap { tunables: OPTIMAL, ..PlainMap::default() }.straw2(-1, 3, items, &vec![0x1_0000; items.len()])
}

#[test]
fn unknown_rules_place_nothing() {
    let map = two_hosts().rule(1, &LEAVES_FIRSTN);
    for ruleno in [1, 2, 255, u32::MAX, 1 << 31] {
        assert_eq!(map.map(ruleno, 1, 3, &ONE, &Unobserved), (0, vec![UNTOUCHED; 3]));
    }
    let mut map = map;
    map.rules[0] = None;
    assert_eq!(map.map(0, 1, 3, &ONE, &Unobserved).0, 0);
}

#[test]
fn an_empty_result_stays_empty() {
    let map = two_hosts().rule(1, &LEAVES_FIRSTN).rule(3, &LEAVES_INDEP);
    assert_eq!(map.map(0, 1, 0, &ONE, &Unobserved).0, 0);
    assert_eq!(map.map(1, 1, 0, &ONE, &Unobserved).0, 0);
}

#[test]
fn too_little_scratch_space_places_nothing() {
    let map = two_hosts().rule(1, &LEAVES_FIRSTN);
    let mut result = [UNTOUCHED; 4];
    let mut scratch = [Slot::new(0); 11];
    let placed = do_rule(&map, 0, 1, &mut result, DeviceWeights(&ONE), &mut scratch, &Unobserved);
    assert_eq!((placed, result), (0, [UNTOUCHED; 4]));
}

#[test]
fn devices_without_a_weight_are_out() {
    for weights in [&ONE[..0], &ONE[..3]] {
        for x in 0..50 {
            let placed = answer(two_hosts(), 1, &LEAVES_FIRSTN, x, weights);
            assert!(placed.iter().all(|&device| (device as usize) < weights.len()), "input {x}: {placed:?}");
        }
    }
}

#[test]
fn taking_what_is_not_there_keeps_the_earlier_selection() {
    let steps = |bad| [(1, -1, 0), (1, bad, 0), (6, 0, 1), (4, 0, 0)];
    let expected = answer(two_hosts(), 1, &LEAVES_FIRSTN, 5, &ONE);
    for bad in [-4, -100, 6, 7, i32::MAX, i32::MIN] {
        assert_eq!(answer(two_hosts(), 1, &steps(bad), 5, &ONE), expected, "take {bad}");
    }
}

#[test]
fn nothing_is_below_a_device() {
    assert_eq!(answer(two_hosts(), 1, &[(1, 2, 0), (4, 0, 0)], 1, &ONE), [2]);
    assert_eq!(answer(two_hosts(), 1, &[(1, 2, 0), (2, 1, 0), (4, 0, 0)], 1, &ONE), []);
}

#[test]
fn a_rule_may_choose_more_than_the_result_holds() {
    for step in [(2, 9, 0), (3, 9, 0), (6, 9, 0), (7, 9, 0), (2, 1000, 1), (3, i32::MAX, 1)] {
        assert!(answer(two_hosts(), 1, &[(1, -1, 0), step, (4, 0, 0)], 1, &ONE).len() <= 4);
    }
}

#[test]
fn unknown_operations_do_nothing() {
    let expected = answer(two_hosts(), 1, &LEAVES_FIRSTN, 9, &ONE);
    for op in [0, 5, 14, 15, 16, 17, 99, u32::MAX] {
        let steps = [(op, 1, 1), (1, -1, 0), (op, -1, 0), (6, 0, 1), (op, 0, 0), (4, 0, 0)];
        assert_eq!(answer(two_hosts(), 1, &steps, 9, &ONE), expected, "operation {op}");
    }
}

#[test]
fn missing_buckets_are_skipped_by_firstn_and_leave_holes_in_indep() {
    for missing in [-2, -3, -9, i32::MIN] {
        let map = hosts(&[]).straw2(-4, 1, &[0, 1], &ONE[..2]);
        // The good host is too light to be chosen.
        let map = map.straw2(-1, 3, &[missing, -4], &[0x1_0000, 0]);
        assert_eq!(answer(map.clone(), 1, &LEAVES_FIRSTN, 1, &ONE), [], "item {missing}");
        assert_eq!(answer(map, 3, &LEAVES_INDEP, 1, &ONE), [N, N, N, N], "item {missing}");
    }
}

#[test]
fn empty_buckets_are_refused() {
    let map = hosts(&[-2, -3]).straw2(-2, 1, &[], &[]).straw2(-3, 1, &[0, 1], &ONE[..2]);
    for x in 0..20 {
        assert_eq!(answer(map.clone(), 1, &LEAVES_FIRSTN, x, &ONE).len(), 1, "input {x}");
        let holes = answer(map.clone(), 3, &LEAVES_INDEP, x, &ONE);
        assert_eq!(holes.iter().filter(|&&device| device == N).count(), 3, "input {x}: {holes:?}");
    }
}

#[test]
fn circles_without_the_wanted_type_end() {
    let map = hosts(&[-2]).straw2(-2, 2, &[-1], &ONE[..1]);
    assert_eq!(answer(map.clone(), 1, &LEAVES_FIRSTN, 1, &ONE), []);
    assert_eq!(answer(map.clone(), 3, &LEAVES_INDEP, 1, &ONE), [N, N, N, N]);
    let itself = hosts(&[-1]);
    assert_eq!(answer(itself.clone(), 1, &LEAVES_FIRSTN, 1, &ONE), []);
    // A circle that holds the wanted type ends by itself.
    assert_eq!(answer(itself, 1, &[(1, -1, 0), (2, 2, 3), (4, 0, 0)], 1, &ONE), [-1]);
}

#[test]
fn hierarchies_may_be_deeper_than_expected() {
    let mut map = hosts(&[-2]);
    for id in 2..60 {
        map = map.straw2(-id, 2, &[-id - 1], &ONE[..1]);
    }
    let map = map.straw2(-60, 1, &[0, 1], &ONE[..2]);
    assert_eq!(answer(map, 1, &LEAVES_FIRSTN, 1, &ONE).len(), 1);
}

#[test]
fn buckets_of_the_device_type_are_out() {
    let map = hosts(&[-2]).straw2(-2, 0, &[0, 1], &ONE[..2]);
    for step in [(2, 2, 0), (6, 2, 0)] {
        assert_eq!(answer(map.clone(), 1, &[(1, -1, 0), step, (4, 0, 0)], 1, &ONE), [], "{step:?}");
    }
    assert_eq!(answer(map, 3, &[(1, -1, 0), (3, 2, 0), (4, 0, 0)], 1, &ONE), [N, N]);
}

#[test]
fn vary_r_shifts_modulo_32() {
    let with = |vary, x| answer(two_hosts(), 1, &[(12, vary, 0), (1, -1, 0), (6, 0, 1), (4, 0, 0)], x, &ONE);
    for x in 0..50 {
        assert_eq!(with(40, x), with(8, x), "input {x}");
        assert_eq!(with(34, x), with(2, x), "input {x}");
    }
}

#[test]
fn tries_without_end_are_made_as_asked() {
    let steps = [(8, 20_000, 0), (9, 3, 0), (1, -1, 0), (6, 3, 1), (4, 0, 0)];
    assert_eq!(answer(two_hosts(), 1, &steps, 1, &ONE).len(), 2, "there are but two hosts");
}

#[test]
fn an_item_numbered_like_an_empty_place_is_never_placed() {
    let mut map = PlainMap { tunables: OPTIMAL, ..PlainMap::default() };
    let algorithm = PlainAlgorithm::Uniform;
    map.put(PlainBucket { id: -1, kind: 1, items: vec![i32::MAX - 1], algorithm });
    assert_eq!(map.max_devices, i32::MAX);
    assert_eq!(answer(map.clone(), 3, &[(1, -1, 0), (3, 2, 0), (4, 0, 0)], 1, &ONE), [N, N]);
    assert_eq!(answer(map, 3, &[(1, -1, 0), (7, 2, 1), (4, 0, 0)], 1, &ONE), [N, N]);
}

/// A uniform bucket of device 0 and another item: which of them is chosen does not depend on the item's number.
pub(super) fn beside_device_0(other: i32) -> PlainMap {
    let mut map = PlainMap { tunables: OPTIMAL, ..PlainMap::default() };
    map.put(PlainBucket { id: -1, kind: 1, items: vec![other, 0], algorithm: PlainAlgorithm::Uniform });
    map.max_devices = 1;
    map
}

#[test]
fn the_numbers_of_devices_beyond_the_map_make_no_difference() {
    for step in [(2, 1, 0), (3, 2, 0), (6, 1, 0), (7, 2, 0)] {
        let answers = |other| {
            let steps = [(1, -1, 0), step, (4, 0, 0)];
            [0, 1, 2, 3, 4, 5, 6, 7].map(|x| answer(beside_device_0(other), 1, &steps, x, &ONE))
        };
        let expected = answers(1);
        assert!(expected.iter().any(|answer| answer.contains(&0)), "{step:?}");
        assert!(expected.iter().any(|answer| !answer.contains(&0) || answer.contains(&N)), "{step:?}");
        for other in i32::MAX - 3..=i32::MAX {
            assert_eq!(answers(other), expected, "{step:?}, device {other}");
        }
    }
}
