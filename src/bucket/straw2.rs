//! Straw2 buckets: each item draws a logarithm, divided by its own weight alone (spec 02 section 8).
//!
//! ln(u) - 2^48 is negative, so that dividing by a larger weight brings the draw closer to 0 and wins more often. The
//! expected share of an item is its weight's, and changing one weight moves data from and to that item alone.
#![forbid(unsafe_code)]

use super::{Bucket, ChooseArg, word};
use crate::ln::draw;

/// The item with the largest draw, the first one of equals; `None` when the bucket is empty.
pub(super) fn choose(
    bucket: &Bucket<'_>,
    item_weights: &[u32],
    arg: ChooseArg<'_>,
    x: i32,
    r: i32,
) -> Option<i32> {
    let mut best: Option<(i64, i32)> = None;
    for (i, &item) in bucket.items.iter().enumerate() {
        let id = arg.ids.get(i).copied().unwrap_or(item);
        let weight = arg.weights.get(i).or(item_weights.get(i)).copied().unwrap_or(0);
        let draw = draw(bucket.hash.hash3(word(x), word(id), word(r)), weight);
        if best.is_none_or(|(largest, _)| draw > largest) {
            best = Some((draw, item));
        }
    }
    best.map(|(_, item)| item)
}
