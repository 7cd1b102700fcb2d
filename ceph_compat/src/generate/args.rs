//! choose_args: other ids and weights for some buckets.

use super::map::Shape;
use super::weights::WeightStyle;
use crate::case::{Bucket, ChooseArg};
use crate::rng::Rng;

/// Replacements for some buckets of a map.
pub(super) fn choose_args(rng: &mut Rng, shape: &Shape) -> Vec<ChooseArg> {
    let share = rng.pick(&[1, 1, 2, 4]);
    let style = WeightStyle::any(rng);
    let positions = rng.range(1, 6) as usize;
    let chosen: Vec<&Bucket> = shape.buckets.iter().filter(|_| rng.one_in(share)).collect();
    chosen.into_iter().map(|bucket| one(rng, bucket, style, positions)).collect()
}

fn one(rng: &mut Rng, bucket: &Bucket, style: WeightStyle, positions: usize) -> ChooseArg {
    let size = bucket.items.len();
    let ids = rng.one_in(2).then(|| {
        let base = if rng.one_in(2) { 0 } else { rng.u32() as i32 };
        bucket.items.iter().map(|&item| if rng.one_in(4) { item } else { base.wrapping_sub(item) }).collect()
    });
    let sets = if rng.one_in(5) { 0 } else { positions };
    let weight = |rng: &mut Rng, i: usize| {
        if rng.one_in(2) { bucket.weights[i] } else { style.weight(rng) }
    };
    let weight_sets = (0..sets).map(|_| (0..size).map(|i| weight(rng, i)).collect()).collect();
    ChooseArg { bucket: bucket.id, ids, weight_sets }
}
