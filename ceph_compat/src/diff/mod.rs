//! `diff`: random cases, each answered by a genuine library, by ours and by the reference.
#![forbid(unsafe_code)]

mod hashing;
mod mapping;
mod prepared;
mod report;
mod saved;
mod shrink;
mod tally;

pub(crate) use mapping::over;
pub(crate) use report::{failed, print};
pub(crate) use saved::Saved;
pub(crate) use tally::{Mismatch, Tally};

use crate::builder;
use crate::codec::Codec;
use crate::generate::{MappingKind, mapping_case};
use crate::library::{Function, Library, OpenError};
use crate::rng::Rng;
use crate::watch;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// What a case is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Mode {
    /// Hashes, names and arithmetic predicates.
    Hash,
    /// One bucket, one choice.
    Bucket,
    /// Ordinary rules.
    Mapper,
    /// MSR rules.
    Msr,
    /// Ordinary rules with choose_args.
    ChooseArgs,
    /// Sequences of builder functions.
    Builder,
    /// Map files, against genuine `crushtool`; slow, and therefore not among the mixed cases.
    Codec,
}

impl Mode {
    /// All modes, each as often as it is to come up.
    const MIXED: &[Self] = &[
        Self::Hash,
        Self::Bucket,
        Self::Bucket,
        Self::Mapper,
        Self::Mapper,
        Self::Mapper,
        Self::Mapper,
        Self::Msr,
        Self::Msr,
        Self::Msr,
        Self::ChooseArgs,
        Self::ChooseArgs,
        Self::Builder,
    ];

