//! Straw buckets: each item draws a straw, scaled by a length that was computed from all weights (spec 02 section 7.3).
#![forbid(unsafe_code)]

use super::{Bucket, word};

/// The item with the longest straw, the first one of equals; `None` when the bucket is empty.
pub(super) fn choose(bucket: &Bucket<'_>, straws: &[u32], x: i32, r: i32) -> Option<i32> {
    let mut best: Option<(u64, i32)> = None;
    for (i, &item) in bucket.items.iter().enumerate() {
        let length = straws.get(i).copied().unwrap_or(0);
        let draw = u64::from(bucket.hash.hash3(word(x), word(item), word(r)) & 0xffff) * u64::from(length);
        if best.is_none_or(|(longest, _)| draw > longest) {
            best = Some((draw, item));
        }
    }
    best.map(|(_, item)| item)
}
