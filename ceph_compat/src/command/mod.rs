//! The command line.
#![forbid(unsafe_code)]

mod baseline;
mod battery;
mod bench;
mod diff;
mod edits;
mod icount;
mod mutants;
mod patched;
mod record;
mod scaling;
mod symbols;

use clap::{Parser, Subcommand};
use std::error::Error;
use std::process::ExitCode;

/// Compares libcrush-rs with genuine Ceph libraries.
#[derive(Parser)]
#[command(version, max_term_width = 110)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Compare answers on random cases.
    Diff(diff::DiffArguments),
    /// Edit random maps with a genuine crushtool and with our model.
    Edits(edits::EditsArguments),
    /// Check answers that `crush baseline` recorded against a library.
    Baseline(baseline::BaselineArguments),
    /// Measure both libraries on the maps of docs/performance.md.
    Bench(bench::BenchArguments),
    /// Count the instructions of a mapping with valgrind and compare with the accepted counts.
    Icount(icount::IcountArguments),
    /// Measure clusters of every size, numbers of replicas, and two threads beside two processes.
    Scaling(scaling::ScalingArguments),
    /// Compare what the libraries export, and count the calls that `diff` makes to each function.
    Symbols(symbols::SymbolsArguments),
    /// Run a genuine program with the crush functions inside it replaced by ours.
    Patched(patched::PatchedArguments),
    /// Run genuine programs on many command lines, with the original functions and with ours, and compare all they show.
    Battery(battery::BatteryArguments),
    /// Build libraries with one thing altered and see that `diff` finds each.
    Mutants(mutants::MutantsArguments),
    /// Record genuine answers for our own maps, as data for tests.
    Record(record::RecordArguments),
}

impl Arguments {
    /// Carries the command out.
    pub(crate) fn run(self) -> Result<ExitCode, Box<dyn Error>> {
        match self.command {
            Command::Diff(arguments) => arguments.run(),
            Command::Edits(arguments) => arguments.run(),
            Command::Baseline(arguments) => arguments.run(),
            Command::Bench(arguments) => arguments.run(),
            Command::Icount(arguments) => arguments.run(),
            Command::Scaling(arguments) => arguments.run(),
            Command::Symbols(arguments) => arguments.run(),
            Command::Patched(arguments) => arguments.run(),
            Command::Battery(arguments) => arguments.run(),
            Command::Mutants(arguments) => arguments.run(),
            Command::Record(arguments) => arguments.run(),
        }
    }
}
