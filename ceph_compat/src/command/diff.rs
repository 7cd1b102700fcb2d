//! `ceph_compat diff`.

use crate::diff::{self, Mode, Plan, Saved};
use crate::oracle::Oracle;
use crate::{ours, symbols, watch};
use clap::Args;
use std::error::Error;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// Options of `diff`.
#[derive(Args, Clone)]
pub(crate) struct DiffArguments {
    /// pacific, reef, tentacle, all, or the path of a library like libceph-common.so.2
    #[arg(long)]
    oracle: String,
    /// Cases to run
    #[arg(long, default_value_t = 10_000)]
    cases: u64,
    /// Run as many cases as this number of seconds allows instead
    #[arg(long, conflicts_with = "cases")]
    seconds: Option<u64>,
    /// Number that the cases follow from
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of the first case
    #[arg(long, default_value_t = 0)]
    first: u64,
    /// Only these kinds of cases
    #[arg(long, value_delimiter = ',')]
    only: Vec<Mode>,
    /// Mappings for each case
    #[arg(long, default_value_t = 16)]
    inputs: usize,
    /// Workers
    #[arg(long, default_value_t = default_threads())]
    threads: usize,
    /// Our library; without this it is built as needed
    #[arg(long, env = "CEPH_COMPAT_OURS")]
    ours: Option<PathBuf>,
    /// Where to save cases that mismatch
    #[arg(long, default_value = "target/mismatches")]
    save: PathBuf,
    /// Run one saved case instead
    #[arg(long)]
    replay: Option<PathBuf>,
    /// Print the case that --first names instead of running it
    #[arg(long)]
    show: bool,
    /// Print builder operations as they go, to find one that crashes a library
    #[arg(long)]
    trace: bool,
    /// Stop at the first mismatch and do not make it small
    #[arg(long)]
    brief: bool,
    /// Falsify one answer of ours in the case with this number: has to end with a mismatch
    #[arg(long)]
    falsify: Option<u64>,
    /// Set by this program when it runs itself on the oracle's C library
    #[arg(long, hide = true)]
    inside: Option<String>,
}

fn default_threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from).min(8)
}

impl DiffArguments {
    /// Runs this program once for each oracle, on the C library that the oracle needs.
    pub(crate) fn run(self) -> Result<ExitCode, Box<dyn Error>> {
        if let Some(name) = &self.inside {
            return self.run_inside(name);
        }
        if self.show {
            print!("{}", diff::shown(self.seed, self.first, &self.modes(), self.inputs));
            return Ok(ExitCode::SUCCESS);
        }
        let mut code = ExitCode::SUCCESS;
        for oracle in Oracle::find(&self.oracle)? {
            let library = ours::library(oracle.profile, self.ours.as_deref())?;
            if !oracle.rerun(&self.again(&oracle, &library))?.success() {
                code = ExitCode::FAILURE;
            }
        }
        Ok(code)
    }

    /// The kinds of cases that are asked for.
    fn modes(&self) -> Vec<Mode> {
        if self.only.is_empty() { diff::mixed_modes() } else { self.only.clone() }
    }

    /// The same command for one oracle and a library that is there.
    fn again(&self, oracle: &Oracle, library: &Path) -> Vec<String> {
        let mut arguments = vec!["diff".to_owned()];
        let mut add =
            |name: &str, value: &dyn Display| arguments.extend([name.to_owned(), value.to_string()]);
        add("--inside", &oracle.name);
        add("--oracle", &oracle.library.display());
        add("--ours", &library.display());
        match &self.seconds {
            Some(seconds) => add("--seconds", seconds),
            None => add("--cases", &self.cases),
        }
        add("--seed", &self.seed);
        add("--first", &self.first);
        add("--inputs", &self.inputs);
        add("--threads", &self.threads);
        add("--save", &self.save.display());
        for mode in &self.only {
            add("--only", mode);
        }
        if let Some(path) = &self.replay {
            add("--replay", &path.display());
        }
        if let Some(number) = self.falsify {
            arguments.extend(["--falsify".to_owned(), number.to_string()]);
        }
        let flags = [("--trace", self.trace), ("--brief", self.brief)];
        arguments.extend(flags.iter().filter(|(_, set)| *set).map(|(flag, _)| (*flag).to_owned()));
        arguments
    }

    fn run_inside(&self, name: &str) -> Result<ExitCode, Box<dyn Error>> {
        let (theirs, Some(ours)) = (PathBuf::from(&self.oracle), self.ours.clone()) else {
            return Err("--inside is for this program alone".into());
        };
        watch::start();
        if let Some(path) = &self.replay {
            let case: Saved = std::fs::read_to_string(path)?.parse()?;
            let tally = diff::replay(&theirs, &ours, &case)?;
            for mismatch in &tally.found {
                println!("  {}", mismatch.text);
            }
            println!("{}", tally.line(name));
            return Ok(code(tally.mismatches > 0));
        }
        let profile = symbols::profile(&theirs)?;
        let plan = Plan {
            oracle: name.to_owned(),
            theirs,
            ours,
            first: self.first,
            cases: if self.seconds.is_some() { u64::MAX } else { self.cases },
            time: self.seconds.map(Duration::from_secs),
            seed: self.seed,
            modes: self.modes(),
            inputs: self.inputs,
            threads: self.threads,
            trace: self.trace,
            falsify: self.falsify,
            brief: self.brief,
        };
        let findings = diff::run(&plan)?;
        diff::print(name, &plan, &findings, &self.save);
        Ok(code(diff::failed(profile, &plan, &findings)))
    }
}

fn code(failed: bool) -> ExitCode {
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
