//! The bound on a mapping's work against the work that an observer counts.

use super::hostile_map::{self, Numbers};
use super::plain::{LEGACY, OPTIMAL, PlainMap};
use crate::mapper::{
    DeviceWeights, Observer, Slot, Topology, Tunables, Work, do_rule, scratch_used, worst_case,
};
use std::cell::Cell;

/// Counts choices and draws.
#[derive(Default)]
struct Counter {
    choices: Cell<u64>,
    draws: Cell<u64>,
}

impl Observer for Counter {
    fn choice(&self, items: usize) {
        self.choices.set(self.choices.get() + 1);
        self.draws.set(self.draws.get() + items as u64);
    }
}

/// The work of one mapping by rule 0.
fn counted<T: Topology>(map: &T, x: i32, places: usize, devices: &[u32]) -> Work {
    let used = scratch_used(map, &map.rule(0).unwrap(), places).unwrap();
    let (mut result, mut scratch) = (vec![0; places], vec![Slot::EMPTY; used]);
    let counter = Counter::default();
    do_rule(map, 0, x, &mut result, DeviceWeights(devices), &mut scratch, &counter);
    Work { choices: counter.choices.get(), draws: counter.draws.get() }
}

fn assert_within<T: Topology>(map: &T, x: i32, places: usize, devices: &[u32], case: &str) -> Work {
    let bound = worst_case(map, 0, places).unwrap();
    let work = counted(map, x, places, devices);
    let within = work.choices <= bound.choices && work.draws <= bound.draws;
    assert!(within, "{case}, input {x}, {places} places: {work:?} exceeds {bound:?}");
    work
}

#[test]
fn no_hostile_map_takes_more_than_the_bound() {
    let mut numbers = Numbers(0x0dd_ba11);
    let mut most = 0;
    for case in 0..1500 {
        let map = hostile_map::map(&mut numbers);
        // Devices that are all out make every try fail.
        let devices: Vec<u32> = if numbers.below(2) == 0 {
            vec![0; 90]
        } else {
            (0..90).map(|_| numbers.pick(&[0, 0x1_0000])).collect()
        };
        for _ in 0..4 {
            let (x, places) = (numbers.next().cast_signed(), numbers.pick(&[1, 3, 6, 20, 40]));
            most = most.max(assert_within(&map, x, places, &devices, &format!("case {case}")).draws);
        }
    }
    assert!(most > 100_000, "{most} draws at most: the maps are too tame");
}

fn tree(tunables: Tunables) -> PlainMap {
    let mut map = PlainMap { tunables, ..PlainMap::default() };
    for host in 0..5 {
        let devices: Vec<i32> = (0..4).map(|device| host * 4 + device).collect();
        map = map.straw2(-2 - host, 1, &devices, &[0x1_0000; 4]);
    }
    map.straw2(-1, 3, &[-2, -3, -4, -5, -6], &[0x4_0000; 5])
}

#[test]
fn mapping_that_cannot_succeed_comes_near_the_bound() {
    let nowhere = [0; 20];
    for (name, tunables) in [("optimal", OPTIMAL), ("legacy", LEGACY)] {
        for steps in [
            [(1, -1, 0), (6, 0, 1), (4, 0, 0)],
            [(1, -1, 0), (7, 0, 1), (4, 0, 0)],
            [(1, -1, 0), (2, 0, 0), (4, 0, 0)],
        ] {
            let map = tree(tunables).rule(1, &steps);
            let work = assert_within(&map, 1, 3, &nowhere, name);
            let bound = worst_case(&map, 0, 3).unwrap();
            assert!(bound.draws < work.draws * 12, "{name}, {steps:?}: {bound:?} is far above {work:?}");
        }
    }
}

#[test]
fn the_bound_follows_what_the_rule_does() {
    let leaves = [(1, -1, 0), (7, 0, 1), (4, 0, 0)];
    let indep = tree(OPTIMAL).rule(3, &leaves);
    // 51 passes of three places; for each one choice among five hosts, and two of four devices.
    let expected = Work { choices: 51 * 3 * 3, draws: 51 * 3 * 13 };
    assert_eq!(worst_case(&indep, 0, 3).unwrap(), expected);
    assert_eq!(worst_case(&indep, 0, 0).unwrap(), Work::default());
    assert_eq!(worst_case(&indep, 1, 3).unwrap(), Work::default());
    // A limit of tries set by the rule; steps without a selection take nothing.
    let few = tree(OPTIMAL).rule(3, &[(7, 0, 1), (8, 2, 0), (1, -1, 0), (7, 0, 1), (4, 0, 0), (7, 0, 1)]);
    assert_eq!(worst_case(&few, 0, 3).unwrap(), Work { choices: 2 * 3 * 3, draws: 2 * 3 * 13 });
}

#[test]
fn tries_without_end_have_no_bound() {
    let endless = Tunables { choose_local_tries: u32::MAX, ..OPTIMAL };
    let map = tree(endless).rule(1, &[(1, -1, 0), (6, 0, 1), (4, 0, 0)]);
    assert_eq!(worst_case(&map, 0, 3).unwrap().draws, u64::MAX);
}

#[test]
fn circles_count_as_many_levels_as_there_are_buckets() {
    let map = PlainMap { tunables: OPTIMAL, ..PlainMap::default() };
    let map = map.straw2(-1, 3, &[-2], &[1]).straw2(-2, 2, &[-1, -1], &[1, 1]);
    let map = map.rule(3, &[(1, -1, 0), (3, 1, 1), (4, 0, 0)]);
    assert_eq!(worst_case(&map, 0, 1).unwrap(), Work { choices: 51 * 3, draws: 51 * 6 });
    assert_within(&map, 1, 1, &[], "circle");
}
