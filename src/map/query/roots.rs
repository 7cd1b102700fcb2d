//! Buckets that are in no other.
#![forbid(unsafe_code)]

use crate::map::model::Map;
use std::collections::HashSet;

impl Map {
    /// Buckets that are in no other bucket, shadow buckets included, the most negative id first.
    pub fn roots(&self) -> Vec<i32> {
        let below: HashSet<i32> = self.buckets().flat_map(|bucket| bucket.items).copied().collect();
        let mut roots: Vec<_> =
            self.buckets().map(|bucket| bucket.id).filter(|id| !below.contains(id)).collect();
        roots.sort_unstable();
        roots
    }

    /// Roots that are no shadow buckets, the most negative id first.
    pub fn nonshadow_roots(&self) -> Vec<i32> {
        self.roots().into_iter().filter(|&root| !self.is_shadow(root)).collect()
    }

    /// Roots that are shadow buckets, the most negative id first.
    pub fn shadow_roots(&self) -> Vec<i32> {
        self.roots().into_iter().filter(|&root| self.is_shadow(root)).collect()
    }
}

/// Whether an item is in any bucket, shadow buckets included.
pub(in crate::map) fn is_in_any_bucket(map: &Map, item: i32) -> bool {
    map.buckets().any(|bucket| bucket.items.contains(&item))
}
