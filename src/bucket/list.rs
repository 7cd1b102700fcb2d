//! List buckets: from the newest item to the oldest, each wins with its share of the weight so far (spec 02 section 7.1).
#![forbid(unsafe_code)]

use super::{Bucket, word};

/// The item that wins, or `None` when none does.
pub(super) fn choose(
    bucket: &Bucket<'_>,
    item_weights: &[u32],
    sum_weights: &[u32],
    x: i32,
    r: i32,
) -> Option<i32> {
    // A count above 2^31 - 1 is negative where C counts down with an int: no item is tried.
    i32::try_from(bucket.items.len()).ok()?;
    let entries = bucket.items.iter().enumerate().rev();
    let wins = |&(i, &item): &(usize, &i32)| {
        let draw = bucket.hash.hash4(word(x), word(item), word(r), word(bucket.id)) & 0xffff;
        let sum = sum_weights.get(i).copied().unwrap_or(0);
        let scaled = (u64::from(draw) * u64::from(sum)) >> 16;
        scaled < u64::from(item_weights.get(i).copied().unwrap_or(0))
    };
    entries.into_iter().find(wins).map(|(_, &item)| item)
}
