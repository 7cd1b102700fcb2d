//! `bench`: both libraries through the same C interface in one process, in turn.
//!
//! Other programs disturb a measurement, and never make it faster: what counts is the least time of many short rounds.
//! Each round runs the same inputs through both libraries, one right after the other.
#![forbid(unsafe_code)]

mod bound;
mod clock_rate;
mod cluster;
mod curve;
mod maps;
mod rounds;
mod table;
#[cfg(test)]
mod tests;
mod work;

pub(crate) use bound::Bound;
pub(crate) use clock_rate::cycles_per_nanosecond;
pub(crate) use curve::{LIMIT, points};
pub(crate) use maps::{Subject, Workspaces, all, of_size};
pub(crate) use rounds::Times;
pub(crate) use table::{Form, Row};

use crate::library::{Caller, Library, NativePlacer};

/// Inputs whose answers are compared before anything is timed; fewer where buckets are large.
const COMPARED: i32 = 4_000;
const COMPARED_LARGE: i32 = 400;

/// Why there are no times.
#[derive(Debug, thiserror::Error)]
pub(crate) enum BenchError {
    /// What is fast and wrong is not worth a number.
    #[error("{subject}: answers differ for input {input}: upstream {theirs}, ours {ours}")]
    Mismatch { subject: String, input: i32, theirs: String, ours: String },
}

/// Two libraries to measure.
pub(crate) struct Bench<'l> {
    pub(crate) theirs: &'l Library,
    pub(crate) ours: &'l Library,
    pub(crate) rounds: usize,
    /// Pretend that ours gave another answer for this input.
    pub(crate) falsify: Option<i32>,
}

impl Bench<'_> {
    /// Compares all answers on a subject, then measures.
    pub(crate) fn run(&self, subject: &Subject) -> Result<Times, BenchError> {
        let [their_map, our_map] = [self.theirs, self.ours].map(|library| Bound::new(library, subject));
        let (mut theirs, mut ours) = (their_map.caller(), our_map.caller());
        let checksum = self.compare(subject, &mut theirs, &mut ours)?;
        let times = rounds::measure(&mut theirs, &mut ours, self.rounds);
        Ok(Times { draws: work::draws(subject), checksum, ..times })
    }

    /// The same for a batch of ours against upstream's calls; `None` for a library without prepared placement.
    pub(crate) fn run_batch(&self, subject: &Subject) -> Result<Option<Times>, BenchError> {
        let [their_map, our_map] = [self.theirs, self.ours].map(|library| Bound::new(library, subject));
        let Some(mut placer) = our_map.placer() else {
            return Ok(None);
        };
        let mut theirs = their_map.caller();
        let checksum = self.compare_batch(subject, &mut theirs, &placer)?;
        let times = rounds::measure(&mut theirs, &mut placer, self.rounds);
        Ok(Some(Times { draws: work::draws(subject), checksum, ..times }))
    }

    /// Compares a batch with the answers of calls.
    fn compare_batch(
        &self,
        subject: &Subject,
        theirs: &mut Caller<'_>,
        ours: &NativePlacer,
    ) -> Result<u64, BenchError> {
        let inputs: Vec<u32> = (0..compared(subject).cast_unsigned()).collect();
        let (status, lens, rows) = ours.place_batch(&inputs, 1);
        let mut checksum = Checksum::new();
        for (input, (&len, row)) in (0..).zip(lens.iter().zip(rows.chunks(subject.result_max))) {
            let (returned, places) = theirs.place(input);
            let placed = usize::try_from(returned).unwrap_or(0).min(places.len());
            if status != 0
                || placed != len
                || places[..placed] != row[..placed]
                || self.falsify == Some(input)
            {
                let (theirs, ours) =
                    (format!("{returned} {places:?}"), format!("{len} {row:?}, status {status}"));
                return Err(BenchError::Mismatch { subject: subject.name.clone(), input, theirs, ours });
            }
            if input < COMPARED_LARGE {
                checksum.add(&places[..placed]);
            }
        }
        Ok(checksum.0)
    }

    /// Compares the answers; gives the checksum of the first ones, which are enough to know a map by.
    fn compare(
        &self,
        subject: &Subject,
        theirs: &mut Caller<'_>,
        ours: &mut Caller<'_>,
    ) -> Result<u64, BenchError> {
        let mut checksum = Checksum::new();
        for input in 0..compared(subject) {
            let (their_answer, our_answer) = (theirs.place(input), ours.place(input));
            if their_answer != our_answer || self.falsify == Some(input) {
                let shown = |(returned, places): (i32, &[i32])| format!("{returned} {places:?}");
                let (theirs, ours) = (shown(their_answer), shown(our_answer));
                return Err(BenchError::Mismatch { subject: subject.name.clone(), input, theirs, ours });
            }
            if input < COMPARED_LARGE {
                let placed = usize::try_from(their_answer.0).unwrap_or(0).min(their_answer.1.len());
                checksum.add(&their_answer.1[..placed]);
            }
        }
        Ok(checksum.0)
    }
}

/// How many answers to compare.
fn compared(subject: &Subject) -> i32 {
    let largest = subject.case.buckets.iter().map(|bucket| bucket.items.len()).max().unwrap_or(0);
    if largest > 200 { COMPARED_LARGE } else { COMPARED }
}

/// FNV-1a over answers.
struct Checksum(u64);

impl Checksum {
    fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    /// Takes in an answer, and that it ends here.
    fn add(&mut self, items: &[i32]) {
        for number in items.iter().copied().chain([items.len() as i32]) {
            self.0 = (self.0 ^ u64::from(number.cast_unsigned())).wrapping_mul(0x100_0000_01b3);
        }
    }
}
