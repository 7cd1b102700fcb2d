//! `icount`: instructions of a mapping, counted by valgrind, and what they were when last accepted.
//!
//! Counts are the same from run to run and see what a busy machine hides; they say nothing about how long one waits for
//! an instruction.
#![forbid(unsafe_code)]

mod baseline;
mod counting;
#[cfg(test)]
mod tests;

pub(crate) use baseline::{Baseline, Verdict};
pub(crate) use counting::{CountError, counts};

use crate::bench::{self, Bound, Subject, Workspaces};
use crate::library::{Counted, Library, ceph_compat_counted};

/// Plain calls on each map.
const CALLS: i32 = 200;
/// Calls before, after which nothing is done for the first time any more.
const WARM_UP: i32 = 20;
/// Inputs of a batch: fewer than in `bench`, since valgrind takes its time.
const BATCH: i32 = 2_048;

/// What is counted.
pub(crate) struct Count {
    /// The name of the map, with `, batch` behind it for a batch.
    pub(crate) name: String,
    subject: Subject,
    is_batch: bool,
}

impl Count {
    /// All counts that are compared: calls on every map, and batches where `bench` has them too.
    pub(crate) fn all() -> Vec<Self> {
        let calls = bench::all().into_iter().map(Self::call);
        let batches = bench::all().into_iter().filter(|subject| subject.workspaces == Workspaces::Kept);
        calls.chain(batches.map(Self::batch)).collect()
    }

    /// The one of a name: of those in [`all`](Self::all), or a call on a point of a curve, such as `list 12`.
    pub(crate) fn of_name(name: &str) -> Option<Self> {
        let points = bench::points().map(|point| Self::call(point.subject));
        Self::all().into_iter().chain(points).find(|count| count.name == name)
    }

    fn call(subject: Subject) -> Self {
        Self { name: subject.name.clone(), subject, is_batch: false }
    }

    fn batch(subject: Subject) -> Self {
        Self { name: format!("{subject}, batch"), subject, is_batch: true }
    }

    pub(crate) fn is_batch(&self) -> bool {
        self.is_batch
    }

    /// Mappings that are counted.
    pub(crate) fn mappings(&self) -> u64 {
        if self.is_batch { BATCH as u64 } else { CALLS as u64 }
    }

    /// Maps so that valgrind can count; false in a library without prepared placement.
    fn run(&self, library: &Library) -> bool {
        let bound = Bound::new(library, &self.subject);
        if !self.is_batch {
            let mut caller = bound.caller();
            caller.run(0..WARM_UP);
            ceph_compat_counted(&mut Counted::Call(&mut caller), WARM_UP..WARM_UP + CALLS);
            return true;
        }
        let placer = bound.placer();
        let is_there = placer.is_some();
        if let Some(mut placer) = placer {
            placer.run(0..BATCH);
            ceph_compat_counted(&mut Counted::Batch(&mut placer), BATCH..2 * BATCH);
        }
        is_there
    }
}

/// Maps so that valgrind can count; run in a process of its own.
pub(crate) fn run(library: &Library, counts: &[Count]) -> Result<(), String> {
    // What valgrind does not know is not in use, whatever the processor has.
    println!("{}", library.simd_level().unwrap_or("unknown"));
    match counts.iter().find(|count| !count.run(library)) {
        Some(count) => Err(format!("{}: this library has no prepared placement", count.name)),
        None => Ok(()),
    }
}
