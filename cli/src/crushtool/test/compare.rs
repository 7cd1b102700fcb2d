//! `--compare` (spec 08 section 7).

use super::in_order::in_order;
use super::plan::Plan;
use super::progress::Progress;
use super::random::Random;
use super::source::Source;
use super::{mark_down, no_memory};
use crate::crushtool::exit::Exit;
use crate::crushtool::files::read_map;
use crate::crushtool::format::general;
use crate::crushtool::run::Run;
use crush::map::Map;
use std::ops::Range;

/// Counts the mappings that differ from those of another map.
pub(super) fn compare(run: &Run<'_>, random: &mut Random) -> Result<(), Exit> {
    let settings = run.settings;
    if settings.compare.is_empty() {
        return Ok(());
    }
    let other = read_map(run.argv0, &settings.compare, settings.release)?;
    let mut plan = Plan::new(run)?;
    mark_down::mark_down(&mut plan, random);
    let mut equivalent = true;
    for number in plan.rules.clone() {
        let Some(rule) = plan.map.rule(number.cast_unsigned()) else {
            if settings.output.statistics || settings.output.utilization || settings.output.utilization_all {
                println!("rule {number} dne");
            }
            continue;
        };
        let (least, most) = plan.replicas(&rule);
        let mut differing = 0;
        for places in least..=most {
            differing += differences(&plan, &other, number, places)?;
        }
        let cases = i64::from(most) - i64::from(least) + 1;
        let all = cases.saturating_mul(plan.input_count());
        println!("rule {number} had {differing}/{all} mismatched mappings ({})", ratio(differing, all));
        equivalent &= differing == 0;
    }
    if !equivalent {
        return Err(Exit::failure("warning: maps are NOT equivalent"));
    }
    println!("maps appear equivalent");
    Ok(())
}

fn ratio(part: u64, all: i64) -> String {
    // What x86 makes of 0/0 has a sign.
    if all == 0 { "-nan".to_owned() } else { general(part as f64 / all as f64) }
}

/// A thread's mappers, and room for a result of each.
struct Pair<'a> {
    sources: [Source<'a>; 2],
    places: [Vec<i32>; 2],
}

impl Pair<'_> {
    fn differs(&mut self, x: i64) -> Result<bool, Exit> {
        let mut lens = [0; 2];
        for ((source, places), len) in self.sources.iter_mut().zip(&mut self.places).zip(&mut lens) {
            // Inputs are numbers of 32 bits; pools do not count.
            *len = source.place(x as u32, places, &mut [])?;
        }
        Ok(self.places[0][..lens[0]] != self.places[1][..lens[1]])
    }
}

fn differences(plan: &Plan<'_>, other: &Map, rule: i32, places: i32) -> Result<u64, Exit> {
    let places = usize::try_from(places).unwrap_or(0);
    let room = || {
        let mut room = Vec::new();
        room.try_reserve_exact(places).map_err(no_memory)?;
        room.resize(places, 0);
        Ok::<_, Exit>(room)
    };
    let source = |map| Source::rule(plan, map, rule.cast_unsigned(), false);
    let pair = |_| Ok(Pair { sources: [source(plan.map)?, source(other)?], places: [room()?, room()?] });
    let mut workers = (0..plan.threads).map(pair).collect::<Result<Vec<_>, Exit>>()?;
    let work = |pair: &mut Pair<'_>, inputs: Range<i64>| {
        let mut differing = 0;
        for x in inputs {
            differing += u64::from(pair.differs(x)?);
        }
        Ok(differing)
    };
    let mut differing = 0;
    let mut progress = Progress::new(u64::try_from(plan.input_count()).unwrap_or(0), false);
    in_order(plan.inputs(), places, &mut workers, work, |more, size| {
        differing += more;
        progress.add(size);
        Ok(())
    })?;
    Ok(differing)
}
