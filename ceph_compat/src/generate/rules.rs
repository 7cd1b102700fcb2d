//! Rules.

use super::map::Shape;
use crate::case::{Rule, Step, op, rule_type, step};
use crate::rng::Rng;

/// A rule that chooses devices in the one bucket of a map, with a few tries.
pub(super) fn single(rng: &mut Rng, shape: &Shape) -> Rule {
    let op = rng.pick(&[op::CHOOSE_FIRSTN, op::CHOOSE_INDEP]);

    let steps = vec![
        step(op::SET_CHOOSE_TRIES, rng.range(1, 3) as i32, 0),
        step(op::TAKE, shape.root(), 0),
        step(op, rng.pick(&[0, 1, 5, 20]), 0),
        step(op::EMIT, 0, 0),
    ];
    Rule { kind: rule_type::REPLICATED, steps }
}

/// A rule for the ordinary interpreter.
pub(super) fn ordinary(rng: &mut Rng, shape: &Shape) -> Rule {
    let mut steps = Vec::new();
    set_steps(rng, &mut steps, 3);
    match rng.below(10) {
        0 => soup(rng, shape, &mut steps),
        1..3 => {
            for _ in 0..rng.range(2, 3) {
                block(rng, shape, &mut steps);
                set_steps(rng, &mut steps, 6);
            }
        }
        _ => block(rng, shape, &mut steps),
    }
    // Types 4 and 5 mean nothing before Ceph 19.
    let kind = rng.pick(&[rule_type::REPLICATED, rule_type::ERASURE, 0, 2, 255]);
    Rule { kind, steps }
}

/// With some likelihood a few steps that change how later ones choose.
fn set_steps(rng: &mut Rng, steps: &mut Vec<Step>, one_in: u64) {
    if !rng.one_in(one_in) {
        return;
    }
    for _ in 0..rng.range(1, 3) {
        let op = rng.range(i64::from(op::SET_CHOOSE_TRIES), i64::from(op::SET_CHOOSELEAF_STABLE)) as u32;
        let value = match op {
            op::SET_CHOOSE_TRIES => rng.pick(&[-1, 0, 1, 2, 10, 100]),
            op::SET_CHOOSELEAF_TRIES => rng.pick(&[-5, 0, 1, 3, 5]),
            op::SET_CHOOSELEAF_VARY_R => rng.pick(&[-1, 0, 1, 2, 3, 4, 33, 40, 1000]),
            op::SET_CHOOSELEAF_STABLE => rng.pick(&[-1, 0, 1, 2]),
            _ => rng.pick(&[-1, 0, 1, 2, 5]),
        };
        steps.push(step(op, value, rng.range(0, 3) as i32));
    }
}

/// Take, one to three choices, emit.
fn block(rng: &mut Rng, shape: &Shape, steps: &mut Vec<Step>) {
    steps.push(step(op::TAKE, take(rng, shape), 0));
    let firstn = rng.one_in(2);
    let leaf = rng.one_in(2);
    // Choices go down the levels; the last one is of devices, or of leaves.
    let mut level = shape.kinds.len();
    for _ in 0..rng.pick(&[0, 0, 1, 1, 2]) {
        if level < 2 {
            break;
        }
        level = rng.range(1, level as i64 - 1) as usize;
        let op = if firstn { op::CHOOSE_FIRSTN } else { op::CHOOSE_INDEP };
        steps.push(step(op, count(rng), i32::from(shape.kinds[level - 1])));
        set_steps(rng, steps, 12);
    }
    let op = match (firstn ^ rng.one_in(20), leaf) {
        (true, true) => op::CHOOSELEAF_FIRSTN,
        (true, false) => op::CHOOSE_FIRSTN,
        (false, true) => op::CHOOSELEAF_INDEP,
        (false, false) => op::CHOOSE_INDEP,
    };
    let kind = match (leaf, rng.below(12)) {
        (_, 0) => i32::from(rng.pick(&shape.kinds)),
        (_, 1) => rng.pick(&[77, -1, 0]),
        (true, _) if level >= 2 => i32::from(shape.kinds[rng.below(level as u64 - 1) as usize]),
        _ => 0,
    };
    steps.push(step(op, count(rng), kind));
    steps.push(step(op::EMIT, 0, 0));
}

/// Mostly the root; also other buckets, devices, and what does not exist.
fn take(rng: &mut Rng, shape: &Shape) -> i32 {
    match rng.below(24) {
        0 => rng.below(shape.devices() as u64 + 2) as i32,
        1 => rng.pick(&[-500, i32::MIN, i32::MAX, 100_000]),
        2..6 => shape.buckets[shape.any_index(rng)].id,
        _ => shape.root(),
    }
}

