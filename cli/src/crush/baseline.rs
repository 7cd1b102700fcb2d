//! `crush baseline`.

use crate::cluster::{self, failure};
use crate::failure::Failure;
use crate::{describe, input, output};
use analysis::baseline::{Baseline, Mismatch};
use clap::{Args, Subcommand};
use crush::placer::DEFAULT_BUDGET;
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Mismatches that are shown.
const SHOWN: usize = 10;

/// Records the answers of all rules in a small file, or checks them.
#[derive(Args)]
#[command(after_help = "\
The file can also be checked against any library with the C interface of libcrush: ceph_compat baseline.

Example: crush baseline record crush.bin -o answers.txt
         crush baseline check crush.bin answers.txt")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Records the answers of all rules of a map.
    Record(Record),
    /// Compares a map's answers with recorded ones: status 1 if any differs.
    Check(Check),
}

#[derive(Args)]
struct Record {
    /// A crush map or an osdmap.
    #[arg(value_name = "MAP|OSDMAP")]
    map: PathBuf,
    /// Where to write; standard output if left out.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Places of sets; may be repeated. 3 for copies, 6 for shards, and what pools have if left out.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1000))]
    size: Vec<u16>,
    /// Inputs for each rule and size.
    #[arg(long, value_name = "N", default_value_t = 256)]
    inputs: u32,
    /// Draws that mapping one input may take at most; rules that could take more are refused.
    #[arg(long, value_name = "DRAWS", default_value_t = DEFAULT_BUDGET)]
    budget: u64,
}

#[derive(Args)]
struct Check {
    /// A crush map or an osdmap.
    #[arg(value_name = "MAP|OSDMAP")]
    map: PathBuf,
    /// What `crush baseline record` wrote.
    #[arg(value_name = "BASELINE")]
    baseline: PathBuf,
    /// Draws that mapping one input may take at most; rules that could take more are refused.
    #[arg(long, value_name = "DRAWS", default_value_t = DEFAULT_BUDGET)]
    budget: u64,
    /// One JSON object.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    match &arguments.command {
        Command::Record(arguments) => record(arguments),
        Command::Check(arguments) => check(arguments),
    }
}

fn record(arguments: &Record) -> Result<(), Failure> {
    let cluster = cluster::load(&arguments.map)?;
    let sizes: Vec<usize> = arguments.size.iter().map(|&size| size.into()).collect();
    let baseline = Baseline::record(&cluster, &sizes, arguments.inputs, arguments.budget).map_err(failure)?;
    let path = arguments.output.as_deref().unwrap_or(Path::new("-"));
    output::file(path, baseline.to_string().as_bytes())
}

#[derive(Serialize)]
struct Answer<'a> {
    answers: usize,
    mismatches: usize,
    first: Vec<Row<'a>>,
}

#[derive(Serialize)]
struct Row<'a> {
    rule: u32,
    size: usize,
    input: u32,
    recorded: &'a [i32],
    found: &'a [i32],
}

fn check(arguments: &Check) -> Result<(), Failure> {
    let cluster = cluster::load(&arguments.map)?;
    let text = String::from_utf8_lossy(&input::read(&arguments.baseline)?).into_owned();
    let baseline: Baseline = text
        .parse()
        .map_err(|error| Failure::new(format!("{}: no baseline: {error}", arguments.baseline.display())))?;
    let mismatches = baseline.check(cluster.crush(), arguments.budget).map_err(failure)?;
    let mut out = output::stdout();
    if arguments.json {
        output::json_line(&mut out, &answer(&baseline, &mismatches))?;
    } else {
        write_text(&mut out, &baseline, &mismatches)?;
    }
    out.flush()?;
    if mismatches.is_empty() { Ok(()) } else { Err(Failure::No) }
}

fn answer<'a>(baseline: &Baseline, mismatches: &'a [Mismatch]) -> Answer<'a> {
    let row = |mismatch: &'a Mismatch| Row {
        rule: mismatch.rule,
        size: mismatch.size,
        input: mismatch.input,
        recorded: &mismatch.recorded,
        found: &mismatch.found,
    };
    let first = mismatches.iter().take(SHOWN).map(row).collect();
    Answer { answers: baseline.len(), mismatches: mismatches.len(), first }
}

fn write_text(out: &mut impl Write, baseline: &Baseline, mismatches: &[Mismatch]) -> Result<(), Failure> {
    for Mismatch { rule, size, input, recorded, found } in mismatches.iter().take(SHOWN) {
        let (recorded, found) = (describe::set(recorded), describe::set(found));
        writeln!(out, "rule {rule}, size {size}, input {input}: recorded {recorded}, now {found}")?;
    }
    let number = mismatches.len();
    if number > SHOWN {
        writeln!(out, "and {} more", number - SHOWN)?;
    }
    Ok(writeln!(out, "{} answers, {number} of them differ", baseline.len())?)
}
