//! All rows of one pool or rule, on several threads.

use super::error::DiffError;
use super::tally::{Frame, Tally};
use crate::placed::Placed;
use std::collections::TryReserveError;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Rows that a thread takes at a time: as many as a placer makes choices for together.
const CHUNK: usize = 8192;

/// Places of rows that are placed together, unless one row has more.
const MOST_PLACES: usize = 1 << 22;

/// The inputs that are compared.
#[derive(Debug)]
pub(super) enum Inputs {
    /// From 0 to here.
    Below(u32),
    /// These.
    These(Vec<u32>),
}

impl Inputs {
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Below(end) => *end as usize,
            Self::These(inputs) => inputs.len(),
        }
    }

    fn write(&self, from: usize, to: usize, out: &mut Vec<u32>) {
        out.clear();
        match self {
            Self::Below(_) => out.extend((from..to).map(|input| input as u32)),
            Self::These(inputs) => out.extend_from_slice(&inputs[from..to]),
        }
    }
}

/// Both sides of a comparison.
#[derive(Debug)]
pub(super) struct Sides<'a> {
    pub(super) before: Placed<'a>,
    pub(super) after: Placed<'a>,
}

impl Sides<'_> {
    /// Compares all inputs.
    pub(super) fn tally(&self, frame: &Frame, inputs: &Inputs, threads: usize) -> Result<Tally, DiffError> {
        let next = AtomicUsize::new(0);
        let chunks = inputs.len().div_ceil(CHUNK);
        let work = || self.work(frame, inputs, &next);
        let mut total = Tally::new(frame);
        std::thread::scope(|scope| {
            let others: Vec<_> = (1..threads.min(chunks)).filter_map(|_| spawn(scope, work)).collect();
            let own = work();
            let joined = others.into_iter().map(|thread| thread.join().unwrap_or(Err(DiffError::NoMemory)));
            std::iter::once(own).chain(joined).try_for_each(|tally| {
                total.merge(tally?);
                Ok(())
            })
        })
        .map(|()| total)
    }

    /// Takes chunks as long as there are any.
    fn work(&self, frame: &Frame, inputs: &Inputs, next: &AtomicUsize) -> Result<Tally, DiffError> {
        let mut tally = Tally::new(frame);
        let mut seeds = Vec::new();
        let (mut before, mut after) = (Rows::new(&self.before), Rows::new(&self.after));
        let together = rows_at_once(self.before.width().max(self.after.width()));
        let mut scratch = Vec::new();
        loop {
            let from = next.fetch_add(1, Ordering::Relaxed).saturating_mul(CHUNK);
            if from >= inputs.len() {
                return Ok(tally);
            }
            inputs.write(from, (from + CHUNK).min(inputs.len()), &mut seeds);
            for seeds in seeds.chunks(together) {
                before.fill(seeds)?;
                after.fill(seeds)?;
                for (before, after) in before.rows().zip(after.rows()) {
                    tally.add(frame, before, after, &mut scratch);
                }
            }
        }
    }
}

/// A thread, if the system lets us have one.
fn spawn<'scope, T: Send + 'scope>(
    scope: &'scope std::thread::Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> Option<std::thread::ScopedJoinHandle<'scope, T>> {
    std::thread::Builder::new().spawn_scoped(scope, work).ok()
}

/// Rows that are placed together: fewer where the file has explicit sets of great length, which all rows have room for.
fn rows_at_once(width: usize) -> usize {
    (MOST_PLACES / width.max(1)).clamp(1, CHUNK)
}

fn resize(list: &mut Vec<i32>, len: usize) -> Result<(), TryReserveError> {
    list.try_reserve(len.saturating_sub(list.len()))?;
    list.resize(len, 0);
    Ok(())
}

/// Rows of one side.
struct Rows<'a> {
    placed: &'a Placed<'a>,
    places: Vec<i32>,
    primaries: Vec<i32>,
}

impl<'a> Rows<'a> {
    fn new(placed: &'a Placed<'a>) -> Self {
        Self { placed, places: Vec::new(), primaries: Vec::new() }
    }

    fn fill(&mut self, seeds: &[u32]) -> Result<(), DiffError> {
        resize(&mut self.places, seeds.len().saturating_mul(self.placed.width()))?;
        resize(&mut self.primaries, seeds.len())?;
        Ok(self.placed.place(seeds, &mut self.places, &mut self.primaries)?)
    }

    fn rows(&self) -> impl Iterator<Item = (&[i32], i32)> {
        self.places.chunks_exact(self.placed.width()).zip(self.primaries.iter().copied())
    }
}
