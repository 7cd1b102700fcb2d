//! Device classes (spec 06 section 5).
#![forbid(unsafe_code)]

use super::names::NameTable;
use std::collections::BTreeMap;

/// Which devices belong to which class, and the shadow buckets made for them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Classes {
    /// Names of the classes.
    pub names: NameTable,
    /// Class of each device that has one, and of every shadow bucket.
    pub of_item: BTreeMap<i32, i32>,
    /// For each bucket and class the shadow bucket that holds the bucket's devices of that class.
    pub shadows: BTreeMap<i32, BTreeMap<i32, i32>>,
}

impl Classes {
    /// Class of an item.
    pub fn of(&self, item: i32) -> Option<i32> {
        self.of_item.get(&item).copied()
    }

    /// Shadow bucket of a bucket for a class.
    pub fn shadow(&self, bucket: i32, class: i32) -> Option<i32> {
        self.shadows.get(&bucket)?.get(&class).copied()
    }

    /// Whether nothing is known about any class.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty() && self.of_item.is_empty() && self.shadows.is_empty()
    }
}
