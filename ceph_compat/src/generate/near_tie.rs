//! Cases on the edge: choices and rejections that are decided by the last bits.
//!
//! Random weights would almost never show an error of one unit in a logarithm's table or in a comparison. Here the
//! weights of a straw2 bucket are made so that all draws of one input come out within a unit or so of each other, and
//! the weights of devices so that they are just accepted or just refused.

use crate::case::{Bucket, Case, Input, Rule, alg, op, rule_type, step};
use crate::reference::hash::hash;
use crate::reference::straw2_logarithm;
use crate::rng::Rng;

/// Bits of the draws: as many as those of the weights, so that a unit of a weight is about a unit of the draw.
const DRAW_BITS: u32 = 24;

/// A case of `inputs` buckets, each with one input and one rule of its own.
pub(super) fn case(rng: &mut Rng, inputs: usize) -> Case {
    let mut case = Case {
        tunables: super::tunables(rng),
        buckets: Vec::new(),
        rules: Vec::new(),
        max_devices: None,
        device_weights: Vec::new(),
        choose_args: None,
        histogram: false,
        inputs: Vec::new(),
    };
    for number in 0..inputs {
        let x = rng.u32() as i32;
        let bucket = bucket(rng, -1 - number as i32, case.device_weights.len() as i32, x);
        let weights = bucket.items.iter().map(|&item| device_weight(rng, x, item));
        case.device_weights.extend(weights);
        case.rules.push(rule(rng, bucket.id));
        case.inputs.push(Input { rule: number as i32, x, result_max: rng.range(1, 3) as i32 });
        case.buckets.push(bucket);
    }
    case
}

/// A bucket whose items from `first` on draw nearly the same for input `x` at rank 0.
fn bucket(rng: &mut Rng, id: i32, first: i32, x: i32) -> Bucket {
    let items: Vec<i32> = (first..first + rng.range(2, 5) as i32).collect();
    let weights = items.iter().map(|&item| {
        let draw = hash(0, &[x as u32, item as u32, 0]) & 0xffff;
        let even = straw2_logarithm(draw).unsigned_abs() >> DRAW_BITS;
        (even as i64 + rng.range(-1, 1)).max(1) as u32
    });
    let weights = weights.collect();
    Bucket { id, alg: alg::STRAW2, relabel: alg::STRAW2, hash: 0, kind: 1, items, weights }
}

/// A weight that the device's draw for input `x` just reaches, or just does not.
fn device_weight(rng: &mut Rng, x: i32, device: i32) -> u32 {
    if rng.one_in(2) {
        return 0x1_0000 - rng.below(2) as u32;
    }
    (hash(0, &[x as u32, device as u32]) & 0xffff) + rng.below(2) as u32
}

fn rule(rng: &mut Rng, bucket: i32) -> Rule {
    let choose = rng.pick(&[op::CHOOSE_FIRSTN, op::CHOOSE_INDEP]);
    let steps = vec![step(op::TAKE, bucket, 0), step(choose, 0, 0), step(op::EMIT, 0, 0)];
    Rule { kind: rule_type::REPLICATED, steps }
}
