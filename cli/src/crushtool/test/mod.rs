//! `--test` and `--compare` (spec 08).

mod compare;
mod csv;
mod in_order;
mod limit;
mod lines;
mod mark_down;
mod plan;
mod progress;
mod random;
mod rule;
mod simulate;
mod source;
mod statistics;
mod tally;
mod weights;

use super::exit::Exit;
use super::run::Run;
use plan::Plan;
use random::Random;
use std::collections::TryReserveError;
use std::io::{BufWriter, Write};

/// Maps, prints and compares, as far as it was asked for.
pub(crate) fn test_and_compare(run: &mut Run<'_>) -> Result<(), Exit> {
    // One stream of random numbers serves the whole run.
    let mut random = Random::default();
    if run.settings.test {
        test(run, &mut random)?;
    }
    compare::compare(run, &mut random)
}

fn test(run: &Run<'_>, random: &mut Random) -> Result<(), Exit> {
    let mut plan = Plan::new(run)?;
    if run.settings.output.utilization_all {
        weights::print(&plan.weights);
    }
    mark_down::mark_down(&mut plan, random);
    let mut out = BufWriter::with_capacity(1 << 16, std::io::stdout().lock());
    rule::Test::new(plan, &run.settings.output, &mut out)?.run(random)?;
    Ok(out.flush()?)
}

fn no_memory(_: TryReserveError) -> Exit {
    Exit::failure("out of memory")
}
