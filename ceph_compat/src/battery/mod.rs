//! `battery`: many runs of genuine programs, each with the original functions and with ours; all that can be seen of a
//! run has to be equal, byte for byte.
//!
//! The runs are command lines in tables (`ceph_compat/battery`, see [`table`]). Both sides run in directories of their
//! own, with the time standing still and random numbers repeating (`ceph_compat/steady`). On our side the original
//! functions are full of breakpoints, and every run has to have called ours.
#![forbid(unsafe_code)]

mod difference;
mod inputs;
mod log;
mod report;
mod side;
mod table;

pub(crate) use report::{Findings, print};

use crate::patched::{Counts, Genuine, PatchError, Replacement};
use inputs::Inputs;
use side::{Seen, Side};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use table::{Case, TableError};

/// Why the battery could not be run.
#[derive(Debug, thiserror::Error)]
pub(crate) enum BatteryError {
    /// A table is wrong.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A program could not be run.
    #[error(transparent)]
    Patch(#[from] PatchError),
    /// No case has the wanted text.
    #[error("no case has the text \"{0}\"")]
    Nothing(String),
}

/// What is to be run.
pub(crate) struct Plan {
    /// Name of the generation.
    pub(crate) oracle: String,
    pub(crate) genuine: Genuine,
    pub(crate) replacement: Replacement,
    /// Where the programs work.
    pub(crate) directory: PathBuf,
    /// Only cases with this text in them.
    pub(crate) only: Option<String>,
    pub(crate) threads: usize,
}

impl Plan {
    /// The cases, and whether those with data from outside are among them.
    fn cases(&self, inputs: &Inputs) -> Result<Vec<Case>, BatteryError> {
        let mut cases = table::cases(&self.oracle, inputs)?;
        if let Some(only) = &self.only {
            cases.retain(|case| case.line.contains(only));
            if cases.is_empty() {
                return Err(BatteryError::Nothing(only.clone()));
            }
        }
        Ok(cases)
    }

    /// The command lines.
    pub(crate) fn shown(&self) -> Result<Vec<String>, BatteryError> {
        let inputs = Inputs::lay_out(&self.directory)?;
        Ok(self.cases(&inputs)?.into_iter().map(|case| case.line).collect())
    }

    /// Runs everything on both sides.
    pub(crate) fn run(&self) -> Result<Findings, BatteryError> {
        let inputs = Inputs::lay_out(&self.directory)?;
        let cases = self.cases(&inputs)?;
        let next = AtomicUsize::new(0);
        let all = Mutex::new(Findings::new(inputs.has_data(), self.only.is_none()));
        let work = || -> Result<(), BatteryError> {
            while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                let one = self.compare(case)?;
                all.lock().unwrap_or_else(|broken| broken.into_inner()).add(case, one);
            }
            Ok(())
        };
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..self.threads.max(1)).map(|_| scope.spawn(work)).collect();
            workers.into_iter().try_for_each(|worker| worker.join().expect("a worker panicked"))
        })?;
        Ok(all.into_inner().unwrap_or_else(|broken| broken.into_inner()))
    }

    /// Runs a case on both sides.
    fn compare(&self, case: &Case) -> Result<Compared, BatteryError> {
        let place = self.directory.join("work").join(case.number.to_string());
        let theirs = Side { genuine: &self.genuine, replacement: None };
        let ours = Side { genuine: &self.genuine, replacement: Some(&self.replacement) };
        let a = theirs.run(case, &place.join("theirs"), &self.maps())?;
        let b = ours.run(case, &place.join("ours"), &self.maps())?;
        let different = unusable(&a, &b).or_else(|| difference::first(&a, &b));
        if different.is_none() {
            std::fs::remove_dir_all(&place).map_err(|error| PatchError::Io(place, error))?;
        }
        Ok(Compared { runs: case.steps.len(), counts: b.counts, different })
    }

    fn maps(&self) -> PathBuf {
        inputs::directory(&self.directory)
    }
}

/// What comparing one case came to.
pub(crate) struct Compared {
    /// Runs of programs on each side.
    runs: usize,
    /// Calls of our functions.
    counts: Counts,
    different: Option<String>,
}

/// Why two sides show nothing, whether they are equal or not.
fn unusable(theirs: &Seen, ours: &Seen) -> Option<String> {
    if theirs.steps.iter().any(|step| !step.exited) {
        return Some("the original crashed or did not end: this is no case".to_owned());
    }
    let idle = ours.steps.iter().any(|step| step.calls == 0);
    idle.then(|| "a run called no function of ours".to_owned())
}

/// Where the tables and their maps are.
fn home() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("battery")
}
