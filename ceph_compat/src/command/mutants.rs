//! `ceph_compat mutants`.

use crate::mutants::{Laboratory, Outcome, count, run};
use crate::oracle::Oracle;
use clap::Args;
use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;

/// Options of `mutants`.
#[derive(Args, Clone)]
pub(crate) struct MutantsArguments {
    /// The library to compare with; MSR mutants need tentacle
    #[arg(long, default_value = "tentacle")]
    oracle: String,
    /// Where to copy and build; kept, so that the next run is faster
    #[arg(long)]
    directory: Option<PathBuf>,
    /// Only mutants whose names contain this text
    #[arg(long, default_value = "")]
    named: String,
    /// Only one of so many
    #[arg(long, default_value_t = 1)]
    every: usize,
    /// Only check that the list fits the sources
    #[arg(long)]
    check: bool,
}

/// Mutants that are built and compared at a time; each takes a directory of a few hundred megabytes.
const MOST_AT_A_TIME: usize = 4;

impl MutantsArguments {
    /// Builds every mutant and compares it; fails unless each is found.
    pub(crate) fn run(self) -> Result<ExitCode, Box<dyn Error>> {
        let directory =
            self.directory.clone().unwrap_or_else(|| std::env::temp_dir().join("ceph_compat-mutants"));
        let cores = std::thread::available_parallelism().map_or(1, usize::from).min(MOST_AT_A_TIME);
        let laboratories: Vec<Laboratory> = (0..cores)
            .map(|number| Laboratory::new(&directory.join(number.to_string())))
            .collect::<Result<_, _>>()?;
        let laboratory = &laboratories[0];
        laboratory.check()?;
        if self.check {
            println!("mutants: the list of {} fits the sources", count("", 1));
            return Ok(ExitCode::SUCCESS);
        }
        Oracle::find(&self.oracle)?;
        if laboratory.unaltered(&self.oracle)? != Outcome::Green {
            return Err("the unaltered library does not pass: mutants would prove nothing".into());
        }
        let found =
            run(&laboratories, &self.oracle, &self.named, self.every, |name, outcome| match outcome {
                Outcome::Red => println!("red        {name}"),
                Outcome::Green => println!("NOT FOUND  {name}"),
                Outcome::Skipped => println!("skipped    {name}: this processor has no AVX2"),
                Outcome::Broken => println!("BROKEN     {name}: it does not build, or crashes"),
            })?;
        let built = count(&self.named, self.every);
        println!("mutants oracle={} built={built} red={found}", self.oracle);
        Ok(if found == built && built > 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}
