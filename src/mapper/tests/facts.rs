//! Single facts of spec 02 section 14.7, each answered by the genuine library.

use super::plain::{OPTIMAL, PlainAlgorithm, PlainBucket, PlainMap};
use crate::mapper::{NONE, Unobserved};

const N: i32 = NONE;
const ONE: [u32; 6] = [0x1_0000; 6];

/// Two straw2 hosts of three devices.
pub(super) fn two_hosts() -> PlainMap {
    PlainMap { tunables: OPTIMAL, ..PlainMap::default() }
        .straw2(-1, 3, &[-2, -3], &[0x3_0000; 2])
        .straw2(-2, 1, &[0, 1, 2], &[0x1_0000; 3])
        .straw2(-3, 1, &[3, 4, 5], &[0x1_0000; 3])
}

/// What the steps yield on `map` for input `x`: the defined part of a result of four places.
pub(super) fn answer(
    map: PlainMap,
    kind: u8,
    steps: &[(u32, i32, i32)],
    x: i32,
    weights: &[u32],
) -> Vec<i32> {
    let map = map.rule(kind, steps);
    let (placed, mut result) = map.map(map.rules.len() as u32 - 1, x, 4, weights, &Unobserved);
    result.truncate(placed);
    result
}

/// A rule that takes the root and then does one step.
fn one_step(step: (u32, i32, i32)) -> [(u32, i32, i32); 3] {
    [(1, -1, 0), step, (4, 0, 0)]
}

#[test]
fn chooseleaf_indep_of_devices_yields_devices_that_are_out() {
    let out = [0; 6];
    assert_eq!(answer(two_hosts(), 3, &one_step((7, 4, 0)), 1, &out), [3, 2, 5, 1]);
    assert_eq!(answer(two_hosts(), 3, &one_step((3, 4, 0)), 1, &out), [N, N, N, N]);
    assert_eq!(answer(two_hosts(), 1, &one_step((6, 4, 0)), 1, &out), []);
}

#[test]
fn negative_counts_ask_for_so_many_less() {
    assert_eq!(answer(two_hosts(), 1, &one_step((2, -1, 0)), 1, &ONE), [0, 3, 2]);
    assert_eq!(answer(two_hosts(), 1, &one_step((2, -9, 0)), 1, &ONE), []);
}

#[test]
fn a_tree_without_weights_yields_its_last_item() {
    let node_weights = vec![0; 8];
    let algorithm = PlainAlgorithm::Tree { node_weights };
    let mut map = PlainMap { tunables: OPTIMAL, ..PlainMap::default() };
    map.put(PlainBucket { id: -1, kind: 1, items: vec![7, 8, 9, 10], algorithm });
    for x in 0..20 {
        assert_eq!(answer(map.clone(), 1, &one_step((2, 1, 0)), x, &[0x1_0000; 11]), [10]);
    }
}

#[test]
fn devices_beyond_the_map_are_never_chosen() {
    let mut map = two_hosts();
    map.max_devices = 3;
    let firstn = |x| answer(map.clone(), 1, &one_step((6, 0, 1)), x, &ONE);
    assert_eq!([firstn(0), firstn(1), firstn(2)], [[0], [0], [1]]);
    let indep = |x| answer(map.clone(), 3, &one_step((7, 0, 1)), x, &ONE);
    assert_eq!([indep(0), indep(1), indep(2)], [[N, 0, N, N], [0, N, N, N], [1, N, N, N]]);
}

#[test]
fn a_type_that_nothing_has_is_never_found() {
    assert_eq!(answer(two_hosts(), 1, &one_step((2, 4, 7)), 1, &ONE), []);
    assert_eq!(answer(two_hosts(), 3, &one_step((3, 4, 7)), 1, &ONE), [N, N, N, N]);
}

#[test]
fn total_tries_that_wrap_allow_no_failure() {
    let mut map = two_hosts();
    map.tunables.choose_total_tries = u32::MAX;
    assert_eq!(answer(map.clone(), 1, &one_step((2, 4, 1)), 1, &ONE), [-2, -3]);
    assert_eq!(answer(map, 3, &one_step((3, 4, 1)), 1, &ONE), [N, N, N, N]);
}
