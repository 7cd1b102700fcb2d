//! The loop of a test: rules, numbers of places, inputs (spec 08 section 2).

use super::csv::CsvFiles;
use super::in_order::in_order;
use super::limit::limit;
use super::lines::{LineForm, Lines};
use super::no_memory;
use super::plan::Plan;
use super::progress::Progress;
use super::random::Random;
use super::simulate::Simulation;
use super::source::{Results, Source, prepare};
use super::statistics::{self, Utilization};
use super::tally::Tally;
use crate::crushtool::exit::{Exit, text};
use crate::crushtool::settings::TestOutput;
use crush::Placer;
use crush::builder::StoredRule;
use std::io::Write;
use std::ops::Range;

/// A test.
pub(super) struct Test<'a, W: Write> {
    plan: Plan<'a>,
    output: TestOutput,
    tries: Vec<u64>,
    progress: Progress,
    out: &'a mut W,
}

/// What is mapped with: a rule and a number of places.
struct Case<'a> {
    number: i32,
    rule: StoredRule<'a>,
    places: i32,
}

impl Case<'_> {
    fn place_count(&self) -> usize {
        usize::try_from(self.places).unwrap_or(0)
    }
}

/// What a thread works with.
struct Worker<'a> {
    source: Source<'a>,
    tally: Tally,
    results: Results,
}

impl<'a, W: Write> Test<'a, W> {
    pub(super) fn new(plan: Plan<'a>, output: &TestOutput, out: &'a mut W) -> Result<Self, Exit> {
        let mut output = output.clone();
        output.statistics |= output.utilization || output.utilization_all;
        let tries = if output.choose_tries { plan.map.tunables().choose_total_tries as usize } else { 0 };
        let tally = Tally::new(0, tries).map_err(no_memory)?;
        let progress = Progress::new(total(&plan), output.mappings || output.bad_mappings);
        Ok(Self { plan, output, tries: tally.tries, progress, out })
    }

    pub(super) fn run(&mut self, random: &mut Random) -> Result<(), Exit> {
        let map = self.plan.map;
        for number in self.plan.rules.clone() {
            match map.rule(number.cast_unsigned()) {
                Some(rule) if self.plan.is_in_ruleset(&rule) => self.run_rule(number, rule, random)?,
                None if self.output.statistics => writeln!(self.out, "rule {number} dne")?,
                _ => {}
            }
        }
        statistics::write_tries(self.out, &self.tries)
    }

    fn run_rule(&mut self, number: i32, rule: StoredRule<'_>, random: &mut Random) -> Result<(), Exit> {
        let (least, most) = self.plan.replicas(&rule);
        if self.output.statistics {
            let (first, last) = self.plan.x;
            self.out.write_all(&self.called(number))?;
            writeln!(self.out, ", x = {first}..{last}, numrep = {least}..{most}")?;
        }
        // With all devices out nothing is mapped.
        if self.plan.total_weight() == 0 {
            return Ok(());
        }
        (least..=most).try_for_each(|places| self.run_case(&Case { number, rule, places }, random))
    }

    /// How a rule is called: `rule 0 (replicated_rule)`.
    fn called(&self, number: i32) -> Vec<u8> {
        let name = self.plan.map.rule_names().name(number).map(|name| name.as_bytes());
        text(&[format!("rule {number} (").as_bytes(), name.unwrap_or_default(), b")"])
    }

