//! One bucket by itself.
#![forbid(unsafe_code)]

use super::{Fault, Place, Report};
use crate::bucket::{Algorithm, Bucket};
use crate::hash::HashKind;
use crate::mapper::Topology;
use std::collections::{HashSet, TryReserveError};

/// Looks at the bucket with number `number`.
pub(super) fn examine<T: Topology>(
    map: &T,
    number: i32,
    bucket: &Bucket<'_>,
    report: &mut Report,
) -> Result<(), TryReserveError> {
    let place = Place::Bucket(number);
    if bucket.id != number {
        report.add(place, Fault::WrongId(bucket.id))?;
    }
    if bucket.kind == 0 {
        report.add(place, Fault::TypeOfDevices)?;
    }
    if bucket.hash == HashKind::Unknown {
        report.add(place, Fault::UnknownHash)?;
    }
    if bucket.items.is_empty() {
        return report.add(place, Fault::Empty);
    }
    examine_items(map, number, bucket.items, report)?;
    examine_weights(number, bucket, report)
}

fn examine_items<T: Topology>(
    map: &T,
    number: i32,
    items: &[i32],
    report: &mut Report,
) -> Result<(), TryReserveError> {
    let mut seen = HashSet::new();
    seen.try_reserve(items.len())?;
    for (index, &item) in items.iter().enumerate() {
        let place = Place::Item { bucket: number, index };
        if item < 0 && map.bucket(item).is_none() {
            report.add(place, Fault::UnknownBucket(item))?;
        }
        if item >= 0 && item >= map.max_devices() {
            report.add(place, Fault::UnknownDevice(item))?;
        }
        if !seen.insert(item) {
            report.add(place, Fault::Twice(item))?;
        }
    }
    Ok(())
}

fn examine_weights(number: i32, bucket: &Bucket<'_>, report: &mut Report) -> Result<(), TryReserveError> {
    let place = Place::Bucket(number);
    let expected = bucket.items.len();
    let short = |weights: &[u32]| Fault::Weights { expected, found: weights.len() };
    match bucket.algorithm {
        Algorithm::Uniform => {}
        Algorithm::Unknown => report.add(place, Fault::UnknownAlgorithm)?,
        Algorithm::Straw { straws: weights } if weights.len() < expected => {
            report.add(place, short(weights))?
        }
        Algorithm::Straw2 { item_weights: weights } if weights.len() < expected => {
            report.add(place, short(weights))?;
        }
        Algorithm::Straw { straws: weights } => weightless(number, weights, report)?,
        Algorithm::Straw2 { item_weights: weights } => {
            weightless(number, weights, report)?;
            for (index, &weight) in weights.iter().enumerate().filter(|(_, weight)| **weight >= 1 << 31) {
                report.add(Place::Item { bucket: number, index }, Fault::NegativeWeight(weight))?;
            }
        }
        Algorithm::List { item_weights, sum_weights } => {
            let fewer = if item_weights.len() < sum_weights.len() { item_weights } else { sum_weights };
            if fewer.len() < expected {
                return report.add(place, short(fewer));
            }
            weightless(number, item_weights, report)?;
            examine_sums(number, item_weights, sum_weights, report)?;
        }
        Algorithm::Tree { node_weights } => {
            if !is_tree(expected, node_weights) {
                report.add(place, Fault::Tree(expected))?;
            }
        }
    }
    Ok(())
}

fn weightless(number: i32, weights: &[u32], report: &mut Report) -> Result<(), TryReserveError> {
    if weights.iter().all(|&weight| weight == 0) {
        report.add(Place::Bucket(number), Fault::Weightless)?;
    }
    Ok(())
}

fn examine_sums(
    number: i32,
    weights: &[u32],
    sums: &[u32],
    report: &mut Report,
) -> Result<(), TryReserveError> {
    let mut expected = 0u32;
    for (index, (&weight, &found)) in weights.iter().zip(sums).enumerate() {
        expected = expected.wrapping_add(weight);
        if found != expected {
            report.add(Place::Item { bucket: number, index }, Fault::Sum { expected, found })?;
        }
    }
    Ok(())
}

/// Whether walks down the nodes always end at one of `items` items: there is a power of two of nodes with a leaf for each
/// item, each inner node weighs as much as its children, and there is a weight if there are leaves without an item.
fn is_tree(items: usize, nodes: &[u32]) -> bool {
    let leaves = nodes.len() / 2;
    if !nodes.len().is_power_of_two() || leaves < items || leaves == 0 {
        return false;
    }
    let leaf = |index: usize| nodes.get(2 * index + 1).copied().unwrap_or(0);
    let sums = (2..nodes.len()).step_by(2).all(|node| {
        let half = 1 << (node.trailing_zeros() - 1);
        let child = |node: usize| nodes.get(node).copied().unwrap_or(0);
        child(node) == child(node - half).wrapping_add(child(node + half))
    });
    sums && (items..leaves).all(|index| leaf(index) == 0) && (leaves == items || nodes[leaves] > 0)
}
