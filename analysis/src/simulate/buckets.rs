//! The five bucket algorithms under change.

use super::SimulateError;
use super::made::{moved, one_bucket};
use serde::Serialize;
use std::time::Instant;

/// Items of the bucket before the change.
const ITEMS: i32 = 24;
/// The item that comes.
const NEW: i32 = 100;

/// An algorithm, and what moves at each change as a multiple of the least for the change of target shares.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct BucketRow {
    /// The algorithm.
    pub algorithm: &'static str,
    /// An item comes before the first.
    pub add_first: f64,
    /// An item comes behind the last.
    pub add_last: f64,
    /// The first item goes.
    pub remove_first: f64,
    /// The last item goes.
    pub remove_last: f64,
    /// One item in the middle weighs twice as much; none for uniform buckets, whose items all weigh the same.
    pub reweight: Option<f64>,
    /// Nanoseconds for a choice by the prepared rule, one input at a time.
    pub nanoseconds: f64,
}

/// A row for each algorithm: one bucket of 24 items of equal weight, of which one is chosen for each input.
///
/// # Errors
/// Not enough memory.
pub fn buckets(inputs: u32) -> Result<Vec<BucketRow>, SimulateError> {
    ["uniform", "list", "tree", "straw", "straw2"].into_iter().map(|name| row(name, inputs)).collect()
}

fn row(algorithm: &'static str, inputs: u32) -> Result<BucketRow, SimulateError> {
    let all: Vec<(i32, u32)> = (0..ITEMS).map(|device| (device, 1)).collect();
    let before = one_bucket(algorithm, &all)?;
    let ratio = |devices: &[(i32, u32)]| -> Result<f64, SimulateError> {
        let total = moved(&before, &one_bucket(algorithm, devices)?, 0, 1, inputs)?;
        Ok(total.minima.over_targets.unwrap_or(0.0))
    };
    let heavier =
        |&(device, weight): &(i32, u32)| (device, if device == ITEMS / 2 { 2 * weight } else { weight });
    let reweighted: Vec<(i32, u32)> = all.iter().map(heavier).collect();
    Ok(BucketRow {
        algorithm,
        add_first: ratio(&[&[(NEW, 1)], &all[..]].concat())?,
        add_last: ratio(&[&all[..], &[(NEW, 1)]].concat())?,
        remove_first: ratio(&all[1..])?,
        remove_last: ratio(&all[..all.len() - 1])?,
        reweight: if algorithm == "uniform" { None } else { Some(ratio(&reweighted)?) },
        nanoseconds: nanoseconds(algorithm, &all, inputs)?,
    })
}

fn nanoseconds(algorithm: &str, devices: &[(i32, u32)], inputs: u32) -> Result<f64, SimulateError> {
    let cluster = one_bucket(algorithm, devices)?;
    let placer =
        cluster.crush().placer(0, 0, 1, cluster.map.weights()).map_err(|_| SimulateError::NoMemory)?;
    let mut chosen = [0];
    let start = Instant::now();
    for input in 0..inputs {
        placer.place(input, &mut chosen).map_err(|_| SimulateError::NoMemory)?;
    }
    Ok(start.elapsed().as_nanos() as f64 / f64::from(inputs.max(1)))
}
