//! `crush explain`.

mod change;
mod entry;
mod record;
pub(crate) mod step;
mod text;
mod trace;

use crate::failure::Failure;
use crate::input::{self, Input, Placing};
use crate::{describe, list, locate, output};
use crush::map::{DEFAULT_CHOOSE_ARGS, Map};
use crush::osdmap::OsdMap;
use crush::placement::{ObjectLocator, PgId, PgPlacement, Placement};
use entry::Entry;
use record::Record;
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;
use trace::Question;

/// Why an input, a PG or an object is where it is.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  crush explain osdmap.bin --pool rbd --object foo
  crush explain osdmap.bin --pg 1.6
  crush explain map.crush --rule replicated_rule --x 1234 --size 3 --weight 4=0")]
pub(crate) struct Arguments {
    /// A crush map, with --rule and --x; or an osdmap.
    #[arg(value_name = "MAP|OSDMAP")]
    map: PathBuf,
    /// Name or number of a rule.
    #[arg(long, value_name = "RULE", requires = "x")]
    rule: Option<String>,
    /// The rule's input.
    #[arg(long, value_name = "NUMBER", requires = "rule", conflicts_with_all = ["pg", "object"])]
    x: Option<u32>,
    /// Devices that the rule is asked for.
    #[arg(long, value_name = "N", default_value_t = 3, requires = "rule")]
    size: u8,
    /// Weight of a device from 0 (out) to 1 (in); may be repeated. Others are in, or as the osdmap says.
    #[arg(long, value_name = "DEVICE=WEIGHT", value_parser = list::weight, requires = "rule")]
    weight: Vec<(i32, u32)>,
    /// Id of the pool whose choose_args are used; the default ones if there is none.
    #[arg(long, value_name = "ID", requires = "rule")]
    choose_args: Option<i64>,
    /// A PG, like 3.1a.
    #[arg(long, value_name = "PG", conflicts_with = "object")]
    pg: Option<PgId>,
    /// An object's name.
    #[arg(long, value_name = "NAME", requires = "pool")]
    object: Option<String>,
    /// Name or id of the object's pool.
    #[arg(long, value_name = "POOL")]
    pool: Option<String>,
    /// The object's namespace.
    #[arg(long, default_value = "", requires = "object")]
    namespace: String,
    /// The object's locator key.
    #[arg(long, default_value = "", requires = "object")]
    key: String,
    /// Draws that are shown of each choice.
    #[arg(long, value_name = "N", default_value_t = 3)]
    draws: usize,
    /// One JSON object.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    placing: Placing,
}

/// The whole explanation.
#[derive(Serialize, Default)]
struct Explanation {
    /// From the object to the input.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    before: Vec<String>,
    rule: u32,
    input: u32,
    trace: Vec<Entry>,
    /// Events that the trace does not have.
    #[serde(skip_serializing_if = "is_zero")]
    dropped: u64,
    raw: Vec<i32>,
    /// From what the rule gives to the acting set.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    behind: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sets: Option<Sets>,
}

#[derive(Serialize)]
struct Sets {
    pg: String,
    up: Vec<i32>,
    up_primary: i32,
    acting: Vec<i32>,
    acting_primary: i32,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let (osdmap, is_osdmap) = match input::load(&arguments.map)? {
        Input::OsdMap(map) => (*map, true),
        Input::Crush(map) => (input::all_in(*map)?, false),
    };
    let explanation = match (&arguments.rule, arguments.x) {
        (Some(rule), Some(x)) => explain_input(arguments, osdmap, rule, x)?,
        _ if is_osdmap => explain_pg(arguments, &osdmap)?,
        _ => {
            return Err(Failure::new(
                "a crush map is asked with --rule and --x; PGs and objects need an osdmap",
            ));
        }
    };
    let mut out = anstream::AutoStream::auto(std::io::stdout()).lock();
    if arguments.json {
        output::json_line(&mut out, &explanation)?;
    } else {
        explanation.write(&mut out)?;
    }
    Ok(out.flush()?)
}

/// One input of a rule.
fn explain_input(arguments: &Arguments, mut map: OsdMap, rule: &str, x: u32) -> Result<Explanation, Failure> {
    let rule = locate::rule_number(&map, rule)?.into();
    for &(device, weight) in &arguments.weight {
        let place = usize::try_from(device).ok().and_then(|device| map.osd_weight.get_mut(device));
        *place.ok_or_else(|| Failure::new(format!("the map has no device {device}")))? = weight;
    }
    let (crush, pool) = (map.crush(), arguments.choose_args.unwrap_or(DEFAULT_CHOOSE_ARGS));
    let size = usize::from(arguments.size);
    let budget = arguments.placing.budget;
    let work = crush::mapper::worst_case(&crush.view(), rule, size)?;
    if work.draws > budget {
        return Err(Failure::new(format!(
            "one input can take {} draws, which exceeds the budget of {budget}; --budget DRAWS allows more",
            work.draws
        )));
    }
    let (record, mut raw) = (Record::default(), vec![0; size]);
    let len = crush.mapper(pool)?.place_observed(rule, x, map.weights(), &mut raw, &record)?;
    raw.truncate(len);
    let (trace, dropped) = traced(arguments, &map, pool, rule, x, record)?;
    Ok(Explanation { rule, input: x, trace, dropped, raw, ..Explanation::default() })
}

