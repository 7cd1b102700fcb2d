//! Cases on the edge: choices and rejections that are decided by the last bits.
//!
//! Random weights would almost never show an error of one unit in a logarithm's table, in a comparison or in the bounds
//! of a vector kernel. Here the weights of a straw2 bucket are made so that all draws of one input come out within a
//! unit or so of each other, or its items so that the best hashes are neighbours; and the weights of devices so that
//! they are just accepted or just refused.

use crate::case::{Bucket, Case, Input, Rule, alg, op, rule_type, step};
use crate::reference::hash::hash;
use crate::reference::straw2_logarithm;
use crate::rng::Rng;

/// Bits of the draws in a bucket of even draws: the weights get what is left of 48.
const DRAW_BITS: std::ops::RangeInclusive<i64> = 18..=44;
/// Device ids that are looked through for neighbouring hashes.
const CANDIDATES: i32 = 500;
/// Weights for buckets of neighbours: ordinary ones, and where quotients of different logarithms become equal.
const EQUAL_WEIGHTS: [u32; 8] =
    [1, 3, 0x1_0000, 0x3_0000, 50_000_000, 0x0800_0000, i32::MAX as u32, i32::MAX as u32 - 1];

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
        let (id, x) = (-1 - number as i32, rng.u32() as i32);
        let bucket = match rng.below(4) {
            0 => neighbours(rng, id, x),
            _ => even_draws(rng, id, x),
        };
        case.rules.push(rule(rng, bucket.id));
        case.inputs.push(Input { rule: number as i32, x, result_max: rng.range(1, 3) as i32 });
        case.buckets.push(bucket);
    }
    let devices = case.buckets.iter().flat_map(|bucket| &bucket.items).max().map_or(0, |&max| max + 1);
    // The edge of refusal is that of the first input; for other inputs the devices are partly in like any.
    let x = case.inputs.first().map_or(0, |input| input.x);
    case.device_weights = (0..devices).map(|device| device_weight(rng, x, device)).collect();
    case
}

/// The low 16 bits of what an item draws for input `x` at rank 0.
fn draw(x: i32, item: i32) -> u32 {
    hash(0, &[x as u32, item as u32, 0]) & 0xffff
}

/// A bucket whose items draw nearly the same for input `x` at rank 0.
fn even_draws(rng: &mut Rng, id: i32, x: i32) -> Bucket {
    let first = rng.range(0, 200) as i32;
    let size = if rng.one_in(3) { rng.range(6, 80) } else { rng.range(2, 5) };
    let items: Vec<i32> = (first..first + size as i32).collect();
    let bits = rng.range(*DRAW_BITS.start(), *DRAW_BITS.end());
    let weights = items.iter().map(|&item| {
        let even = straw2_logarithm(draw(x, item)).unsigned_abs() >> bits;
        (even as i64 + rng.range(-1, 1)).max(1) as u32
    });
    let weights = weights.collect();
    Bucket { id, alg: alg::STRAW2, relabel: alg::STRAW2, hash: 0, kind: 1, items, weights }
}

/// A bucket of equal weights in which the best items draw the same or neighbouring hashes for input `x` at rank 0.
fn neighbours(rng: &mut Rng, id: i32, x: i32) -> Bucket {
    let mut drawn: Vec<(u32, i32)> = (0..CANDIDATES).map(|item| (draw(x, item), item)).collect();
    drawn.sort_unstable();
    let close: Vec<usize> = (1..drawn.len()).filter(|&i| drawn[i].0 - drawn[i - 1].0 <= 1).collect();
    let top = if close.is_empty() { drawn.len() - 1 } else { rng.pick(&close) };
    let lowest = top.saturating_sub(rng.range(1, 40) as usize);
    let mut items: Vec<i32> = drawn[lowest..=top].iter().map(|&(_, item)| item).collect();
    for i in (1..items.len()).rev() {
        items.swap(i, rng.below(i as u64 + 1) as usize);
    }
    let weights = vec![rng.pick(&EQUAL_WEIGHTS); items.len()];
    let alg = if rng.one_in(5) { alg::STRAW } else { alg::STRAW2 };
    Bucket { id, alg, relabel: alg, hash: 0, kind: 1, items, weights }
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
