//! Which buckets an item is in.
#![forbid(unsafe_code)]

use crate::map::model::Map;
use std::collections::HashMap;

/// For each item the buckets that have it in them, shadow buckets included, from id -1 down. Holds as long as no item is
/// added or removed.
pub(super) struct Parents(HashMap<i32, Vec<i32>>);

impl Parents {
    pub(super) fn of_map(map: &Map) -> Self {
        let mut parents = HashMap::<i32, Vec<i32>>::new();
        for bucket in map.buckets() {
            for &item in bucket.items {
                let of_item = parents.entry(item).or_default();
                if of_item.last() != Some(&bucket.id) {
                    of_item.push(bucket.id);
                }
            }
        }
        Self(parents)
    }

    pub(super) fn of(&self, item: i32) -> &[i32] {
        self.0.get(&item).map_or(&[], Vec::as_slice)
    }
}
