//! `ceph_compat symbols`.

use crate::diff::{self, Plan};
use crate::library::Function;
use crate::oracle::Oracle;
use crate::{ours, symbols, watch};
use clap::Args;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Cases of the run that counts calls.
const CASES: u64 = 2_000;

/// Options of `symbols`.
#[derive(Args, Clone)]
pub(crate) struct SymbolsArguments {
    /// pacific, reef, tentacle, all, or the path of a library like libceph-common.so.2
    #[arg(long)]
    oracle: String,
    /// Our library; without this it is built as needed
    #[arg(long, env = "CEPH_COMPAT_OURS")]
    ours: Option<PathBuf>,
    /// Set by this program when it runs itself on the oracle's C library
    #[arg(long, hide = true)]
    inside: Option<String>,
}

impl SymbolsArguments {
    /// Runs this program once for each oracle, on the C library that the oracle needs.
    pub(crate) fn run(self) -> Result<ExitCode, Box<dyn Error>> {
        if let (Some(name), Some(ours)) = (&self.inside, &self.ours) {
            return compare(name, Path::new(&self.oracle), ours);
        }
        let mut code = ExitCode::SUCCESS;
        for oracle in Oracle::find(&self.oracle)? {
            let library = ours::library(oracle.profile, self.ours.as_deref())?;
            let paths = (oracle.library.display().to_string(), library.display().to_string());
            let again = ["symbols", "--inside", &oracle.name, "--oracle", &paths.0, "--ours", &paths.1];
            if !oracle.rerun(&again.map(str::to_owned))?.success() {
                code = ExitCode::FAILURE;
            }
        }
        Ok(code)
    }
}

/// Prints one line for each function and one for the oracle; fails if a function is missing or never called.
fn compare(name: &str, theirs: &Path, ours: &Path) -> Result<ExitCode, Box<dyn Error>> {
    watch::start();
    let (their_names, our_names) = (symbols::crush_names(theirs)?, symbols::crush_names(ours)?);
    let plan = Plan {
        oracle: name.to_owned(),
        theirs: theirs.to_owned(),
        ours: ours.to_owned(),
        first: 0,
        cases: CASES,
        seed: 1,
        time: None,
        modes: diff::mixed_modes(),
        inputs: 4,
        threads: 1,
        trace: false,
        falsify: None,
        brief: false,
    };
    let findings = diff::run(&plan)?;
    let (mut missing, mut uncalled) = (0, 0);
    for function in &their_names {
        let calls = Function::ALL.iter().zip(&findings.calls).find(|(known, _)| known.name() == function);
        let calls = calls.map_or(0, |(_, &calls)| calls);
        let note = if our_names.contains(function) { "" } else { "  MISSING in ours" };
        missing += usize::from(!note.is_empty());
        uncalled += usize::from(calls == 0);
        println!("{calls:>9} calls  {function}{note}");
    }
    for function in our_names.iter().filter(|name| !their_names.contains(name)) {
        println!("          ours alone: {function}");
    }
    println!("symbols oracle={name} functions={} missing={missing} uncalled={uncalled}", their_names.len());
    Ok(if missing + uncalled == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
