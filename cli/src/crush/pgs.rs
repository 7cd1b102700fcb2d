//! `crush pgs`.

use crate::counts::{self, Counts};
use crate::failure::Failure;
use crate::input::{self, Placing};
use crate::{describe, output, test_map};
use clap::ValueEnum;
use crush::osdmap::OsdMap;
use crush::placement::PgPlacement;
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;

/// PGs that are placed together.
const BATCH: u32 = 4096;

/// Every PG with its up and acting set, and how many each device has.
#[derive(clap::Args)]
#[command(after_help = "\
Counts are of acting sets, as osdmaptool counts. `expected` is a device's share of them by its weight in the whole crush
map times its weight as far as it is in; a pool whose rule uses a part of the map has other shares.

Example: crush pgs osdmap.bin --pool rbd --counts")]
pub(crate) struct Arguments {
    /// An osdmap.
    #[arg(value_name = "OSDMAP")]
    map: PathBuf,
    /// Name or id of a pool; may be repeated. All pools if there is none.
    #[arg(long, value_name = "POOL")]
    pool: Vec<String>,
    /// Form of the answer; the last three are those of osdmaptool.
    #[arg(long, value_enum, default_value_t = Form::Text)]
    form: Form,
    /// A line of JSON for each PG, the same as --form json; positions without a device hold 2147483647. With --counts one
    /// line with all counts.
    #[arg(long)]
    json: bool,
    /// No PGs, only how many each device has.
    #[arg(long)]
    counts: bool,
    /// PGs that are answered for at most.
    #[arg(long, value_name = "N", default_value_t = 1 << 24)]
    max_pgs: u64,
    #[command(flatten)]
    placing: Placing,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    /// PGs, then counts.
    Text,
    /// PGs as comma-separated values, with a heading.
    Csv,
    /// PGs as lines of JSON.
    Json,
    /// Counts.
    TestMapPgs,
    /// PGs with acting sets, then counts.
    TestMapPgsDump,
    /// PGs with all sets, then counts.
    TestMapPgsDumpAll,
}

/// One PG in JSON.
#[derive(Serialize)]
struct Row<'a> {
    pg: String,
    up: &'a [i32],
    up_primary: i32,
    acting: &'a [i32],
    acting_primary: i32,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let map = input::load_osdmap(&arguments.map)?;
    let pools = pools(&map, &arguments.pool)?;
    let total: u64 = pools.iter().filter_map(|&id| map.pool(id)).map(|pool| u64::from(pool.pg_num)).sum();
    if total > arguments.max_pgs {
        return Err(Failure::new(format!(
            "these pools have {total} PGs, more than the {} of --max-pgs: choose pools with --pool, or allow more",
            arguments.max_pgs
        )));
    }
    let form = if arguments.json { Form::Json } else { arguments.form };
    let mut placement = arguments.placing.placement(&map);
    let (mut counts, mut out) = (Counts::default(), output::stdout());
    let silent = arguments.counts || form == Form::TestMapPgs;
    if form == Form::Csv && !silent {
        writeln!(out, "pg,up,up_primary,acting,acting_primary")?;
    }
    for id in pools {
        let pg_num = map.pool(id).map_or(0, |pool| pool.pg_num);
        write_pool(&mut out, &map, form, silent, id, pg_num)?;
        for first in (0..pg_num).step_by(BATCH as usize) {
            let seeds: Vec<u32> = (first..pg_num.min(first.saturating_add(BATCH))).collect();
            for place in placement.place_batch(id, &seeds)? {
                counts.add(&place);
                if !silent {
                    write_pg(&mut out, form, &place)?;
                }
            }
        }
    }
    match form {
        Form::Text => counts::write_text(&mut out, &map, &counts)?,
        Form::Json if silent => counts::write_json(&mut out, &map, &counts)?,
        Form::Csv if silent => return Err(Failure::new("--counts has no form csv: use --json")),
        Form::Csv | Form::Json => {}
        _ => test_map::write_summary(&mut out, &map, &counts)?,
    }
    Ok(out.flush()?)
}

/// Pools by name, ascending by id.
fn pools(map: &OsdMap, names: &[String]) -> Result<Vec<u64>, Failure> {
    let mut pools = names.iter().map(|name| input::pool(map, name)).collect::<Result<Vec<u64>, _>>()?;
    if names.is_empty() {
        pools = map.pools.keys().map(|&id| id.cast_unsigned()).collect();
    }
    pools.sort_by_key(|id| id.cast_signed());
    pools.dedup();
    Ok(pools)
}

fn write_pool(
    out: &mut impl Write,
    map: &OsdMap,
    form: Form,
    silent: bool,
    id: u64,
    pg_num: u32,
) -> Result<(), Failure> {
    match form {
        Form::Csv | Form::Json => {}
        Form::Text if silent => {}
        Form::Text => writeln!(out, "pool {}, {pg_num} PGs", describe::pool(map, id.cast_signed()))?,
        _ => writeln!(out, "pool {id} pg_num {pg_num}")?,
    }
    Ok(())
}

fn write_pg(out: &mut impl Write, form: Form, place: &PgPlacement) -> Result<(), Failure> {
    let PgPlacement { pg, up, up_primary, acting, acting_primary, .. } = place;
    match form {
        Form::TestMapPgs => {}
        Form::TestMapPgsDump => test_map::write_dump(out, place)?,
        Form::TestMapPgsDumpAll => test_map::write_dump_all(out, place)?,
        Form::Json => {
            let (up_primary, acting_primary) = (*up_primary, *acting_primary);
            output::json_line(out, &Row { pg: pg.to_string(), up, up_primary, acting, acting_primary })?;
        }
        Form::Csv => {
            let (up, acting) = (describe::ids(up, " "), describe::ids(acting, " "));
            writeln!(out, "{pg},{up},{up_primary},{acting},{acting_primary}")?;
        }
        Form::Text => {
            let (up, acting) = (describe::set(up), describe::set(acting));
            writeln!(out, "  {pg:<8} up {up:<20} p{up_primary:<6} acting {acting:<20} p{acting_primary}")?;
        }
    }
    Ok(())
}
