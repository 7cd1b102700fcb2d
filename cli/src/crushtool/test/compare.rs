//! `--compare` (spec 08 section 7).

use super::in_order::in_order;
use super::mark_down;
use super::plan::Plan;
use super::progress::Progress;
use super::random::Random;
use super::source::{Results, Source, prepare};
use crate::crushtool::exit::Exit;
use crate::crushtool::files::{read_map, read_map_file};
use crate::crushtool::format::general;
use crate::crushtool::run::Run;
use crush::map::{Map, Release};
use std::io::{self, Write};
use std::ops::Range;

/// Counts the mappings that differ from those of another map.
pub(super) fn compare(run: &Run<'_>, random: &mut Random) -> Result<(), Exit> {
    let settings = run.settings;
    if settings.compare.is_empty() {
        return Ok(());
    }
    let other = read_other(run)?;
    let mut plan = Plan::new(run)?;
    mark_down::mark_down(&mut plan, random);
    let mut equivalent = true;
    for number in plan.rules.clone() {
        let Some(rule) = plan.map.rule(number.cast_unsigned()) else {
            if settings.output.statistics || settings.output.utilization || settings.output.utilization_all {
                writeln!(io::stdout(), "rule {number} dne")?;
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
        let ratio = ratio(differing, all);
        writeln!(io::stdout(), "rule {number} had {differing}/{all} mismatched mappings ({ratio})")?;
        equivalent &= differing == 0;
    }
    if !equivalent {
        return Err(Exit::failure("warning: maps are NOT equivalent"));
    }
    Ok(writeln!(io::stdout(), "maps appear equivalent")?)
}

/// The other map. Up to Reef `-` is here a file of that name.
fn read_other(run: &Run<'_>) -> Result<Map, Exit> {
    let (name, release) = (&run.settings.compare, run.settings.release);
    if release < Release::Tentacle {
        read_map_file(run.argv0, name, release)
    } else {
        read_map(run.argv0, name, release)
    }
}

fn ratio(part: u64, all: i64) -> String {
    // What x86 makes of 0/0 has a sign.
    if all == 0 { "-nan".to_owned() } else { general(part as f64 / all as f64) }
}

/// What a thread works with.
struct Pair<'a> {
    sources: [Source<'a>; 2],
    results: [Results; 2],
}

impl Pair<'_> {
    fn differences(&mut self, inputs: Range<i64>, places: usize) -> Result<u64, Exit> {
        for (source, results) in self.sources.iter_mut().zip(&mut self.results) {
            // Inputs are numbers of 32 bits; pools do not count.
            source.place(inputs.clone().map(|x| x as u32), places, results, &mut [])?;
        }
        let [first, second] = &self.results;
        Ok(first.iter().zip(second.iter()).map(|(first, second)| u64::from(first != second)).sum())
    }
}

fn differences(plan: &Plan<'_>, other: &Map, rule: i32, places: i32) -> Result<u64, Exit> {
    let places = usize::try_from(places).unwrap_or(0);
    let placers = [prepare(plan, plan.map, rule, places)?, prepare(plan, other, rule, places)?];
    let pair = |_| Pair {
        sources: [Source::rule(placers[0].as_ref()), Source::rule(placers[1].as_ref())],
        results: Default::default(),
    };
    let mut workers: Vec<_> = (0..plan.threads).map(pair).collect();
    let mut differing = 0;
    let mut progress = Progress::new(u64::try_from(plan.input_count()).unwrap_or(0), false);
    let work = |pair: &mut Pair<'_>, inputs| pair.differences(inputs, places);
    in_order(plan.inputs(), places, &mut workers, work, |more, size| {
        differing += more;
        progress.add(size);
        Ok(())
    })?;
    Ok(differing)
}
