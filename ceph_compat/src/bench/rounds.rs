//! Rounds of calls in turn, and what comes out of them.
#![forbid(unsafe_code)]

use crate::library::{Caller, NativePlacer, thread_nanoseconds};
use std::ops::Range;

/// What the slower library is to take for one round, in nanoseconds: short, so that some rounds go undisturbed.
const ROUND: f64 = 2e6;
/// What a round may take, in nanoseconds: of those that take more, as batches of slow mappings do, fewer are made.
const LONGEST: u64 = 8_000_000;
/// Rounds that are made however long they take.
const FEWEST_ROUNDS: usize = 12;
/// Calls in a round.
const FEWEST: f64 = 8.0;
const MOST: f64 = 4_000.0;
/// From round to round the inputs move on by this, so that no processor learns them by heart.
const STRIDE: usize = 7_919;

/// What can be timed.
pub(super) trait Run {
    /// Inputs that a program would give at once.
    const FEWEST: usize = 1;

    /// Maps inputs.
    fn run(&mut self, inputs: Range<i32>);
}

impl Run for Caller<'_> {
    fn run(&mut self, inputs: Range<i32>) {
        self.run(inputs);
    }
}

impl Run for NativePlacer {
    /// The placement groups of a pool of middling size.
    const FEWEST: usize = 8_192;

    fn run(&mut self, inputs: Range<i32>) {
        self.run(inputs);
    }
}

/// What a mapping takes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Times {
    /// Nanoseconds for each mapping, in the best round.
    pub(crate) theirs: f64,
    pub(crate) ours: f64,
    /// Median over the rounds of how many times faster ours is.
    pub(crate) median: f64,
    /// Draws of straw and straw2 buckets in a mapping.
    pub(crate) draws: f64,
    /// Of the answers that both gave.
    pub(crate) checksum: u64,
}

impl Times {
    /// How many times faster ours is, in the best rounds.
    pub(crate) fn ratio(&self) -> f64 {
        self.theirs / self.ours
    }
}

/// Runs `rounds` rounds.
pub(super) fn measure(theirs: &mut Caller<'_>, ours: &mut impl Run, rounds: usize) -> Times {
    let calls = calls_in_a_round(theirs).max(calls_in_a_round(ours).min(FEWEST as usize));
    let our_calls = calls.max(run_fewest(ours));
    let mut samples = Vec::with_capacity(rounds);
    let start = thread_nanoseconds();
    for round in 0..rounds.max(1) {
        if round >= FEWEST_ROUNDS && thread_nanoseconds() - start > rounds as u64 * LONGEST {
            break;
        }
        let start = (round * STRIDE % (i32::MAX as usize / 2)) as i32;
        let (inputs, our_inputs) = (start..start + calls as i32, start..start + our_calls as i32);
        // Who comes first changes, so that neither profits.
        let sample = if round % 2 == 0 {
            let theirs = time(theirs, inputs);
            (theirs, time(ours, our_inputs))
        } else {
            let ours = time(ours, our_inputs);
            (time(theirs, inputs), ours)
        };
        samples.push((sample.0 / calls as f64, sample.1 / our_calls as f64));
    }
    let least = |times: &mut dyn Iterator<Item = f64>| times.fold(f64::INFINITY, f64::min);
    let mut ratios: Vec<f64> = samples.iter().map(|(theirs, ours)| theirs / ours).collect();
    ratios.sort_unstable_by(f64::total_cmp);
    Times {
        theirs: least(&mut samples.iter().map(|sample| sample.0)),
        ours: least(&mut samples.iter().map(|sample| sample.1)),
        median: ratios[ratios.len() / 2],
        draws: 0.0,
        checksum: 0,
    }
}

fn run_fewest<R: Run>(_: &R) -> usize {
    R::FEWEST
}

fn time(caller: &mut impl Run, inputs: Range<i32>) -> f64 {
    let start = thread_nanoseconds();
    caller.run(inputs);
    (thread_nanoseconds() - start).max(1) as f64
}

fn calls_in_a_round(caller: &mut impl Run) -> usize {
    let once = (0..3).map(|_| time(caller, 0..16) / 16.0).fold(f64::INFINITY, f64::min);
    (ROUND / once).clamp(FEWEST, MOST) as usize
}
