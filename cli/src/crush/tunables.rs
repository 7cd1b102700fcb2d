//! `crush tunables`.

use crate::cluster::{self, Asked, failure};
use crate::diff::text::percent;
use crate::failure::Failure;
use crate::output;
use std::io::Write;
use std::path::PathBuf;

/// What each profile of tunables would change.
#[derive(clap::Args)]
#[command(after_help = "\
A bad mapping has a place without a device. Tries are failed ones for each choice, counted over at most 4096 inputs of each
pool or rule. The first row is the map as it is; an asterisk marks its profile.

Example: crush tunables osdmap.bin")]
pub(crate) struct Arguments {
    /// A crush map or an osdmap.
    #[arg(value_name = "MAP|OSDMAP")]
    map: PathBuf,
    #[command(flatten)]
    asked: Asked,
    /// A line of JSON for each profile.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let cluster = cluster::load(&arguments.map)?;
    let options = arguments.asked.options(&cluster, &cluster)?;
    let rows = analysis::tunables::profiles(&cluster, &options).map_err(failure)?;
    let mut out = output::stdout();
    if arguments.json {
        rows.iter().try_for_each(|row| output::json_line(&mut out, row))?;
        return Ok(out.flush()?);
    }
    let headings = [
        "tunables",
        ">mappings",
        ">changed",
        ">of all",
        ">moved",
        ">of all",
        ">bad mappings",
        ">tries",
        ">most tries",
    ];
    let mut table = output::table(&headings);
    for row in &rows {
        let mark = if row.current { "*" } else { "" };
        table.add_row([
            format!("{}{mark}", row.profile.unwrap_or("as they are")),
            row.mappings.to_string(),
            row.changed.to_string(),
            percent(row.changed, row.mappings),
            row.moved.to_string(),
            percent(row.moved, row.replicas),
            row.bad.to_string(),
            format!("{:.4}", row.tries),
            row.most_tries.to_string(),
        ]);
    }
    output::write_table(&mut out, &table)?;
    Ok(out.flush()?)
}
