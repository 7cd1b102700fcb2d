//! Placement without a hierarchy: hash modulo n, a consistent-hash ring, weighted rendezvous.

use super::SimulateError;
use crush::rendezvous::{Flat, Node, Score};
use serde::Serialize;
use std::collections::BTreeMap;

/// Nodes before the change.
const NODES: u32 = 24;
/// Points of each node on the ring.
const POINTS: u32 = 100;

/// A method, and what moves at each change as a multiple of the least.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct FlatRow {
    /// The method.
    pub method: &'static str,
    /// A node comes.
    pub add: f64,
    /// A node in the middle goes.
    pub remove: f64,
    /// A node weighs twice as much; none where weights mean nothing.
    pub reweight: Option<f64>,
    /// What the fullest node holds, as a multiple of its share.
    pub fullest: f64,
}

/// Nodes with weights.
type Nodes = Vec<(u32, u32)>;
/// Where each of some keys is.
type Placed = Vec<u32>;

/// A row for each method, with one copy of each key on 24 nodes.
///
/// # Errors
/// Not enough memory.
pub fn flat(keys: u32) -> Result<Vec<FlatRow>, SimulateError> {
    Ok(vec![
        row("hash modulo n", false, |nodes| Ok(modulo(nodes, keys)))?,
        row("ring of 100 points a node", true, |nodes| Ok(ring(nodes, keys)))?,
        row("rendezvous, hash times weight", true, |nodes| rendezvous(nodes, keys, Score::Simple))?,
        row("rendezvous, exact", true, |nodes| rendezvous(nodes, keys, Score::Exact))?,
    ])
}

fn row(
    method: &'static str,
    weighted: bool,
    place: impl Fn(&Nodes) -> Result<Placed, SimulateError>,
) -> Result<FlatRow, SimulateError> {
    let nodes: Nodes = (0..NODES).map(|node| (node, 1)).collect();
    let before = place(&nodes)?;
    let ratio = |after: Nodes| -> Result<f64, SimulateError> {
        Ok(over_least(&before, &nodes, &place(&after)?, &after))
    };
    let mut more = nodes.clone();
    more.push((NODES, 1));
    let mut less = nodes.clone();
    less.remove(nodes.len() / 2);
    let mut heavier = nodes.clone();
    heavier[nodes.len() / 2].1 = 2;
    Ok(FlatRow {
        method,
        add: ratio(more)?,
        remove: ratio(less)?,
        reweight: if weighted { Some(ratio(heavier)?) } else { None },
        fullest: fullest(&before),
    })
}

/// Keys that move, as a multiple of the least for the change of shares.
fn over_least(before: &Placed, old: &Nodes, after: &Placed, new: &Nodes) -> f64 {
    let moved = before.iter().zip(after).filter(|(one, other)| one != other).count() as f64;
    let shares = |nodes: &Nodes| -> BTreeMap<u32, f64> {
        let total: u32 = nodes.iter().map(|&(_, weight)| weight).sum();
        nodes.iter().map(|&(node, weight)| (node, f64::from(weight) / f64::from(total))).collect()
    };
    let old = shares(old);
    let gain = |(node, share): (u32, f64)| (share - old.get(&node).copied().unwrap_or(0.0)).max(0.0);
    let least: f64 = shares(new).into_iter().map(gain).sum();
    moved / (least * before.len() as f64)
}

fn fullest(placed: &Placed) -> f64 {
    let mut counts = BTreeMap::new();
    placed.iter().for_each(|&node| *counts.entry(node).or_insert(0_u32) += 1);
    f64::from(counts.values().copied().max().unwrap_or(0)) * f64::from(NODES) / placed.len() as f64
}

/// A good hash of a number (the end of SplitMix64).
fn hash(number: u64) -> u64 {
    let mut mixed = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

fn modulo(nodes: &Nodes, keys: u32) -> Placed {
    let place = |key: u32| nodes[(hash(u64::from(key) + 1) % nodes.len() as u64) as usize].0;
    (0..keys).map(place).collect()
}

fn ring(nodes: &Nodes, keys: u32) -> Placed {
    let points = |&(node, weight): &(u32, u32)| {
        (0..weight * POINTS)
            .map(move |point| (hash(u64::from(node) << 32 | u64::from(point) | 1 << 63), node))
    };
    let ring: BTreeMap<u64, u32> = nodes.iter().flat_map(points).collect();
    let first = ring.values().next().copied().unwrap_or(0);
    let place = |key: u32| ring.range(hash(u64::from(key) + 1)..).next().map_or(first, |(_, &node)| node);
    (0..keys).map(place).collect()
}

fn rendezvous(nodes: &Nodes, keys: u32, score: Score) -> Result<Placed, SimulateError> {
    let all: Vec<Node> = nodes.iter().map(|&(id, weight)| node(id, weight)).collect();
    let flat = Flat::new(&all, score)?;
    let place = |key: u32| Ok(flat.place(&key.to_le_bytes(), 1)?.nodes.first().map_or(0, |&id| id as u32));
    (0..keys).map(place).collect()
}

fn node(id: u32, weight: u32) -> Node {
    Node { id: id.into(), weight: weight.into(), domain: id.into() }
}