fn count(rng: &mut Rng) -> i32 {
    match rng.below(12) {
        0 => rng.range(-6, -1) as i32,
        1 => rng.pick(&[-1000, 100, 1_000_000, i32::MIN, i32::MAX]),
        2..7 => 0,
        _ => rng.range(1, 8) as i32,
    }
}

/// Steps in no order at all.
fn soup(rng: &mut Rng, shape: &Shape, steps: &mut Vec<Step>) {
    for _ in 0..rng.range(0, 10) {
        let op = rng.pick(&[
            op::NOOP,
            op::TAKE,
            op::TAKE,
            op::CHOOSE_FIRSTN,
            op::CHOOSE_INDEP,
            op::EMIT,
            op::EMIT,
            5,
            op::CHOOSELEAF_FIRSTN,
            op::CHOOSELEAF_INDEP,
            op::SET_MSR_DESCENTS,
            op::SET_MSR_COLLISION_TRIES,
            op::CHOOSE_MSR,
            17,
            u32::MAX,
        ]);
        let arg1 = if op == op::TAKE { take(rng, shape) } else { count(rng) };
        let arg2 = if rng.one_in(2) { 0 } else { i32::from(rng.pick(&shape.kinds)) };
        steps.push(step(op, arg1, arg2));
    }
}

/// A rule for the MSR interpreter, mostly a valid one.
pub(super) fn msr(rng: &mut Rng, shape: &Shape) -> Rule {
    let kind = rng.pick(&[rule_type::MSR_FIRSTN, rule_type::MSR_INDEP]);
    let mut steps = Vec::new();
    if rng.one_in(3) {
        for _ in 0..rng.range(1, 3) {
            let op = rng.pick(&[op::SET_MSR_DESCENTS, op::SET_MSR_COLLISION_TRIES]);
            steps.push(step(op, rng.range(0, 30) as i32, 0));
        }
    }
    for _ in 0..rng.pick(&[1, 1, 1, 2, 3]) {
        msr_block(rng, shape, &mut steps);
    }
    if rng.one_in(12) {
        spoil(rng, shape, &mut steps);
    }
    Rule { kind, steps }
}

fn msr_block(rng: &mut Rng, shape: &Shape, steps: &mut Vec<Step>) {
    let start = if rng.one_in(5) { shape.any_index(rng) } else { shape.buckets.len() - 1 };
    let taken = &shape.buckets[start];
    steps.push(step(op::TAKE, taken.id, 0));
    let mut level = shape.kinds.iter().position(|&kind| kind == taken.kind).map_or(0, |index| index + 1);
    while level >= 2 && !rng.one_in(3) {
        level = rng.range(1, level as i64 - 1) as usize;
        steps.push(step(op::CHOOSE_MSR, msr_count(rng), i32::from(shape.kinds[level - 1])));
    }
    let (count, kind) = match rng.below(30) {
        0 => (msr_count(rng), i32::from(rng.pick(&shape.kinds))),
        1 => (rng.range(2, 4) as i32, 0),
        _ => (msr_count(rng), 0),
    };
    steps.push(step(op::CHOOSE_MSR, count, kind));
    if rng.one_in(30) {
        steps.push(step(op::CHOOSE_MSR, rng.range(1, 2) as i32, 0));
    }
    steps.push(step(op::EMIT, 0, 0));
}

fn msr_count(rng: &mut Rng) -> i32 {
    match rng.below(40) {
        0 => rng.pick(&[100, 1000, -1, 0x1_0000, i32::MIN]),
        1..10 => 0,
        _ => rng.range(1, 5) as i32,
    }
}

/// Makes a valid MSR rule invalid, or at least odd.
fn spoil(rng: &mut Rng, shape: &Shape, steps: &mut Vec<Step>) {
    let at = rng.below(steps.len() as u64) as usize;
    match rng.below(7) {
        0 => {
            steps.remove(at);
        }
        1 => steps.insert(at, step(rng.pick(&[op::NOOP, op::CHOOSE_FIRSTN, op::EMIT, op::TAKE, 99]), 0, 0)),
        2 => steps.truncate(at),
        3 => steps.push(step(rng.pick(&[op::NOOP, op::SET_MSR_DESCENTS]), 1, 0)),
        4 => {
            let device = rng.below(shape.devices() as u64 + 1) as i32;
            steps.extend([step(op::TAKE, device, 0), step(op::EMIT, 0, 0)]);
        }
        5 => {
            let device = rng.below(shape.devices() as u64 + 1) as i32;
            steps.extend([step(op::TAKE, device, 0), step(op::CHOOSE_MSR, 1, 0), step(op::EMIT, 0, 0)]);
        }
        _ => steps.extend([step(op::TAKE, -400, 0), step(op::CHOOSE_MSR, 1, 0), step(op::EMIT, 0, 0)]),
    }
}
