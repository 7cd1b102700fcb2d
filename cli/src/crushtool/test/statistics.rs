//! What is printed about many mappings (spec 08 section 3).

use super::plan::Plan;
use super::tally::Tally;
use crate::crushtool::exit::Exit;
use crate::crushtool::format::general;
use crate::crushtool::settings::TestOutput;
use std::io::Write;

/// What devices hold, and what they should hold.
pub(super) struct Utilization {
    /// Each device's part of all weights.
    pub(super) shares: Vec<f32>,
    /// Mappings that should hold each device.
    pub(super) expected: Vec<f32>,
}

impl Utilization {
    /// For `choices` devices in each mapping. Single precision throughout, as in the original.
    pub(super) fn new(plan: &Plan<'_>, choices: i64) -> Self {
        let total = plan.total_weight() as f32;
        let placed = choices.saturating_mul(plan.input_count()) as f32;
        let shares: Vec<_> = plan.weights.iter().map(|&weight| weight as f32 / total).collect();
        let expected = shares.iter().map(|share| share * placed).collect();
        Self { shares, expected }
    }

    /// Devices that hold something and should, or all, with what they hold.
    pub(super) fn devices<'a>(
        &'a self,
        tally: &'a Tally,
        all: bool,
    ) -> impl Iterator<Item = (usize, u64, f32)> + 'a {
        let counts = tally.devices.iter().copied().zip(self.expected.iter().copied()).enumerate();
        counts
            .map(|(device, (count, expected))| (device, count, expected))
            .filter(move |&(_, count, expected)| all || (expected > 0.0 && count > 0))
    }
}

/// Prints how many mappings have how many devices. `rule` is how the rule is called.
pub(super) fn write_sizes(
    out: &mut impl Write,
    rule: &[u8],
    places: i32,
    plan: &Plan<'_>,
    tally: &Tally,
) -> Result<(), Exit> {
    for (size, count) in tally.sizes.iter().enumerate().filter(|&(_, &count)| count > 0) {
        out.write_all(rule)?;
        writeln!(out, " num_rep {places} result size == {size}:\t{count}/{}", plan.input_count())?;
    }
    Ok(())
}

/// Prints what devices hold and should hold.
pub(super) fn write_utilization(
    out: &mut impl Write,
    output: &TestOutput,
    utilization: &Utilization,
    tally: &Tally,
) -> Result<(), Exit> {
    if !output.utilization && !output.utilization_all {
        return Ok(());
    }
    for (device, count, expected) in utilization.devices(tally, !output.utilization) {
        let expected = general(expected.into());
        writeln!(out, "  device {device}:\t\t stored : {count}\t expected : {expected}")?;
    }
    Ok(())
}

/// Prints how many choices took how many tries.
pub(super) fn write_tries(out: &mut impl Write, tries: &[u64]) -> Result<(), Exit> {
    for (tries, count) in tries.iter().enumerate() {
        writeln!(out, "{tries:2}: {count:9}")?;
    }
    Ok(())
}
