//! `mutants`: libraries with one thing altered, each of which `diff` must find.
//!
//! The sources are copied, one place is changed, and the copy is built; a comparison with a genuine library has to end
//! with a mismatch. The unaltered copy comes first and has to pass, so that a red run says something.
#![forbid(unsafe_code)]

mod copy;
mod list;

use crate::ours;
use crate::profile::Profile;
use list::{Level, MUTANTS, Mutant};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Why the mutants could not be tried.
#[derive(Debug, thiserror::Error)]
pub(crate) enum MutantError {
    /// The sources have changed: the list has to follow.
    #[error(
        "mutant \"{name}\": its text is there {count} times in {file}, not once; change src/mutants/list.rs"
    )]
    Text { name: &'static str, file: &'static str, count: usize },
    /// There is none of that name.
    #[error("no mutant is called \"{0}\"")]
    Unknown(String),
    /// A copy could not be made, or read.
    #[error("{0}: {1}")]
    Io(PathBuf, std::io::Error),
    /// The unaltered copy cannot be built.
    #[error(transparent)]
    Build(#[from] ours::BuildError),
    /// The program could not be run.
    #[error("cannot run the comparison: {0}")]
    Run(std::io::Error),
}

/// What became of one library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// `diff` found a mismatch.
    Red,
    /// `diff` found nothing.
    Green,
    /// It did not even build, or crashed.
    Broken,
    /// The processor lacks the instructions that it is about.
    Skipped,
}

/// Exit status of `diff` for a mismatch.
const MISMATCH: i32 = 1;
/// Cases for each mutant; most show in the first hundred.
const CASES: u64 = 20_000;

/// A copy of the sources, altered one place at a time.
pub(crate) struct Laboratory {
    root: PathBuf,
    target: PathBuf,
}

impl Laboratory {
    /// Copies the sources into `directory`.
    pub(crate) fn new(directory: &Path) -> Result<Self, MutantError> {
        let root = directory.join("source");
        let target = directory.join("target");
        copy::sources(ours::repository(), &root)?;
        Ok(Self { root, target })
    }

    /// Checks that the text of every mutant is there.
    pub(crate) fn check(&self) -> Result<(), MutantError> {
        MUTANTS.iter().try_for_each(|mutant| self.altered(mutant).map(drop))
    }

    /// The text of a mutant's file, with the alteration.
    fn altered(&self, mutant: &Mutant) -> Result<(String, String), MutantError> {
        let path = self.root.join(mutant.file);
        let original = std::fs::read_to_string(&path).map_err(|error| MutantError::Io(path, error))?;
        let count = original.matches(mutant.from).count();
        if count != 1 {
            return Err(MutantError::Text { name: mutant.name, file: mutant.file, count });
        }
        let altered = original.replace(mutant.from, mutant.to);
        Ok((original, altered))
    }

    fn write(&self, file: &str, text: &str) -> Result<(), MutantError> {
        let path = self.root.join(file);
        std::fs::write(&path, text).map_err(|error| MutantError::Io(path, error))
    }

    fn build(&self) -> Result<PathBuf, ours::BuildError> {
        ours::build(&self.root, Profile::Msr, &self.target, &ours::Kind::QUICK)
    }

    /// The unaltered copy against the oracle: has to be green.
    pub(crate) fn unaltered(&self, oracle: &str) -> Result<Outcome, MutantError> {
        compare(oracle, &self.build()?, "hash,bucket,mapper,msr,choose-args,builder", 2_000, None)
    }

    /// The library of one mutant, altered and built, with the value of `CRUSHX_SIMD` that it shows with.
    pub(crate) fn library(&self, name: &str) -> Result<(PathBuf, &'static str), MutantError> {
        let mutant = MUTANTS.iter().find(|mutant| mutant.name == name);
        let mutant = mutant.ok_or_else(|| MutantError::Unknown(name.to_owned()))?;
        Ok((self.built(mutant)??, mutant.level.name()))
    }

