//! One random operation, fitting the map as it is.

use super::{Operation, Verb};
use crate::case::{alg, op};
use crate::generate::WeightStyle;
use crate::library::Overview;
use crate::rng::Rng;

/// Each verb as often as it is to come up.
const MIX: &[(Verb, u64)] = &[
    (Verb::SetLegacy, 1),
    (Verb::SetOptimal, 1),
    (Verb::SetStrawVersion, 3),
    (Verb::AddBucket, 14),
    (Verb::RefuseBucket, 1),
    (Verb::DropBucket, 2),
    (Verb::RemoveBucket, 2),
    (Verb::NextBucketId, 1),
    (Verb::AddItem, 24),
    (Verb::RemoveItem, 16),
    (Verb::AdjustItem, 14),
    (Verb::ItemWeight, 4),
    (Verb::SetWeight, 1),
    (Verb::Reweight, 5),
    (Verb::CalcStraw, 2),
    (Verb::AddRule, 5),
    (Verb::RemoveRule, 1),
    (Verb::FindRule, 2),
    (Verb::ChooseArgs, 2),
    (Verb::Finalize, 2),
];

/// What the operations of one sequence have in common.
pub(super) struct Theme {
    style: WeightStyle,
    /// Every bucket has this algorithm, if one is named.
    alg: Option<u8>,
}

impl Theme {
    pub(super) fn new(rng: &mut Rng) -> Self {
        let alg = rng.one_in(2).then(|| rng.range(1, 5) as u8);
        Self { style: WeightStyle::any(rng), alg }
    }
}

/// Makes an operation.
pub(super) fn operation(rng: &mut Rng, theme: &Theme, buckets: &[Overview], rules: &[i32]) -> Operation {
    let mut at = rng.below(MIX.iter().map(|(_, share)| share).sum());
    let verb = MIX.iter().find(|(_, share)| at.checked_sub(*share).map(|left| at = left).is_none());
    let verb = verb.map_or(Verb::Finalize, |(verb, _)| *verb);
    let mut made = Operation { special: rng.one_in(3), crossed: rng.one_in(4), ..Operation::new(verb) };
    match verb {
        Verb::SetStrawVersion => made.number = rng.range(0, 2) as i32,
        Verb::AddBucket | Verb::DropBucket => bucket(rng, theme, buckets, &mut made),
        Verb::RefuseBucket => {
            (made.alg, made.number) = (rng.pick(&[alg::UNIFORM, alg::LIST, alg::TREE]), -1);
            made.weights = vec![1];
        }
        Verb::AddRule => rule(rng, &mut made),
        Verb::RemoveRule if !rules.is_empty() => made.number = rng.pick(rules),
        Verb::RemoveRule => made.number = -1,
        Verb::FindRule => made.list = (0..3).map(|_| rng.range(0, 4) as i32).collect(),
        Verb::ChooseArgs => made.number = rng.range(0, 3) as i32,
        _ => of_bucket(rng, theme, buckets, &mut made),
    }
    made
}

/// The parts of an operation on one bucket.
fn of_bucket(rng: &mut Rng, theme: &Theme, buckets: &[Overview], made: &mut Operation) {
    if buckets.is_empty() {
        return;
    }
    let bucket = &buckets[rng.below(buckets.len() as u64) as usize];
    made.slot = bucket.slot;
    made.item = match made.verb {
        Verb::AddItem => item(rng, buckets),
        _ if bucket.items.is_empty() || rng.one_in(12) => item(rng, buckets),
        _ => rng.pick(&bucket.items),
    };
    made.weights = vec![weight(rng, theme)];
    made.number = match rng.below(6) {
        0 => rng.pick(&[-1, i32::MIN, i32::MAX, 1000]),
        _ => rng.below(bucket.items.len() as u64 + 1) as i32,
    };
}

/// A weight in the style of the sequence, now and then another one.
fn weight(rng: &mut Rng, theme: &Theme) -> u32 {
    match rng.below(16) {
        0 => WeightStyle::any(rng).weight(rng),
        1 => 0,
        _ => theme.style.weight(rng),
    }
}

/// A device, or a bucket that exists, or one that does not.
fn item(rng: &mut Rng, buckets: &[Overview]) -> i32 {
    match rng.below(12) {
        0..3 if !buckets.is_empty() => buckets[rng.below(buckets.len() as u64) as usize].id,
        3 => -rng.range(1, 60) as i32,
        4 => rng.range(0, 5000) as i32,
        _ => rng.range(0, 40) as i32,
    }
}

fn bucket(rng: &mut Rng, theme: &Theme, buckets: &[Overview], made: &mut Operation) {
    made.alg = theme.alg.unwrap_or_else(|| rng.range(1, 5) as u8);
    if rng.one_in(30) {
        made.alg = rng.pick(&[0, 6, 255]);
    }
    let size = match rng.below(20) {
        0 => rng.range(20, 64),
        1..4 => 0,
        _ => rng.range(1, 9),
    };
    made.hash = if rng.one_in(20) { 1 } else { 0 };
    made.kind = rng.range(0, 12) as u16;
    made.list = (0..size).map(|_| item(rng, buckets)).collect();
    let first = weight(rng, theme);
    made.weights =
        (0..size).map(|_| if made.alg == alg::UNIFORM { first } else { weight(rng, theme) }).collect();
    made.number = match rng.below(6) {
        0 => -rng.range(1, 40) as i32,
        1 if rng.one_in(20) => -rng.range(40, 300) as i32,
        _ => 0,
    };
}

fn rule(rng: &mut Rng, made: &mut Operation) {
    made.kind = rng.range(0, 6) as u16;
    for _ in 0..rng.range(0, 5) {
        let op = rng.pick(&[
            op::NOOP,
            op::TAKE,
            op::CHOOSE_FIRSTN,
            op::CHOOSELEAF_INDEP,
            op::EMIT,
            op::CHOOSE_MSR,
        ]);
        made.list.extend([op as i32, rng.range(-5, 5) as i32, rng.range(0, 4) as i32]);
    }
    made.weights = (0..3).map(|_| rng.range(0, 4) as u32).collect();
    made.number = match rng.below(8) {
        0 => rng.range(0, 20) as i32,
        1 if rng.one_in(10) => rng.range(200, 1000) as i32,
        _ => -1,
    };
}
