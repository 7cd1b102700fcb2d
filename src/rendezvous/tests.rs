//! What a flat placement promises.

use super::{Flat, FlatError, Node, Score};
use std::collections::BTreeMap;

const BOTH: [Score; 2] = [Score::Exact, Score::Simple];

/// Nodes 0 up, two in each domain.
fn nodes(weights: &[i64]) -> Vec<Node> {
    let node = |(id, &weight): (usize, &i64)| Node { id: id as u64, weight, domain: id as u64 / 2 };
    weights.iter().enumerate().map(node).collect()
}

fn place(nodes: &[Node], score: Score, key: u64, copies: usize) -> Vec<u64> {
    Flat::new(nodes, score).unwrap().place(&key.to_le_bytes(), copies).unwrap().nodes
}

#[test]
fn the_order_of_nodes_does_not_show() {
    let forward = nodes(&[1, 5, 2, 9, 4, 4, 1, 1]);
    let backward: Vec<Node> = forward.iter().rev().copied().collect();
    for (score, key) in BOTH.into_iter().flat_map(|score| (0..500).map(move |key| (score, key))) {
        assert_eq!(place(&forward, score, key, 3), place(&backward, score, key, 3));
    }
}

#[test]
fn copies_are_in_distinct_domains_while_there_are_enough() {
    let flat = Flat::new(&nodes(&[1; 8]), Score::Exact).unwrap();
    for key in 0..500_u64 {
        for (copies, distinct) in [(0, 0), (1, 1), (4, 4), (6, 4), (8, 4), (20, 4)] {
            let placed = flat.place(&key.to_le_bytes(), copies).unwrap();
            assert_eq!((placed.nodes.len(), placed.distinct), (copies.min(8), distinct));
            let mut domains: Vec<u64> = placed.nodes[..distinct].iter().map(|id| id / 2).collect();
            domains.sort_unstable();
            domains.dedup();
            assert_eq!(domains.len(), distinct);
            let mut ids = placed.nodes.clone();
            ids.sort_unstable();
            ids.dedup();
            assert_eq!(ids.len(), placed.nodes.len(), "no node twice");
        }
    }
}

#[test]
fn a_node_that_goes_moves_only_what_it_held() {
    let all = nodes(&[3, 1, 4, 1, 5, 9, 2, 6]);
    for (score, gone) in BOTH.into_iter().flat_map(|score| (0..8).map(move |gone| (score, gone))) {
        let left: Vec<Node> = all.iter().filter(|node| node.id != gone).copied().collect();
        for key in 0..500 {
            let (before, after) = (place(&all, score, key, 1), place(&left, score, key, 1));
            assert!(before == after || before == [gone], "{score:?} key {key}: {before:?} to {after:?}");
        }
    }
}

#[test]
fn nodes_without_weight_hold_nothing() {
    for score in BOTH {
        for key in 0..200 {
            assert_eq!(place(&nodes(&[0, -5, 1, i64::MIN]), score, key, 4), [2]);
        }
        assert_eq!(place(&[], score, 1, 3), []);
    }
}

#[test]
fn ids_are_unique() {
    let twice = [nodes(&[1, 1, 1]), nodes(&[0])].concat();
    assert_eq!(Flat::new(&twice, Score::Exact).unwrap_err(), FlatError::DuplicateId(0));
}

/// How often each node wins.
fn shares(weights: &[i64], score: Score, keys: u64) -> Vec<f64> {
    let alone: Vec<Node> = nodes(weights).iter().map(|node| Node { domain: node.id, ..*node }).collect();
    let flat = Flat::new(&alone, score).unwrap();
    let mut counts = BTreeMap::new();
    for key in 0..keys {
        *counts.entry(flat.place(&key.to_le_bytes(), 1).unwrap().nodes[0]).or_insert(0) += 1;
    }
    (0..weights.len() as u64).map(|id| f64::from(*counts.get(&id).unwrap_or(&0)) / keys as f64).collect()
}

#[test]
fn exact_shares_are_those_of_the_weights() {
    let weights = [1, 2, 3, 4, 10];
    for (share, weight) in shares(&weights, Score::Exact, 200_000).into_iter().zip(weights) {
        // Five standard deviations of 200,000 draws are below 0.006.
        let expected = weight as f64 / 20.0;
        assert!((share - expected).abs() < 0.006, "weight {weight}: {share}");
    }
}

/// Two nodes of weights 1 and 2: hash x weight gives the heavier 3/4 of the keys and not 2/3.
#[test]
fn simple_shares_favour_heavy_nodes() {
    let share = shares(&[1, 2], Score::Simple, 200_000);
    assert!((share[1] - 0.75).abs() < 0.006, "{share:?}");
}
