//! `crush check-upmap`.

use crate::describe;
use crate::failure::Failure;
use crate::input::{self, Placing};
use crate::{list, output};
use crush::osdmap::OsdMap;
use crush::placement::{PgId, UpmapCheck, UpmapCommand, UpmapKind};
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;

/// Whether upmap entries are valid for their rules, and if not why.
#[derive(clap::Args)]
#[command(after_help = "\
Ends with status 0 if all entries are valid, 1 if any is not, 2 after an error. --set, --items and --primary ask about an
entry before it is made: they stand in for what the osdmap has for the PG.

Example: crush check-upmap osdmap.bin --pg 1.3 --items 4:7")]
pub(crate) struct Arguments {
    /// An osdmap.
    #[arg(value_name = "OSDMAP")]
    map: PathBuf,
    /// Only the entries of this PG.
    #[arg(long, value_name = "PG")]
    pg: Option<PgId>,
    /// As if `ceph osd pg-upmap PG` had named these devices.
    #[arg(long, value_name = "DEVICE,...", requires = "pg", value_parser = list::devices)]
    set: Option<std::vec::Vec<i32>>,
    /// As if `ceph osd pg-upmap-items PG` had named these pairs.
    #[arg(long, value_name = "FROM:TO,...", requires = "pg", value_parser = list::pairs)]
    items: Option<std::vec::Vec<(i32, i32)>>,
    /// As if `ceph osd pg-upmap-primary PG` had named this device.
    #[arg(long, value_name = "DEVICE", requires = "pg", value_parser = list::device)]
    primary: Option<i32>,
    /// Only the commands that mend the map, in the order in which `osdmaptool --upmap-cleanup` prints them.
    #[arg(long)]
    commands: bool,
    /// A line of JSON for each PG.
    #[arg(long, conflicts_with = "commands")]
    json: bool,
    #[command(flatten)]
    placing: Placing,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let mut map = input::load_osdmap(&arguments.map)?;
    if let Some(pg) = arguments.pg {
        stand_in(&mut map, pg, arguments);
    }
    let mut placement = arguments.placing.placement(&map);
    let checks = match arguments.pg {
        Some(pg) => vec![placement.check_upmap(pg)?],
        None => placement.check_upmaps()?,
    };
    let mut out = output::stdout();
    if arguments.commands {
        let mut commands: Vec<&UpmapCommand> = checks.iter().flat_map(|check| &check.commands).collect();
        commands.sort();
        commands.iter().try_for_each(|command| writeln!(out, "{command}"))?;
    } else if arguments.json {
        checks.iter().try_for_each(|check| output::json_line(&mut out, &Row::new(check)))?;
    } else {
        write_text(&mut out, &map, &checks)?;
    }
    out.flush()?;
    if checks.iter().all(|check| check.faults.is_empty()) { Ok(()) } else { Err(Failure::No) }
}

/// Puts the entries that are asked about into the map.
fn stand_in(map: &mut OsdMap, pg: PgId, arguments: &Arguments) {
    if arguments.set.is_none() && arguments.items.is_none() && arguments.primary.is_none() {
        return;
    }
    map.pg_upmap.remove(&pg);
    map.pg_upmap_items.remove(&pg);
    map.pg_upmap_primaries.remove(&pg);
    if let Some(set) = &arguments.set {
        map.pg_upmap.insert(pg, set.clone());
    }
    if let Some(pairs) = &arguments.items {
        map.pg_upmap_items.insert(pg, pairs.clone());
    }
    if let Some(primary) = arguments.primary {
        map.pg_upmap_primaries.insert(pg, primary);
    }
}

fn entry(kind: UpmapKind) -> &'static str {
    match kind {
        UpmapKind::Set => "pg_upmap",
        UpmapKind::Items => "pg_upmap_items",
        UpmapKind::Primary => "pg_upmap_primaries",
    }
}

/// One PG in JSON.
#[derive(Serialize)]
struct Row<'a> {
    pg: String,
    entries: Vec<&'static str>,
    valid: bool,
    rule_gives: &'a [i32],
    set: &'a [i32],
    faults: Vec<String>,
    commands: Vec<String>,
}

impl<'a> Row<'a> {
    fn new(check: &'a UpmapCheck) -> Self {
        Self {
            pg: check.pg.to_string(),
            entries: check.kinds.iter().map(|&kind| entry(kind)).collect(),
            valid: check.faults.is_empty(),
            rule_gives: &check.raw,
            set: &check.set,
            faults: check.faults.iter().map(ToString::to_string).collect(),
            commands: check.commands.iter().map(ToString::to_string).collect(),
        }
    }
}

fn write_text(out: &mut impl Write, map: &OsdMap, checks: &[UpmapCheck]) -> Result<(), Failure> {
    for check in checks {
        let entries: Vec<&str> = check.kinds.iter().map(|&kind| entry(kind)).collect();
        let verdict = if check.faults.is_empty() { "valid" } else { "not valid" };
        let entries = if entries.is_empty() { "no entry".to_owned() } else { entries.join(", ") };
        writeln!(out, "{}  {entries}: {verdict}", check.pg)?;
        let (raw, set) = (describe::set(&check.raw), describe::set(&check.set));
        writeln!(out, "  the rule gives {raw}, with the entries {set}")?;
        for fault in &check.faults {
            writeln!(out, "  {}", in_words(map, fault))?;
        }
        check.commands.iter().try_for_each(|command| writeln!(out, "  mend with: {command}"))?;
    }
    let bad = checks.iter().filter(|check| !check.faults.is_empty()).count();
    Ok(writeln!(out, "{} PGs with entries, {bad} of them not valid", checks.len())?)
}

/// A fault with the names of what it is about.
fn in_words(map: &OsdMap, fault: &crush::placement::UpmapFault) -> String {
    use crush::map::UpmapRuleFault::{NotBelow, SharedBucket, TooManyBuckets};
    use crush::placement::UpmapFault::Rule;
    let crush = map.crush();
    let rule_name =
        |rule: u32| crush.rule_name(rule).map_or_else(|| rule.to_string(), |name| format!("'{name}'"));
    match fault {
        Rule(SharedBucket { rule, devices: (one, other), bucket }) => format!(
            "osd.{one} and osd.{other} are below the same {} {}; rule {} takes one device from each",
            describe::kind(crush, crush.bucket(*bucket).map_or(0, |bucket| bucket.r#type.into())),
            describe::item(crush, *bucket),
            rule_name(*rule)
        ),
        Rule(TooManyBuckets { rule, kind, found, chosen }) => format!(
            "the devices are below {found} buckets of type {}; rule {} chooses {chosen}",
            describe::kind(crush, *kind),
            rule_name(*rule)
        ),
        Rule(NotBelow { rule, place, device, root }) => format!(
            "place {place} has {}, which is not below {}, where rule {} takes the device of this place from",
            describe::item(crush, *device),
            describe::item(crush, *root),
            rule_name(*rule)
        ),
        other => other.to_string(),
    }
}