/// The lines for what was recorded.
fn traced(
    arguments: &Arguments,
    map: &OsdMap,
    pool: i64,
    rule: u32,
    x: u32,
    record: Record,
) -> Result<(Vec<Entry>, u64), Failure> {
    let crush: &Map = map.crush();
    let table = crush.choose_arg_table(pool)?;
    let view = crush.view_with(table.as_ref());
    let question = Question { map: crush, view, rule, x, weights: map.weights(), draws: arguments.draws };
    let (events, dropped) = record.into_events();
    Ok((trace::trace(&question, &events), dropped))
}

/// A PG, or that of an object.
fn explain_pg(arguments: &Arguments, map: &OsdMap) -> Result<Explanation, Failure> {
    let mut placement = arguments.placing.placement(map);
    let mut before = Vec::new();
    let pg = asked_pg(arguments, map, &placement, &mut before)?;
    let pool = map.pool(pg.pool).ok_or_else(|| match input::pool(map, &pg.pool.to_string()) {
        Err(failure) => failure,
        Ok(_) => Failure::new("the pool is gone"),
    })?;
    if pg.seed >= pool.pg_num {
        return Err(Failure::new(format!("there is no PG {pg}: its pool has {} PGs", pool.pg_num)));
    }
    let (record, mut changes) = (Record::default(), Vec::new());
    let place = placement.place_observed(pg, &record, |change| changes.push(change))?;
    before.push(input_in_words(map, &place));
    let (rule, id) = (pool.crush_rule.into(), pg.pool.cast_signed());
    let (trace, dropped) = traced(arguments, map, id, rule, place.pps, record)?;
    let behind = changes.iter().map(change::in_words).collect();
    let PgPlacement { up, up_primary, acting, acting_primary, raw, pps, .. } = place;
    let sets = Some(Sets { pg: pg.to_string(), up, up_primary, acting, acting_primary });
    Ok(Explanation { before, rule, input: pps, trace, dropped, raw, behind, sets })
}

/// The PG that is asked about; tells how an object comes to it.
fn asked_pg(
    arguments: &Arguments,
    map: &OsdMap,
    placement: &Placement<'_>,
    before: &mut Vec<String>,
) -> Result<PgId, Failure> {
    let (Some(name), Some(pool)) = (&arguments.object, &arguments.pool) else {
        return arguments
            .pg
            .ok_or_else(|| Failure::new("an osdmap is asked with --pg, --object or --rule and --x"));
    };
    let id = input::pool(map, pool)?;
    let object = ObjectLocator::new(name.as_bytes())
        .with_namespace(arguments.namespace.as_bytes())
        .with_key(arguments.key.as_bytes());
    let (Some(pg), Some(found)) = (placement.pg_of(id, &object), map.pool(id)) else {
        return Err(Failure::new("the pool is gone"));
    };
    before.push(format!(
        "object '{name}' has hash {:08x}; pool {} has {} PGs, so that it is in PG {pg}",
        object.hash(found.object_hash()),
        describe::pool(map, id.cast_signed()),
        found.pg_num
    ));
    Ok(pg)
}

/// How a PG comes to its input.
fn input_in_words(map: &OsdMap, place: &PgPlacement) -> String {
    let (rule, size) = map.pool(place.pg.pool).map_or((0, 0), |pool| (pool.crush_rule.into(), pool.size));
    let name = map.crush().rule_name(rule).map_or_else(String::new, |name| format!(" '{name}'"));
    format!(
        "PG {} gives input {} to rule {rule}{name}, which is asked for {size} devices",
        place.pg, place.pps
    )
}

impl Explanation {
    fn write(&self, out: &mut impl Write) -> Result<(), Failure> {
        self.before.iter().try_for_each(|line| writeln!(out, "{line}"))?;
        text::write(out, &self.trace)?;
        if self.dropped > 0 {
            writeln!(out, "  ... {} more events that are not shown", self.dropped)?;
        }
        writeln!(out, "the rule gives {}", describe::set(&self.raw))?;
        self.behind.iter().try_for_each(|line| writeln!(out, "{line}"))?;
        let Some(sets) = &self.sets else { return Ok(()) };
        writeln!(out, "up {}, primary {}", describe::set(&sets.up), sets.up_primary)?;
        Ok(writeln!(out, "acting {}, primary {}", describe::set(&sets.acting), sets.acting_primary)?)
    }
}
