//! `crush plan`.

use crate::cluster::{Asked, Clusters, failure};
use crate::diff::text::{percent, times};
use crate::failure::Failure;
use crate::output;
use analysis::plan::{Plan, Weight};
use std::io::Write;

/// Reaches other weights in steps, none of which moves more than a share of all replicas.
#[derive(clap::Args)]
#[command(after_help = "\
The target is NEW, or OLD with changes: other weights, and new devices, which come with weight 0. Devices that are to go get
weight 0 first. All weights go the same part of their way at each step. Wait for the cluster to be clean between steps.

Example: crush plan osdmap.bin --add osd.12=1:host=host4,root=default --share 5%")]
pub(crate) struct Arguments {
    #[command(flatten)]
    clusters: Clusters,
    /// Replicas that one step may move, of all in the pools or rules that are asked for: 5% or 0.05.
    #[arg(long, value_name = "SHARE", default_value = "5%", value_parser = share)]
    share: f64,
    #[command(flatten)]
    asked: Asked,
    /// One JSON object.
    #[arg(long)]
    json: bool,
}

/// A share, as a number from 0 to 1 or a percentage.
fn share(text: &str) -> Result<f64, String> {
    let parsed = match text.strip_suffix('%') {
        Some(percent) => percent.parse::<f64>().map(|percent| percent / 100.0),
        None => text.parse(),
    };
    let valid = parsed.ok().filter(|share| *share > 0.0 && *share <= 1.0);
    valid.ok_or_else(|| format!("'{text}' is no share: write 5% or 0.05"))
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let (old, new) = arguments.clusters.load()?;
    let options = arguments.asked.options(&old, &new)?;
    let plan = Plan::new(&old, &new, arguments.share, &options).map_err(failure)?;
    let mut out = output::stdout();
    if arguments.json {
        output::json_line(&mut out, &plan)?;
    } else {
        write(&mut out, &plan)?;
    }
    Ok(out.flush()?)
}

fn write(out: &mut impl Write, plan: &Plan) -> Result<(), Failure> {
    let mut table =
        output::table(&[">step", ">of the way", ">moved", ">of all", ">least by targets", ">", ">so far"]);
    let mut so_far = 0;
    for (number, step) in (1..).zip(&plan.steps) {
        let cost = &step.cost;
        so_far += cost.moved;
        table.add_row([
            number.to_string(),
            format!("{:.1}%", step.part * 100.0),
            cost.moved.to_string(),
            percent(cost.moved, cost.replicas),
            format!("{:.1}", cost.minima.targets),
            times(cost.minima.over_targets),
            so_far.to_string(),
        ]);
    }
    output::write_table(out, &table)?;
    let (at_once, steps) = (plan.at_once.moved, plan.steps.len());
    let ratio = times(plan.over_at_once);
    writeln!(out, "all at once moves {at_once}; the {steps} steps move {} together, {ratio}", plan.moved)?;
    if !plan.devices.is_empty() {
        writeln!(out, "\n# first: new devices, without weight; moves {}", plan.preparation.moved)?;
    }
    for device in &plan.devices {
        writeln!(out, "ceph osd crush add osd.{} 0 {}", device.device, device.location)?;
    }
    for (number, step) in (1..).zip(&plan.steps) {
        writeln!(out, "\n# step {number}")?;
        step.weights.iter().try_for_each(|weight| write_commands(out, weight))?;
    }
    Ok(())
}

/// The commands that set a weight.
fn write_commands(out: &mut impl Write, weight: &Weight) -> Result<(), Failure> {
    let device = weight.device;
    if let Some(crush) = weight.crush {
        writeln!(out, "ceph osd crush reweight osd.{device} {}", exact(crush))?;
    }
    if let Some(reweight) = weight.reweight {
        writeln!(out, "ceph osd reweight {device} {}", exact(reweight))?;
    }
    Ok(())
}

/// A weight in 16.16 with as many digits as lead back to it, read in single precision as Ceph does.
fn exact(weight: u32) -> f32 {
    crush::map::float_weight(weight)
}
