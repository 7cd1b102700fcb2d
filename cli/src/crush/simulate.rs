//! `crush simulate`.

use crate::cluster::failure;
use crate::diff::text::times;
use crate::failure::Failure;
use crate::output;
use analysis::simulate::{self, BucketRow, FailureRow, FlatRow, HierarchyRow};
use serde::Serialize;
use std::io::Write;

/// Measures on made-up clusters what the literature says about placement.
#[derive(clap::Args)]
#[command(after_help = "\
Numbers with an x are multiples of the least that has to move for the change of target shares: 1.00x is the best there is, but
for chance.

Example: crush simulate")]
pub(crate) struct Arguments {
    /// Inputs, or keys, of each measurement.
    #[arg(long, value_name = "N", default_value_t = 50_000, value_parser = clap::value_parser!(u32).range(1..))]
    inputs: u32,
    /// One JSON object.
    #[arg(long)]
    json: bool,
}

/// All tables.
#[derive(Serialize)]
struct Tables {
    buckets: Vec<BucketRow>,
    hierarchy: Vec<HierarchyRow>,
    failure: Vec<FailureRow>,
    flat: Vec<FlatRow>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let inputs = arguments.inputs;
    let tables = Tables {
        buckets: simulate::buckets(inputs).map_err(failure)?,
        hierarchy: simulate::hierarchy(inputs).map_err(failure)?,
        failure: simulate::failure(inputs).map_err(failure)?,
        flat: simulate::flat(inputs).map_err(failure)?,
    };
    let mut out = output::stdout();
    if arguments.json {
        output::json_line(&mut out, &tables)?;
        return Ok(out.flush()?);
    }
    write_buckets(&mut out, &tables.buckets)?;
    write_hierarchy(&mut out, &tables.hierarchy)?;
    write_failure(&mut out, &tables.failure)?;
    write_flat(&mut out, &tables.flat)?;
    Ok(out.flush()?)
}

fn write_buckets(out: &mut impl Write, rows: &[BucketRow]) -> Result<(), Failure> {
    writeln!(out, "One bucket of 24 items of equal weight, one chosen for each input\n")?;
    let mut table = output::table(&[
        "algorithm",
        ">add first",
        ">add last",
        ">remove first",
        ">remove last",
        ">double one weight",
        ">ns a choice",
    ]);
    for row in rows {
        table.add_row([
            row.algorithm.to_owned(),
            times(Some(row.add_first)),
            times(Some(row.add_last)),
            times(Some(row.remove_first)),
            times(Some(row.remove_last)),
            times(row.reweight),
            format!("{:.0}", row.nanoseconds),
        ]);
    }
    output::write_table(out, &table)
}

fn write_hierarchy(out: &mut impl Write, rows: &[HierarchyRow]) -> Result<(), Failure> {
    writeln!(out, "\n4 racks of 4 hosts of 4 devices, straw2, 3 copies on different hosts\n")?;
    let mut table = output::table(&["change", ">moved", ">least by targets", ">"]);
    for row in rows {
        let least = format!("{:.0}", row.least);
        table.add_row([row.change.to_owned(), row.moved.to_string(), least, times(row.over)]);
    }
    output::write_table(out, &table)
}

fn write_failure(out: &mut impl Write, rows: &[FailureRow]) -> Result<(), Failure> {
    writeln!(out, "\n3 racks of 4 hosts of 4 devices, sets of 6 on different hosts\n")?;
    let mut table = output::table(&["rule", "out", ">lost", ">moved as sets", ">moved by position"]);
    for row in rows {
        table.add_row([
            row.rule.to_owned(),
            row.out.to_owned(),
            row.lost.to_string(),
            row.moved_as_sets.to_string(),
            row.moved_by_position.to_string(),
        ]);
    }
    output::write_table(out, &table)
}

fn write_flat(out: &mut impl Write, rows: &[FlatRow]) -> Result<(), Failure> {
    writeln!(out, "\n24 nodes of equal weight without a hierarchy, one copy of each key\n")?;
    let mut table = output::table(&[
        "method",
        ">add one",
        ">remove one",
        ">double one weight",
        ">fullest against its share",
    ]);
    for row in rows {
        table.add_row([
            row.method.to_owned(),
            times(Some(row.add)),
            times(Some(row.remove)),
            times(row.reweight),
            format!("{:.3}", row.fullest),
        ]);
    }
    output::write_table(out, &table)
}
