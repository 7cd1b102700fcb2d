//! `ceph_compat edits`.

use crate::edits::{Editor, Tally};
use clap::Args;
use std::error::Error;
use std::process::ExitCode;

/// Options of `edits`.
#[derive(Args, Clone)]
pub(crate) struct EditsArguments {
    /// pacific, reef or tentacle
    #[arg(long)]
    oracle: String,
    /// Maps to edit, eight edits each
    #[arg(long, default_value_t = 100)]
    cases: u64,
    /// Number that the cases follow from
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of the first case
    #[arg(long, default_value_t = 0)]
    first: u64,
    /// Mismatches to print
    #[arg(long, default_value_t = 3)]
    show: usize,
    /// Print the edits as they go
    #[arg(long)]
    trace: bool,
}

impl EditsArguments {
    /// Runs the cases; fails on a mismatch.
    pub(crate) fn run(self) -> Result<ExitCode, Box<dyn Error>> {
        let editor = Editor::of(&self.oracle, self.trace)?;
        let mut tally = Tally::default();
        for case in self.first..self.first + self.cases {
            let before = tally.mismatches.len();
            editor.run(self.seed, case, &mut tally)?;
            for mismatch in tally.mismatches.iter().skip(before).take(self.show.saturating_sub(before)) {
                println!("{mismatch}");
            }
        }
        let Tally { cases, unusable, done, refused, crashed, freed, refused_on_purpose, mismatches } = &tally;
        println!(
            "edits oracle={} cases={cases} unusable={unusable} done={done} refused={refused} upstream_crashes={crashed} upstream_used_freed={freed} refused_on_purpose={refused_on_purpose} mismatches={}",
            self.oracle,
            mismatches.len()
        );
        let proved = mismatches.is_empty() && *done > 0;
        Ok(if proved { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}
