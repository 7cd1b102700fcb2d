//! One weight for all devices below a bucket (spec 06 section 8).
#![forbid(unsafe_code)]

use super::adjust_weight::Propagation;
use super::weight::fixed_weight;
use super::{EditError, Result};
use crate::map::model::Map;
use std::collections::{HashSet, VecDeque};

impl Map {
    /// Gives all devices below a bucket one weight, 16.16, and returns the number of places where they are. Shadow trees are
    /// built anew.
    ///
    /// # Errors
    /// `UnknownBucket`, `Shadow`, `TooManyPaths`, `Cycle`.
    pub fn adjust_subtree_weight(&mut self, bucket: i32, weight: u32) -> Result<usize> {
        self.bucket(bucket).ok_or(EditError::UnknownBucket(bucket))?;
        self.edit_hierarchy(|map| {
            let mut propagation = Propagation::new(map);
            let mut changed = 0;
            for (bucket, device) in map.devices_below(bucket) {
                changed += map.adjust_with(&mut propagation, device, weight, bucket, true)?;
            }
            map.rebuild_shadows()?;
            Ok(changed)
        })
    }

    /// As [`adjust_subtree_weight`](Self::adjust_subtree_weight) for a weight that is no integer.
    ///
    /// # Errors
    /// `WeightOutOfRange`, and those of `adjust_subtree_weight`.
    pub fn adjust_subtree_weightf(&mut self, bucket: i32, weight: f32) -> Result<usize> {
        self.adjust_subtree_weight(bucket, fixed_weight(weight)?)
    }

    /// Devices below a bucket with the buckets that they are in, breadth first, each pair once.
    fn devices_below(&self, bucket: i32) -> Vec<(i32, i32)> {
        let mut queue = VecDeque::from([bucket]);
        let mut entered = HashSet::from([bucket]);
        let mut devices = Vec::new();
        while let Some(id) = queue.pop_front() {
            let items = self.bucket(id).map_or(&[][..], |bucket| bucket.items);
            let mut seen = HashSet::new();
            for &item in items {
                if item < 0 && entered.insert(item) {
                    queue.push_back(item);
                } else if item >= 0 && seen.insert(item) {
                    devices.push((id, item));
                }
            }
        }
        devices
    }
}
