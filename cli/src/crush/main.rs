//! `crush`: where objects are and why, for people.
#![forbid(unsafe_code)]

mod baseline;
mod changes;
mod check_upmap;
mod cluster;
mod counts;
mod describe;
mod diff;
mod explain;
mod failure;
mod flat;
mod input;
mod lint;
mod list;
mod locate;
mod number;
mod output;
mod pgs;
mod plan;
mod report;
mod show;
mod simulate;
mod test_map;
mod tunables;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Tells where objects are in a Ceph cluster, and why there.
///
/// MAP is a crush map (binary, as `ceph osd getcrushmap` writes it, or text), OSDMAP an osdmap (`ceph osd getmap`); `-` is
/// standard input.
#[derive(Parser)]
#[command(name = "crush", version, max_term_width = 120)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Where objects or PGs are.
    Locate(locate::Arguments),
    /// Every PG with its up and acting set, and how many each device has.
    Pgs(pgs::Arguments),
    /// The tree, rules and pools of a map.
    Show(show::Arguments),
    /// Why an input, a PG or an object is where it is: every choice, and every rejection with its reason.
    Explain(explain::Arguments),
    /// Whether upmap entries are valid for their rules, and if not why.
    CheckUpmap(check_upmap::Arguments),
    /// Where keys are in a flat cluster: weighted rendezvous hashing.
    ///
    /// NODES has a line for each node: its id, its weight (whole numbers) and the name of its failure domain, which may be
    /// left out if the node is one by itself. `#` begins a comment. Keys are content hashes, or any bytes.
    Flat(flat::Arguments),
    /// What is wrong with a map, or may be, and what to do about it. Status 1 if errors are found.
    Lint(lint::Arguments),
    /// A page about a map, as one HTML file: its tree, how evenly it is filled, how copies are spread.
    Report(report::Arguments),
    /// What moves between two maps, or when a map changes, and how far that is from the least possible.
    Diff(Box<diff::Arguments>),
    /// What each profile of tunables would change.
    Tunables(tunables::Arguments),
    /// Reaches other weights in steps, none of which moves more than a share of all replicas.
    Plan(Box<plan::Arguments>),
    /// Records the answers of all rules in a small file, or checks them.
    Baseline(baseline::Arguments),
    /// Measures on made-up clusters what the literature says about placement.
    Simulate(simulate::Arguments),
}

fn main() -> ExitCode {
    let answer = match Arguments::parse().command {
        Command::Locate(arguments) => locate::run(&arguments),
        Command::Pgs(arguments) => pgs::run(&arguments),
        Command::Show(arguments) => show::run(&arguments),
        Command::Explain(arguments) => explain::run(&arguments),
        Command::CheckUpmap(arguments) => check_upmap::run(&arguments),
        Command::Flat(arguments) => flat::run(&arguments),
        Command::Lint(arguments) => lint::run(&arguments),
        Command::Report(arguments) => report::run(&arguments),
        Command::Diff(arguments) => diff::run(&arguments),
        Command::Tunables(arguments) => tunables::run(&arguments),
        Command::Plan(arguments) => plan::run(&arguments),
        Command::Baseline(arguments) => baseline::run(&arguments),
        Command::Simulate(arguments) => simulate::run(&arguments),
    };
    match answer {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
