//! `ceph_compat patched`.

use crate::oracle::Oracle;
use crate::ours;
use crate::patched::{Counts, Genuine, PatchError, Replacement};
use clap::Args;
use std::error::Error;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{ExitCode, ExitStatus};

/// Options of `patched`.
#[derive(Args, Clone)]
pub(crate) struct PatchedArguments {
    /// The genuine program's generation: pacific, reef or tentacle
    #[arg(long)]
    oracle: String,
    /// Our library; without this it is built as needed
    #[arg(long, env = "CEPH_COMPAT_OURS")]
    ours: Option<PathBuf>,
    /// Print on stderr how often each function of ours was called
    #[arg(long)]
    counts: bool,
    /// Fill the original functions with breakpoints, which stop the program if one is entered after all
    #[arg(long)]
    poison: bool,
    /// Put a breakpoint in place of this function instead of ours: shows that a breakpoint stops the program
    #[arg(long)]
    trap: Option<String>,
    /// crushtool, osdmaptool, monmaptool, or the path of any program that loads libceph-common, and its arguments
    #[arg(last = true, required = true)]
    program: Vec<String>,
}

/// Exit status when no function of ours was called.
const UNREACHED: u8 = 3;

impl PatchedArguments {
    /// Runs the program; the exit status is the program's, or 128 and the signal that ended it.
    pub(crate) fn run(self) -> Result<ExitCode, Box<dyn Error>> {
        let [oracle] = <[Oracle; 1]>::try_from(Oracle::find(&self.oracle)?)
            .map_err(|_| "name one oracle: a program is of one generation")?;
        let mut replacement = Replacement::with(ours::library(oracle.profile, self.ours.as_deref())?)?;
        (replacement.poison, replacement.trap) = (self.poison, self.trap.clone());
        let file = std::env::temp_dir().join(format!("ceph_compat-{}.counts", std::process::id()));
        let outcome = self.watched(&Genuine::of(&oracle)?, &replacement, &file);
        // It is there unless the program could not even be patched.
        let _ = std::fs::remove_file(&file);
        let (status, counts) = outcome?;
        if self.counts {
            print_counts(&counts);
        }
        Ok(ExitCode::from(judged(status, &counts)))
    }

    fn watched(
        &self,
        genuine: &Genuine,
        replacement: &Replacement,
        file: &Path,
    ) -> Result<(ExitStatus, Counts), PatchError> {
        let (program, arguments) = self.program.split_first().map_or(("", [].as_slice()), |(a, b)| (a, b));
        let mut command = genuine.command(program, Some((replacement, file)));
        let status =
            command.args(arguments).status().map_err(|error| PatchError::Io(program.into(), error))?;
        Ok((status, Counts::read(file)?))
    }
}

fn print_counts(counts: &Counts) {
    for (name, count) in counts.iter().filter(|&(_, count)| count > 0) {
        eprintln!("{count:12} {name}");
    }
    eprintln!("{:12} calls of this library", counts.total());
}

/// The exit status, said in words where it is not the program's own.
fn judged(status: ExitStatus, counts: &Counts) -> u8 {
    if let Some(signal) = status.signal() {
        let trap = if signal == libc::SIGTRAP { ": it entered a function that was replaced" } else { "" };
        eprintln!("ceph_compat: the program was ended by signal {signal}{trap}");
        return 128_u8.wrapping_add(signal as u8);
    }
    if status.success() && counts.total() == 0 {
        eprintln!("ceph_compat: the program called no function of this library, so the run shows nothing");
        return UNREACHED;
    }
    status.code().map_or(u8::MAX, |code| code as u8)
}
