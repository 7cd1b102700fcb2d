//! `ceph_compat battery`.

use crate::battery::{self, Plan};
use crate::mutants::Laboratory;
use crate::oracle::Oracle;
use crate::ours;
use crate::patched::{Genuine, Preload, Replacement};
use clap::Args;
use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;

/// Options of `battery`.
#[derive(Args, Clone)]
pub(crate) struct BatteryArguments {
    /// pacific, reef, tentacle or all
    #[arg(long)]
    oracle: String,
    /// Our library; without this it is built as needed
    #[arg(long, env = "CEPH_COMPAT_OURS")]
    ours: Option<PathBuf>,
    /// A library with one thing altered in place of ours, by the name that `mutants` prints: the battery has to fail
    #[arg(long, conflicts_with = "ours")]
    altered: Option<String>,
    /// Only cases whose command line has this text
    #[arg(long, allow_hyphen_values = true)]
    only: Option<String>,
    /// Where the programs work; cases that differ are left there
    #[arg(long, default_value = "target/battery")]
    directory: PathBuf,
    /// Programs at a time
    #[arg(long, default_value_t = std::thread::available_parallelism().map_or(1, usize::from))]
    threads: usize,
    /// Print how often each function of ours was called
    #[arg(long)]
    counts: bool,
    /// Print the command lines instead of running them
    #[arg(long)]
    show: bool,
}

impl BatteryArguments {
    /// Runs every command line on both sides; fails when one can tell them apart.
    pub(crate) fn run(self) -> Result<ExitCode, Box<dyn Error>> {
        let mut failed = false;
        for oracle in Oracle::find(&self.oracle)? {
            let plan = self.plan(&oracle)?;
            if self.show {
                plan.shown()?.iter().for_each(|line| println!("{line}"));
                continue;
            }
            let findings = plan.run()?;
            battery::print(&oracle.name, &findings, self.counts);
            failed |= findings.failed(&oracle.name);
        }
        Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }

    fn plan(&self, oracle: &Oracle) -> Result<Plan, Box<dyn Error>> {
        let mut replacement = match &self.altered {
            Some(name) => self.altered_library(oracle, name)?,
            None => Replacement::with(ours::library(oracle.profile, self.ours.as_deref())?)?,
        };
        replacement.poison = true;
        Ok(Plan {
            oracle: oracle.name.clone(),
            genuine: Genuine::of(oracle)?.preloading(Preload::Steady.build()?),
            replacement,
            directory: std::path::absolute(&self.directory)?.join(&oracle.name),
            only: self.only.clone(),
            threads: self.threads,
        })
    }

    fn altered_library(&self, oracle: &Oracle, name: &str) -> Result<Replacement, Box<dyn Error>> {
        if !oracle.profile.has_msr() {
            return Err("altered libraries have the interface of tentacle".into());
        }
        let laboratory = Laboratory::new(&std::path::absolute(&self.directory)?.join("altered"))?;
        let (library, level) = laboratory.library(name)?;
        let mut replacement = Replacement::with(library)?;
        replacement.level = Some(level);
        Ok(replacement)
    }
}