    /// The name on the command line.
    fn name(self) -> &'static str {
        match self {
            Self::Hash => "hash",
            Self::Bucket => "bucket",
            Self::Mapper => "mapper",
            Self::Msr => "msr",
            Self::ChooseArgs => "choose-args",
            Self::Builder => "builder",
            Self::Codec => "codec",
        }
    }

    fn mapping(self) -> Option<MappingKind> {
        match self {
            Self::Bucket => Some(MappingKind::Bucket),
            Self::Mapper => Some(MappingKind::Mapper),
            Self::Msr => Some(MappingKind::Msr),
            Self::ChooseArgs => Some(MappingKind::ChooseArgs),
            Self::Hash | Self::Builder | Self::Codec => None,
        }
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What a run is to do.
pub(crate) struct Plan {
    /// Name of the oracle.
    pub(crate) oracle: String,
    pub(crate) theirs: PathBuf,
    pub(crate) ours: PathBuf,
    pub(crate) first: u64,
    pub(crate) cases: u64,
    /// Stop after this time, even if not all cases were run.
    pub(crate) time: Option<Duration>,
    pub(crate) seed: u64,
    pub(crate) modes: Vec<Mode>,
    pub(crate) inputs: usize,
    pub(crate) threads: usize,
    /// Print builder operations as they go.
    pub(crate) trace: bool,
    /// One mismatch is enough: stop, and do not make it small.
    pub(crate) brief: bool,
    /// Falsify one answer of ours in the case with this number, to show that this is found.
    pub(crate) falsify: Option<u64>,
}

impl Plan {
    /// The number after the last case.
    fn end(&self) -> u64 {
        self.first.saturating_add(self.cases)
    }
}

/// What a run came to.
pub(crate) struct Findings {
    pub(crate) tally: Tally,
    /// The first cases that mismatched, shrunk.
    pub(crate) failures: Vec<Failure>,
    /// Calls of each function on their side, in the order of [`Function::ALL`].
    pub(crate) calls: Vec<u64>,
    /// How long it took.
    pub(crate) time: Duration,
    /// The first case that was not run.
    pub(crate) next: u64,
}

impl Findings {
    fn new(functions: usize, next: u64) -> Self {
        let calls = vec![0; functions];
        Self { tally: Tally::default(), failures: Vec::new(), calls, time: Duration::ZERO, next }
    }
}

/// A case that mismatched.
pub(crate) struct Failure {
    pub(crate) number: u64,
    pub(crate) mode: Mode,
    pub(crate) mismatches: Vec<Mismatch>,
    /// The smallest case found that still mismatches, if there is more to it than one call.
    pub(crate) case: Option<Saved>,
}

/// Cases that a worker takes at a time.
const CHUNK: u64 = 32;
/// Bucket items that a mapping may look at: most cases are to be cheap.
const BUDGET: u64 = 3_000;
/// The same for the few cases that may take long, and for saved ones.
const LONG_BUDGET: u64 = 200_000;
/// Every so many cases one may take long.
const LONG_EVERY: u64 = 100;
/// Failures that are kept in full; the rest is only counted.
const KEPT: usize = 4;

/// Both libraries, opened for one worker.
struct Pair {
    theirs: Library,
    ours: Library,
    codec: Option<Codec>,
}

impl Pair {
    fn open(theirs: &Path, ours: &Path) -> Result<Self, OpenError> {
        Ok(Self { theirs: Library::open(theirs)?, ours: Library::open(ours)?, codec: None })
    }

    /// Opens them for the cases of a plan.
    fn of(plan: &Plan, worker: usize) -> Result<Self, OpenError> {
        Ok(Self { codec: Codec::of(&plan.oracle, worker), ..Self::open(&plan.theirs, &plan.ours)? })
    }

    /// Runs one case by its number.
    fn run(&self, plan: &Plan, number: u64) -> (Mode, Tally) {
        let (mode, mut rng) = begin(plan.seed, number, &plan.modes);
        let mut tally = Tally { cases: 1, falsify: plan.falsify == Some(number), ..Tally::default() };
        match (mode, mode.mapping()) {
            (_, Some(kind)) => {
                let case = mapping_case(kind, &mut rng, plan.inputs);
                let budget = if number.is_multiple_of(LONG_EVERY) { LONG_BUDGET } else { BUDGET };
                mapping::compare(&self.theirs, &self.ours, &case, budget, &mut tally);
            }
            (Mode::Builder, _) => {
                let manner = builder::Manner { trace: plan.trace, falsify: tally.take_falsify() };
                let outcome = builder::generated(&self.theirs, &self.ours, &mut rng, manner);
                tally.operations += outcome.operations.len() as u64;
                tally.mappings += outcome.mappings;
                if let Some(text) = outcome.found {
                    tally.mismatch(Mismatch::new(Some(outcome.operations.len() - 1), text));
                }
            }
            (Mode::Codec, _) => {
                let falsify = tally.take_falsify();
                let missing = || (Some(format!("{} has no crushtool", plan.oracle)), false);
                let compare = |codec: &Codec| codec.compare(&self.theirs, &mut rng, falsify);
                let (found, taken) = self.codec.as_ref().map_or_else(missing, compare);
                tally.files_taken += u64::from(taken);
                if let Some(text) = found {
                    tally.mismatch(Mismatch::new(None, text));
                }
            }
            _ => hashing::compare(&self.theirs, &self.ours, &mut rng, plan.inputs, &mut tally),
        }
        (mode, tally)
    }

    /// The case with this number, as small as it can be made while it still mismatches.
    fn shrunk(&self, plan: &Plan, number: u64, mode: Mode) -> Option<Saved> {
        let (_, mut rng) = begin(plan.seed, number, &plan.modes);
        if mode == Mode::Builder {
            let operations =
                builder::generated(&self.theirs, &self.ours, &mut rng, builder::Manner::default()).operations;
            let fails = |list: &[_]| builder::run(&self.theirs, &self.ours, list).is_some();
            return Some(Saved::Builder(builder::minimal(operations, fails)));
        }
        let case = mapping_case(mode.mapping()?, &mut rng, plan.inputs);
        let fails = |case: &_| {
            let mut tally = Tally::default();
            mapping::compare(&self.theirs, &self.ours, case, LONG_BUDGET, &mut tally);
            tally.mismatches > 0
        };
        Some(Saved::Mapping(shrink::shrink(case, fails)))
    }

    /// Runs a saved case.
    fn replay(&self, saved: &Saved) -> Tally {
        let mut tally = Tally { cases: 1, ..Tally::default() };
        match saved {
            Saved::Mapping(case) => {
                mapping::compare(&self.theirs, &self.ours, case, LONG_BUDGET, &mut tally);
            }
            Saved::Builder(list) => {
                tally.operations += list.len() as u64;
                if let Some((index, text)) = builder::run(&self.theirs, &self.ours, list) {
                    tally.mismatch(Mismatch::new(Some(index), text));
                }
            }
        }
        tally
    }
}

/// The mode of a case, and the random numbers that the rest of it follows from.
fn begin(seed: u64, number: u64, modes: &[Mode]) -> (Mode, Rng) {
    let mut rng = Rng::of_case(seed, number);
    (rng.pick(modes), rng)
}

/// A mapping case as text.
pub(crate) fn shown(seed: u64, number: u64, modes: &[Mode], inputs: usize) -> String {
    let (mode, mut rng) = begin(seed, number, modes);
    let case = mode.mapping().map(|kind| mapping_case(kind, &mut rng, inputs).to_string());
    case.unwrap_or_else(|| format!("case {number} is about {mode}; it has no text\n"))
}

/// Modes that come up when none are asked for: MSR rules only where they exist.
pub(crate) fn mixed_modes() -> Vec<Mode> {
    Mode::MIXED.to_vec()
}

/// Runs all cases of a plan.
pub(crate) fn run(plan: &Plan) -> Result<Findings, OpenError> {
    let begin = Instant::now();
    let next = AtomicU64::new(plan.first);
    let stop = AtomicBool::new(false);
    let workers: Vec<Result<Findings, OpenError>> = std::thread::scope(|scope| {
        let handles: Vec<_> = (0..plan.threads.max(1))
            .map(|worker| {
                let (next, stop) = (&next, &stop);
                scope.spawn(move || work(plan, worker, next, stop))
            })
            .collect();
        handles.into_iter().map(|handle| handle.join().expect("a worker panicked")).collect()
    });
    let mut all = Findings::new(Function::ALL.len(), plan.end().min(next.load(Ordering::Relaxed)));
    all.time = begin.elapsed();
    for findings in workers {
        let findings = findings?;
        all.tally.merge(&findings.tally);
        all.failures.extend(findings.failures);
        for (sum, calls) in all.calls.iter_mut().zip(&findings.calls) {
            *sum += calls;
        }
    }
    all.failures.sort_by_key(|failure| failure.number);
    all.failures.truncate(KEPT);
    if !plan.brief {
        shrink_all(plan, &mut all.failures)?;
    }
    Ok(all)
}

/// One worker: takes chunks of cases until there are none left.
fn work(plan: &Plan, worker: usize, next: &AtomicU64, stop: &AtomicBool) -> Result<Findings, OpenError> {
    let pair = Pair::of(plan, worker)?;
    let mut findings = Findings::new(0, 0);
    let (begin, end) = (Instant::now(), plan.end());
    let overdue = || plan.time.is_some_and(|time| begin.elapsed() >= time);
    while !stop.load(Ordering::Relaxed) && !overdue() {
        let chunk = next.fetch_add(CHUNK, Ordering::Relaxed);
        if chunk >= end {
            break;
        }
        for number in chunk..end.min(chunk + CHUNK) {
            watch::at(worker, number);
            let (mode, tally) = pair.run(plan, number);
            findings.tally.merge(&tally);
            if tally.mismatches > 0 {
                stop.fetch_or(plan.brief, Ordering::Relaxed);
                if findings.failures.len() < KEPT {
                    findings.failures.push(Failure { number, mode, mismatches: tally.found, case: None });
                } else {
                    // Enough is known: a library that is wrong everywhere need not be asked for long.
                    stop.fetch_or(findings.tally.mismatches > 10_000, Ordering::Relaxed);
                }
            }
        }
    }
    findings.calls = pair.theirs.calls();
    Ok(findings)
}

/// Makes the kept failures small.
fn shrink_all(plan: &Plan, failures: &mut [Failure]) -> Result<(), OpenError> {
    if failures.is_empty() {
        return Ok(());
    }
    let pair = Pair::of(plan, 0)?;
    for failure in failures {
        watch::at(0, failure.number);
        let Some(case) = pair.shrunk(plan, failure.number, failure.mode) else { continue };
        let found = pair.replay(&case).found;
        if !found.is_empty() {
            (failure.mismatches, failure.case) = (found, Some(case));
        }
    }
    Ok(())
}

/// Runs one saved case; returns what mismatches.
pub(crate) fn replay(theirs: &Path, ours: &Path, case: &Saved) -> Result<Tally, OpenError> {
    Ok(Pair::open(theirs, ours)?.replay(case))
}