    /// Builds one mutant; the copy is as it was afterwards.
    fn built(&self, mutant: &Mutant) -> Result<Result<PathBuf, ours::BuildError>, MutantError> {
        let (original, altered) = self.altered(mutant)?;
        self.write(mutant.file, &altered)?;
        let built = self.build();
        self.write(mutant.file, &original)?;
        Ok(built)
    }

    /// Builds one mutant and compares it.
    fn outcome(&self, oracle: &str, mutant: &Mutant) -> Result<Outcome, MutantError> {
        if mutant.level == Level::Avx2 && !has_avx2() {
            return Ok(Outcome::Skipped);
        }
        match self.built(mutant)? {
            Ok(library) => compare(oracle, &library, mutant.only, CASES, Some(mutant.level)),
            Err(_) => Ok(Outcome::Broken),
        }
    }
}

/// Tries mutants whose names contain `named`, one of each `every`, as many at a time as there are laboratories; `report` is told of each.
/// How many were found.
pub(crate) fn run(
    laboratories: &[Laboratory],
    oracle: &str,
    named: &str,
    every: usize,
    report: impl Fn(&str, Outcome) + Sync,
) -> Result<usize, MutantError> {
    let chosen: Vec<&Mutant> = chosen(named, every).collect();
    let next = AtomicUsize::new(0);
    let work = |laboratory: &Laboratory| {
        let mut found = 0;
        while let Some(mutant) = chosen.get(next.fetch_add(1, Ordering::Relaxed)) {
            let outcome = laboratory.outcome(oracle, mutant)?;
            found += usize::from(outcome == Outcome::Red);
            report(mutant.name, outcome);
        }
        Ok(found)
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> =
            laboratories.iter().map(|laboratory| scope.spawn(|| work(laboratory))).collect();
        workers.into_iter().map(|worker| worker.join().expect("a worker panicked")).sum()
    })
}

/// One of each `every` mutants whose names contain `named`.
fn chosen(named: &str, every: usize) -> impl Iterator<Item = &'static Mutant> {
    MUTANTS.iter().filter(move |mutant| mutant.name.contains(named)).step_by(every.max(1))
}

/// Number of these that this processor can show.
pub(crate) fn count(named: &str, every: usize) -> usize {
    chosen(named, every).filter(|mutant| mutant.level == Level::Scalar || has_avx2()).count()
}

fn has_avx2() -> bool {
    #[cfg(target_arch = "x86_64")]
    return std::is_x86_feature_detected!("avx2") && std::is_x86_feature_detected!("fma");
    #[cfg(not(target_arch = "x86_64"))]
    return false;
}

/// Runs `diff` with a library in place of ours.
fn compare(
    oracle: &str,
    library: &Path,
    only: &str,
    cases: u64,
    level: Option<Level>,
) -> Result<Outcome, MutantError> {
    let program = std::env::current_exe().map_err(MutantError::Run)?;
    let mut command = Command::new(program);
    command.args([
        "diff",
        "--brief",
        "--oracle",
        oracle,
        "--only",
        only,
        "--cases",
        &cases.to_string(),
        "--ours",
    ]);
    if let Some(level) = level {
        command.env("CRUSHX_SIMD", level.name());
    }
    let output = command.arg(library).output().map_err(MutantError::Run)?;
    Ok(match output.status.code() {
        Some(0) => Outcome::Green,
        Some(MISMATCH) => Outcome::Red,
        _ => Outcome::Broken,
    })
}

#[cfg(test)]
mod tests {
    use super::MUTANTS;

    /// So that whoever changes a source sees at once that a mutant has to follow.
    #[test]
    fn every_text_is_in_its_file_once() {
        assert!(MUTANTS.len() >= 20);
        for mutant in MUTANTS {
            let path = crate::ours::repository().join(mutant.file);
            let source = std::fs::read_to_string(&path).expect("the file is there");
            assert_eq!(source.matches(mutant.from).count(), 1, "mutant \"{}\"", mutant.name);
        }
    }
}
