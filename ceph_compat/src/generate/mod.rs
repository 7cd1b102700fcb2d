//! Random cases, from named generators: maps, weights, tunables, rules, choose_args, inputs.
//!
//! What a genuine library could not survive is not kept out here: the reference finds it while answering and keeps
//! that input away from it (`reference::Hostile` is the list).
#![forbid(unsafe_code)]

mod args;
mod inputs;
mod map;
mod near_tie;
mod oddity;
mod rules;
mod tunables;
mod weights;

use crate::case::{Case, Rule};
use crate::rng::Rng;

use tunables::tunables;
pub(crate) use weights::WeightStyle;

/// What kind of mapping case to make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MappingKind {
    /// One bucket and one choice.
    Bucket,
    /// Ordinary rules.
    Mapper,
    /// Ordinary rules with choose_args.
    ChooseArgs,
    /// MSR rules, with and without choose_args.
    Msr,
}

/// Makes a case with `inputs` mappings.
pub(crate) fn mapping_case(kind: MappingKind, rng: &mut Rng, inputs: usize) -> Case {
    if kind == MappingKind::Bucket && rng.one_in(4) {
        return near_tie::case(rng, inputs);
    }
    let mut shape = match kind {
        MappingKind::Bucket => map::single(rng),
        MappingKind::Msr => map::layered(rng),
        _ => map::any(rng),
    };
    let rules: Vec<Rule> = match kind {
        MappingKind::Bucket => vec![rules::single(rng, &shape)],
        MappingKind::Msr => (0..rng.range(1, 3)).map(|_| rules::msr(rng, &shape)).collect(),
        _ => (0..rng.range(1, 3)).map(|_| rules::ordinary(rng, &shape)).collect(),
    };
    match kind {
        MappingKind::Bucket => {}
        MappingKind::Msr if rng.one_in(12) => oddity::msr(rng, &mut shape),
        MappingKind::Msr => {}
        _ => oddity::ordinary(rng, &mut shape),
    }
    let with_args = match kind {
        MappingKind::Bucket | MappingKind::Msr => rng.one_in(3),
        MappingKind::Mapper => false,
        MappingKind::ChooseArgs => true,
    };
    let choose_args = with_args.then(|| args::choose_args(rng, &shape));
    let devices = shape.devices();
    let mut max_devices = rng.one_in(10).then(|| rng.range(0, i64::from(devices) + 5) as i32);
    if kind != MappingKind::Msr && rng.one_in(80) {
        max_devices = oddity::far_devices(rng, &mut shape);
    }
    Case {
        tunables: tunables(rng),
        choose_args,
        max_devices,
        device_weights: weights::device_weights(rng, devices),
        histogram: !rng.one_in(4),
        inputs: inputs::inputs(rng, inputs, rules.len()),
        buckets: shape.buckets,
        rules,
    }
}
