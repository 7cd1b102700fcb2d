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

use crate::bench::{Bound, Subject};
use crate::library::{Library, ceph_compat_counted};

/// Mappings of each map.
pub(crate) const MAPPINGS: i32 = 200;
/// Mappings before, after which nothing is done for the first time any more.
const WARM_UP: i32 = 20;

/// Maps so that valgrind can count; run in a process of its own.
pub(crate) fn run(library: &Library, subjects: &[Subject]) {
    for subject in subjects {
        let bound = Bound::new(library, subject);
        let mut caller = bound.caller();
        caller.run(0..WARM_UP);
        ceph_compat_counted(&mut caller, WARM_UP..WARM_UP + MAPPINGS);
    }
}
