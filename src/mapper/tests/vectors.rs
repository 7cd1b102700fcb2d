//! Vectors of spec 02 section 14.6: complete rules with the histogram of tries.

use super::plain::{LEGACY, OPTIMAL, PlainAlgorithm, PlainBucket, PlainMap, UNTOUCHED};
use crate::mapper::{NONE, Observer, Tunables};
use std::cell::RefCell;

/// Rule, input, number returned, result.
type Row = (u32, i32, usize, &'static [i32]);

const OPTIMAL_ROWS: &[Row] = &[
    (0, 0, 4, &[10, 8, 2, 5]),
    (0, 1, 4, &[11, 5, 2, 8]),
    (0, 2, 4, &[6, 10, 5, 0]),
    (0, 3, 4, &[9, 5, 1, 6]),
    (0, 4, 4, &[1, 10, 6, 5]),
    (0, 5, 4, &[8, 3, 11, 0]),
    (0, 6, 4, &[7, 10, 1, 5]),
    (0, 7, 4, &[11, 2, 6, 5]),
    (1, 0, 6, &[10, 6, NONE, 2, NONE, 5]),
    (1, 1, 6, &[11, NONE, 1, 3, 6, NONE]),
    (1, 2, 6, &[6, NONE, 11, 5, NONE, 0]),
    (1, 3, 6, &[NONE, 10, 6, NONE, 5, 0]),
    (1, 4, 6, &[1, 10, NONE, NONE, 8, 3]),
    (1, 5, 6, &[8, NONE, 11, 2, NONE, 3]),
    (1, 6, 6, &[7, 3, NONE, 11, 1, NONE]),
    (1, 7, 6, &[11, 2, NONE, 7, NONE, 3]),
    (2, 0, 4, &[10, 9, 6, 8]),
    (2, 1, 4, &[11, 10, 3, 5]),
    (2, 2, 4, &[6, 7, 11, 9]),
    (2, 3, 4, &[6, 8, 10, 9]),
    (2, 4, 4, &[1, 0, 11, 10]),
    (2, 5, 4, &[8, 6, 5, 3]),
    (2, 6, 4, &[7, 8, 10, 11]),
    (2, 7, 4, &[11, 9, 1, 2]),
    (3, 0, 4, &[10, 9, 6, 8]),
    (3, 1, 4, &[11, 10, 3, 5]),
    (3, 2, 4, &[6, 7, 5, 3]),
    (3, 3, 4, &[8, 6, 10, 9]),
    (3, 4, 4, &[1, 0, 11, 10]),
    (3, 5, 4, &[8, 6, 5, 3]),
    (3, 6, 4, &[7, 8, 10, 9]),
    (3, 7, 4, &[11, 9, 1, 2]),
    (4, 0, 6, &[10, 9, 3, 5, 6, 1]),
    (4, 1, 6, &[11, 10, 3, 5, 6, 8]),
    (4, 2, 6, &[6, 7, 5, 11, 9, 1]),
    (4, 3, 5, &[0, 2, 3, 6, 9]),
    (4, 4, 5, &[1, 2, 3, 6, 11]),
    (4, 5, 6, &[8, 0, 2, 11, 9, 3]),
    (4, 6, 6, &[7, 8, 10, 9, 5, 2]),
    (4, 7, 6, &[11, 10, 5, 3, 8, 6]),
    (5, 0, 6, &[10, 9, 3, 5, 6, 1]),
    (5, 1, 6, &[11, 10, 3, 5, 6, 8]),
    (5, 2, 6, &[6, 7, 5, 1, 11, 9]),
    (5, 3, 6, &[9, 6, 0, 2, 3, NONE]),
    (5, 4, 6, &[1, 2, NONE, 3, 11, 6]),
    (5, 5, 6, &[8, 3, 0, 2, 11, 9]),
    (5, 6, 6, &[7, 8, 10, 9, 5, 2]),
    (5, 7, 6, &[11, 10, 5, 3, 8, 6]),
    (6, 0, 0, &[]),
    (6, 1, 0, &[]),
    (6, 2, 0, &[]),
    (6, 3, 0, &[]),
    (6, 4, 0, &[]),
    (6, 5, 0, &[]),
    (6, 6, 0, &[]),
    (6, 7, 0, &[]),
    (7, 0, 4, &[10, 6, 3, 2]),
    (7, 1, 4, &[11, 3, 1, 8]),
    (7, 2, 4, &[6, 2, 11, 5]),
    (7, 3, 4, &[0, 10, 5, 6]),
    (7, 4, 4, &[1, 10, 8, 5]),
    (7, 5, 4, &[8, 5, 11, 2]),
    (7, 6, 4, &[7, 2, 3, 11]),
    (7, 7, 4, &[11, 2, 5, 7]),
    (8, 0, 6, &[0, 1, 10, 3, NONE, NONE]),
    (8, 1, 6, &[0, 2, 11, 3, NONE, NONE]),
    (8, 2, 6, &[1, 2, 6, 5, NONE, NONE]),
    (8, 3, 6, &[0, 2, 9, 0, NONE, NONE]),
    (8, 4, 6, &[1, 2, 1, 11, NONE, NONE]),
    (8, 5, 6, &[0, 2, 8, 0, NONE, NONE]),
    (8, 6, 6, &[2, 1, 7, 10, NONE, NONE]),
    (8, 7, 6, &[1, 2, 11, 5, NONE, NONE]),
];
const OPTIMAL_TRIES: &[(usize, u32)] =
    &[(0, 89), (1, 98), (2, 16), (3, 6), (5, 2), (6, 3), (7, 1), (8, 1), (11, 1), (13, 1), (15, 1)];
const LEGACY_ROWS: &[Row] = &[
    (0, 0, 4, &[10, 8, 0, 3]),
    (0, 1, 4, &[11, 5, 2, 6]),
    (0, 2, 4, &[6, 9, 3, 1]),
    (0, 3, 4, &[6, 9, 5, 1]),
    (0, 4, 4, &[1, 10, 8, 3]),
    (0, 5, 4, &[8, 3, 11, 0]),
    (0, 6, 4, &[7, 10, 1, 5]),
    (0, 7, 4, &[11, 2, 8, 5]),
    (1, 0, 6, &[10, 6, NONE, 2, NONE, 5]),
    (1, 1, 6, &[11, NONE, 1, 3, 6, NONE]),
    (1, 2, 6, &[6, NONE, 11, 5, NONE, 0]),
    (1, 3, 6, &[NONE, 10, 6, NONE, 5, 0]),
    (1, 4, 6, &[1, 10, NONE, NONE, 8, 3]),
    (1, 5, 6, &[8, NONE, 11, 2, NONE, 3]),
    (1, 6, 6, &[7, 3, NONE, 11, 1, NONE]),
    (1, 7, 6, &[11, 2, NONE, 7, NONE, 3]),
    (2, 0, 4, &[10, 9, 6, 8]),
    (2, 1, 4, &[11, 10, 3, 5]),
    (2, 2, 4, &[6, 7, 11, 9]),
    (2, 3, 4, &[6, 8, 10, 9]),
    (2, 4, 4, &[1, 0, 11, 10]),
    (2, 5, 4, &[8, 6, 5, 3]),
    (2, 6, 4, &[7, 8, 10, 11]),
    (2, 7, 4, &[11, 9, 1, 2]),
    (3, 0, 4, &[10, 9, 6, 8]),
    (3, 1, 4, &[11, 10, 3, 5]),
    (3, 2, 4, &[6, 7, 5, 3]),
    (3, 3, 4, &[8, 6, 10, 9]),
    (3, 4, 4, &[1, 0, 11, 10]),
    (3, 5, 4, &[8, 6, 5, 3]),
    (3, 6, 4, &[7, 8, 10, 9]),
    (3, 7, 4, &[11, 9, 1, 2]),
    (7, 0, 4, &[10, 6, 3, 2]),
    (7, 1, 4, &[11, 3, 1, 8]),
    (7, 2, 4, &[6, 2, 11, 5]),
    (7, 3, 4, &[0, 10, 5, 6]),
    (7, 4, 4, &[1, 10, 8, 5]),
    (7, 5, 4, &[8, 5, 11, 2]),
    (7, 6, 4, &[7, 2, 3, 11]),
    (7, 7, 4, &[11, 2, 5, 7]),
];
const LEGACY_TRIES: &[(usize, u32)] =
    &[(0, 90), (1, 98), (2, 17), (3, 5), (5, 2), (6, 2), (7, 1), (8, 2), (11, 1), (15, 1)];

/// Counts tries as a map's histogram does.
struct Counts(RefCell<Vec<u32>>);

impl Observer for Counts {
    fn tries(&self, tries: u32) {
        if let Some(count) = self.0.borrow_mut().get_mut(tries as usize) {
            *count += 1;
        }
    }
}

/// Four hosts, one of each algorithm, below one root; the rules of the section.
fn map(tunables: Tunables) -> PlainMap {
    let one = 0x1_0000;
    let host = |id, items: [i32; 3], algorithm| PlainBucket { id, kind: 1, items: items.to_vec(), algorithm };
    let mut map = PlainMap { tunables, ..PlainMap::default() };
    map.buckets.resize(8, None);
    map = map.straw2(-1, 3, &[-2, -3, -4, -5], &[0x3_0000; 4]).straw2(-2, 1, &[0, 1, 2], &[one; 3]);
    map.put(host(-3, [3, 4, 5], PlainAlgorithm::Uniform));
    let sum_weights = vec![one, 2 * one, 3 * one];
    map.put(host(-4, [6, 7, 8], PlainAlgorithm::List { item_weights: vec![one; 3], sum_weights }));
    let node_weights = vec![0, one, 2 * one, one, 3 * one, one, one, 0];
    map.put(host(-5, [9, 10, 11], PlainAlgorithm::Tree { node_weights }));
    map.rule(1, &[(1, -1, 0), (6, 0, 1), (4, 0, 0)])
        .rule(3, &[(1, -1, 0), (7, 0, 1), (4, 0, 0)])
        .rule(1, &[(1, -1, 0), (2, 2, 1), (2, 2, 0), (4, 0, 0)])
        .rule(3, &[(1, -1, 0), (3, 2, 1), (7, 2, 0), (4, 0, 0)])
        .rule(4, &[(1, -1, 0), (16, 3, 1), (16, 2, 0), (4, 0, 0)])
        .rule(5, &[(1, -1, 0), (16, 3, 1), (16, 2, 0), (4, 0, 0)])
        .rule(5, &[(14, 3, 0), (15, 2, 0), (1, -2, 0), (16, 2, 0), (4, 0, 0), (0, 0, 0)])
        .rule(3, &[(9, 5, 0), (8, 100, 0), (1, -1, 0), (7, 4, 1), (4, 0, 0), (0, 0, 0)])
        .rule(5, &[(1, -2, 0), (16, 2, 0), (4, 0, 0), (1, -1, 0), (16, 2, 1), (16, 1, 0), (4, 0, 0)])
}

fn check(map: &PlainMap, rows: &[Row], tries: &[(usize, u32)]) {
    let mut weights = [0x1_0000; 12];
    (weights[4], weights[7]) = (0, 0x8000);
    let counts = Counts(RefCell::new(vec![0; map.tunables.choose_total_tries as usize + 1]));
    for &(ruleno, x, returned, expected) in rows {
        let (placed, result) = map.map(ruleno, x, 6, &weights, &counts);
        assert_eq!(placed, returned, "rule {ruleno}, input {x}");
        assert_eq!(result[..expected.len()], *expected, "rule {ruleno}, input {x}");
        let ordinary = map.rules[ruleno as usize].as_ref().is_some_and(|(kind, _)| *kind < 4);
        if ordinary {
            assert!(result[placed..].iter().all(|&item| item == UNTOUCHED), "rule {ruleno}, input {x}");
        }
    }
    let found: Vec<_> =
        counts.0.borrow().iter().copied().enumerate().filter(|(_, count)| *count > 0).collect();
    assert_eq!(found, tries);
}

/// Leaves out rows of MSR rules where they do not exist.
fn known(rows: &[Row], map: &PlainMap) -> Vec<Row> {
    let msr = cfg!(not(any(feature = "abi-pacific", feature = "abi-reef")));
    let kind = |ruleno: u32| map.rules[ruleno as usize].as_ref().map_or(0, |(kind, _)| *kind);
    rows.iter().filter(|row| msr || kind(row.0) < 4).copied().collect()
}

#[test]
fn rules_with_optimal_tunables() {
    let map = map(OPTIMAL);
    check(&map, &known(OPTIMAL_ROWS, &map), OPTIMAL_TRIES);
}

#[test]
fn rules_with_legacy_tunables() {
    let map = map(LEGACY);
    check(&map, &known(LEGACY_ROWS, &map), LEGACY_TRIES);
}