    fn run_case(&mut self, case: &Case<'_>, random: &mut Random) -> Result<(), Exit> {
        let (plan, output) = (&self.plan, &self.output);
        let placer = if plan.settings.simulate {
            None
        } else {
            prepare(plan, plan.map, case.number, case.place_count())?
        };
        let mut csv = CsvFiles::new(plan, output, case.number);
        let mut tally = Tally::new(plan.weights.len(), self.tries.len()).map_err(no_memory)?;
        let mut workers = workers(plan, case, placer.as_ref(), self.tries.len(), random)?;
        for inputs in batches(plan) {
            let is_empty = inputs.is_empty();
            map_inputs(plan, output, case, &mut workers, inputs, |lines, size| {
                self.progress.add(size);
                csv.placements(&lines.csv);
                Ok(self.out.write_all(&lines.out)?)
            })?;
            csv.batch(&workers.iter().map(|worker| &worker.tally).collect::<Vec<_>>(), is_empty);
            workers.iter_mut().for_each(|worker| tally.take_from(&mut worker.tally));
        }
        drop(workers);
        let choices = i64::from(case.places).min(limit(plan.map, &case.rule));
        let utilization = Utilization::new(plan, choices);
        if output.statistics {
            statistics::write_sizes(self.out, &self.called(case.number), case.places, plan, &tally)?;
            statistics::write_utilization(self.out, output, &utilization, &tally)?;
        }
        csv.finish(plan, &utilization, &tally);
        self.tries.iter_mut().zip(&tally.tries).for_each(|(all, tries)| *all += tries);
        Ok(())
    }
}

fn workers<'a>(
    plan: &'a Plan<'_>,
    case: &Case<'_>,
    placer: Option<&'a Placer>,
    tries: usize,
    random: &'a mut Random,
) -> Result<Vec<Worker<'a>>, Exit> {
    let worker = |source| {
        let tally = Tally::new(plan.weights.len(), tries).map_err(no_memory)?;
        Ok(Worker { source, tally, results: Results::default() })
    };
    if plan.settings.simulate {
        // Chance has an order: one thread.
        return Ok(vec![worker(Source::Random(Simulation::new(plan, &case.rule, random)))?]);
    }
    let source = || if tries > 0 { Source::tries(plan, case.number) } else { Ok(Source::rule(placer)) };
    (0..plan.threads).map(|_| worker(source()?)).collect()
}

fn map_inputs(
    plan: &Plan<'_>,
    output: &TestOutput,
    case: &Case<'_>,
    workers: &mut [Worker<'_>],
    inputs: Range<i64>,
    finish: impl FnMut(Lines, u64) -> Result<(), Exit>,
) -> Result<(), Exit> {
    let form = LineForm::new(plan, output, case.number, case.place_count());
    let work = |worker: &mut Worker<'_>, inputs: Range<i64>| {
        let Worker { source, tally, results } = worker;
        let seeds = inputs.clone().map(|x| plan.seed(x));
        source.place(seeds, case.place_count(), results, &mut tally.tries)?;
        let mut lines = Lines::default();
        for (x, items) in inputs.zip(results.iter()) {
            tally.count(items);
            form.add(&mut lines, x, items);
        }
        Ok(lines)
    };
    in_order(inputs, case.place_count(), workers, work, finish)
}

/// The parts that inputs are mapped in. Only files tell them apart.
fn batches(plan: &Plan<'_>) -> impl Iterator<Item = Range<i64>> + use<> {
    let inputs = plan.inputs();
    let count = i64::from(plan.settings.batches).max(0);
    let size = plan.input_count().checked_div(count).unwrap_or(0);
    (0..count).map(move |batch| {
        let start = inputs.start + batch * size;
        start..if batch == count - 1 { inputs.end } else { start + size }
    })
}

/// All inputs of all rules and numbers of places.
fn total(plan: &Plan<'_>) -> u64 {
    let rules = plan.rules.clone().filter_map(|rule| plan.map.rule(rule.cast_unsigned()));
    let cases = rules.map(|rule| {
        let (least, most) = plan.replicas(&rule);
        u64::try_from(i64::from(most) - i64::from(least) + 1).unwrap_or(0)
    });
    let inputs = u64::try_from(plan.input_count()).unwrap_or(0);
    cases.fold(0, |sum: u64, cases| sum.saturating_add(cases.saturating_mul(inputs)))
}
