//! From an item down.
#![forbid(unsafe_code)]

use crate::map::model::Map;
use std::collections::{BTreeSet, HashSet};

impl Map {
    /// Whether an item is `root`, or anywhere below it.
    pub fn subtree_contains(&self, root: i32, item: i32) -> bool {
        root == item || self.walk(root).any(|below| below == item)
    }

    /// Everything below an item, depth first, each bucket entered once.
    pub(in crate::map) fn walk(&self, root: i32) -> Walk<'_> {
        let mut walk = Walk { map: self, path: Vec::new(), entered: HashSet::new() };
        walk.enter(root);
        walk
    }

    /// The items of a bucket in order; `None` if it does not exist.
    pub fn children(&self, bucket: i32) -> Option<&[i32]> {
        Some(self.bucket(bucket)?.items)
    }

    /// All items below a bucket; `None` if it does not exist.
    pub fn all_children(&self, bucket: i32) -> Option<BTreeSet<i32>> {
        self.bucket(bucket)?;
        Some(self.walk(bucket).collect())
    }

    /// The devices below a device or bucket, or itself; `None` if there is no such bucket.
    pub fn leaves(&self, item: i32) -> Option<BTreeSet<i32>> {
        if item >= 0 {
            return Some(BTreeSet::from([item]));
        }
        self.bucket(item)?;
        Some(self.walk(item).filter(|&below| below >= 0).collect())
    }

    /// Items of a type below an item, or itself, depth first: devices for type 0. What is below a bucket of the type, or
    /// of a lower one, is not looked at. `shadows` says whether shadow buckets are wanted.
    pub fn children_of_type(&self, item: i32, r#type: u16, shadows: bool) -> Vec<i32> {
        let mut found = Vec::new();
        let mut stack = vec![item];
        let mut entered = HashSet::new();
        while let Some(item) = stack.pop() {
            if item >= 0 {
                if r#type == 0 {
                    found.push(item);
                }
                continue;
            }
            let Some(bucket) = self.bucket(item) else { continue };
            if !shadows && self.is_shadow(item) {
                continue;
            }
            if bucket.r#type == r#type {
                found.push(item);
            } else if bucket.r#type > r#type && entered.insert(item) {
                stack.extend(bucket.items.iter().rev());
            }
        }
        found
    }
}

/// Items below a bucket, depth first.
pub(in crate::map) struct Walk<'a> {
    map: &'a Map,
    /// What is left of each bucket on the path.
    path: Vec<core::slice::Iter<'a, i32>>,
    entered: HashSet<i32>,
}

impl Walk<'_> {
    fn enter(&mut self, item: i32) {
        if let Some(bucket) = self.map.bucket(item)
            && self.entered.insert(item)
        {
            self.path.push(bucket.items.iter());
        }
    }
}

impl Iterator for Walk<'_> {
    type Item = i32;

    fn next(&mut self) -> Option<i32> {
        loop {
            match self.path.last_mut()?.next() {
                Some(&item) => {
                    self.enter(item);
                    return Some(item);
                }
                None => self.path.pop(),
            };
        }
    }
}
