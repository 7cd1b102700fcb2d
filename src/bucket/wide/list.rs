//! List buckets, sixteen items at a time from the newest on.
#![forbid(unsafe_code)]

use super::WIDTH;
use crate::bucket::{Bucket, list, word};
use crate::simd::Avx2;

/// See [`list::choose`]; `None` as well where the arrays have gaps.
pub(super) fn choose(
    avx2: Avx2,
    bucket: &Bucket<'_>,
    item_weights: &[u32],
    sum_weights: &[u32],
    x: i32,
    r: i32,
) -> Option<i32> {
    let items = bucket.items;
    let first = *items.first()?;
    let whole = item_weights.len() == items.len() && sum_weights.len() == items.len();
    if !whole || i32::try_from(items.len()).is_err() {
        return None;
    }
    let weights = item_weights.rchunks(WIDTH).zip(sum_weights.rchunks(WIDTH));
    for (items, (weights, sums)) in items.rchunks(WIDTH).zip(weights) {
        let hashes = avx2.hash4_of_items(word(x), items, word(r), word(bucket.id));
        let entries = items.iter().zip(hashes).zip(weights.iter().zip(sums));
        if let Some(((&item, _), _)) =
            entries.rev().find(|((_, hash), (weight, sum))| list::wins(*hash, **weight, **sum))
        {
            return Some(item);
        }
    }
    Some(first)
}
