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
        let hash = bucket.hash.hash4(word(x), word(item), word(r), word(bucket.id));
        let entry = |weights: &[u32]| weights.get(i).copied().unwrap_or(0);
        self::wins(hash, entry(item_weights), entry(sum_weights))
    };
    entries.into_iter().find(wins).map(|(_, &item)| item)
}

/// Whether an item of weight `weight` wins against those before it, which weigh `sum` together with it.
#[inline]
pub(super) fn wins(hash: u32, weight: u32, sum: u32) -> bool {
    (u64::from(hash & 0xffff) * u64::from(sum)) >> 16 < u64::from(weight)
}
