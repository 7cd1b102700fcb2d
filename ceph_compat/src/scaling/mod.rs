//! `scaling`: clusters of every size, numbers of replicas, and what a second thread or process brings.
#![forbid(unsafe_code)]

mod processes;

pub(crate) use processes::{Share, serve};

use crate::bench::{Bench, BenchError, Bound, Subject, Times, of_size};
use crate::library::{Library, NativePlacer};
use std::time::Instant;

/// Devices of the clusters, each with three replicas; the one of these replicas is `REPLICATED`.
const DEVICES: [usize; 5] = [10, 100, 1_000, 10_000, 100_000];
const REPLICATED: usize = 10_000;
const REPLICAS: [usize; 8] = [1, 2, 3, 5, 8, 11, 14, 20];
/// Inputs of a batch: as many placement groups as large clusters have.
pub(crate) const INPUTS: i32 = 1 << 16;
/// Batches of which the fastest counts.
pub(crate) const BATCHES: usize = 5;

/// Why there are no times.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ScalingError {
    /// Answers differ from upstream's.
    #[error(transparent)]
    Bench(#[from] BenchError),
    /// The library is one of upstream's.
    #[error("this library has no prepared placement")]
    NoPlacer,
    /// Two threads gave other answers than one.
    #[error("{0}: two threads give other answers than one")]
    Threads(String),
    /// Another process did not do its part.
    #[error("a process that measures beside another one: {0}")]
    Process(String),
}

/// What a mapping takes in one cluster, in nanoseconds.
pub(crate) struct Point {
    pub(crate) devices: usize,
    pub(crate) replicas: usize,
    /// Calls of both libraries.
    pub(crate) calls: Times,
    /// Batches on one thread and on two, by the clock on the wall, shared out among all inputs.
    pub(crate) threads: [f64; 2],
    /// The same in two processes that know nothing of each other.
    pub(crate) processes: f64,
}

/// The clusters to measure: devices and replicas.
pub(crate) fn clusters() -> impl Iterator<Item = (usize, usize)> {
    let sizes = DEVICES.into_iter().map(|devices| (devices, 3));
    sizes.chain(REPLICAS.into_iter().map(|replicas| (REPLICATED, replicas)))
}

/// Measures a cluster; `share` starts a process that measures alone.
pub(crate) fn measure(
    bench: &Bench<'_>,
    (devices, replicas): (usize, usize),
    share: impl Fn() -> Result<Share, ScalingError>,
) -> Result<Point, ScalingError> {
    let subject = of_size(devices, replicas).expect("these are known");
    let calls = bench.run(&subject)?;
    let bound = Bound::new(bench.ours, &subject);
    let mut placer = bound.placer().ok_or(ScalingError::NoPlacer)?;
    verify(&subject, &placer)?;
    let threads = [1, 2].map(|threads| best_batch(&mut placer, threads));
    let processes = processes::together(&share()?, &share()?)?;
    Ok(Point { devices, replicas, calls, threads, processes })
}

/// Measures a cluster by itself, in a process that was started for that.
pub(crate) fn measure_alone(library: &Library, devices: usize, replicas: usize) -> Result<(), ScalingError> {
    let subject = of_size(devices, replicas).ok_or(ScalingError::Process("no such cluster".into()))?;
    let bound = Bound::new(library, &subject);
    serve(&mut bound.placer().ok_or(ScalingError::NoPlacer)?)
}

/// Results must be in the order of the inputs, whoever makes them.
fn verify(subject: &Subject, placer: &NativePlacer) -> Result<(), ScalingError> {
    let inputs: Vec<u32> = (0..INPUTS.cast_unsigned() / 4).collect();
    let [one, two] = [1, 2].map(|threads| placer.place_batch(&inputs, threads));
    if one == two { Ok(()) } else { Err(ScalingError::Threads(subject.to_string())) }
}

/// Nanoseconds of a mapping in the fastest of some batches.
fn best_batch(placer: &mut NativePlacer, threads: usize) -> f64 {
    (0..BATCHES as i32).map(|number| batch(placer, number, threads)).fold(f64::INFINITY, f64::min)
}

/// Nanoseconds of a mapping in batch `number`.
pub(crate) fn batch(placer: &mut NativePlacer, number: i32, threads: usize) -> f64 {
    let start = Instant::now();
    placer.run_on(number * INPUTS..(number + 1) * INPUTS, threads);
    start.elapsed().as_nanos() as f64 / f64::from(INPUTS)
}
