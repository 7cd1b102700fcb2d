//! List buckets, sixteen items at a time from the newest on.
#![forbid(unsafe_code)]

use super::WIDTH;
use super::tries::Tries;
use crate::bucket::{Bucket, list, word};
use crate::simd::{Avx2, MOST_REPEATED};

/// See [`list::choose`]; `None` as well where the arrays have gaps.
#[inline(never)]
pub(super) fn choose(
    avx2: Avx2,
    known: &mut Tries,
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
    let (x, r, id) = (word(x), word(r), word(bucket.id));
    if items.len() <= MOST_REPEATED {
        let key = (items.as_ptr().addr(), items.len(), bucket.id);
        let hashes = known.of(key, items.len(), r, || avx2.hash4_of_tries(x, items, r, id));
        return Some(chosen(items, hashes, item_weights, sum_weights).unwrap_or(first));
    }
    let weights = item_weights.rchunks(WIDTH).zip(sum_weights.rchunks(WIDTH));
    for (items, (weights, sums)) in items.rchunks(WIDTH).zip(weights) {
        let hashes = avx2.hash4_of_items(x, items, r, id);
        if let Some(item) = chosen(items, &hashes, weights, sums) {
            return Some(item);
        }
    }
    Some(first)
}

/// The last of some items that wins, if one does.
#[inline]
fn chosen(items: &[i32], hashes: &[u32], weights: &[u32], sums: &[u32]) -> Option<i32> {
    let entries = items.iter().zip(hashes).zip(weights.iter().zip(sums));
    let wins =
        |((_, hash), (weight, sum)): &((&i32, &u32), (&u32, &u32))| list::wins(**hash, **weight, **sum);
    entries.rev().find(wins).map(|((&item, _), _)| item)
}
