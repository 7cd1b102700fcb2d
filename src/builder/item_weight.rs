//! Weight of one item (spec 03 section 9).

use super::stored::{StoredBucket, StoredWeights, read_bucket};
use super::tree_geometry::leaf;
use crate::abi::crush_bucket;

impl StoredBucket<'_> {
    /// Weight of the item at `place`, 16.16; 0 where there is none.
    pub fn item_weight(&self, place: usize) -> u32 {
        if place < self.items.len() { item_weight(self, place) } else { 0 }
    }
}

/// Weight of the item at `place`; 0 where there is none or its array is missing.
pub(crate) fn item_weight(bucket: &StoredBucket<'_>, place: usize) -> u32 {
    let (weights, index) = match bucket.weights {
        StoredWeights::Uniform { item_weight } => return item_weight,
        StoredWeights::List { item_weights, .. }
        | StoredWeights::Straw { item_weights, .. }
        | StoredWeights::Straw2 { item_weights } => (item_weights, place),
        StoredWeights::Tree { node_weights } => (node_weights, leaf(place)),
    };
    weights.get(index).copied().unwrap_or(0)
}

/// Weight of the item at `place` of a bucket; 0 also for NULL, beyond the bucket's size and for an unknown algorithm.
///
/// # Safety
/// `bucket` is NULL or a valid bucket of the variant that its `alg` names, and nobody writes it during the call.
pub(crate) unsafe fn at_raw(bucket: *const crush_bucket, place: u32) -> u32 {
    // SAFETY: the caller vouches for a bucket that is not NULL.
    let size = unsafe { bucket.as_ref() }.map_or(0, |header| header.size);
    if place >= size {
        return 0;
    }
    // SAFETY: the caller vouches for the bucket.
    unsafe { read_bucket(bucket) }.map_or(0, |bucket| item_weight(&bucket, place as usize))
}
