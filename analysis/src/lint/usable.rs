//! Items that a rule can get a device from.

use crush::map::Map;
use std::collections::{HashMap, HashSet};

/// Devices that are in, and buckets with such a device below them; items without weight do not count.
pub(crate) struct Usable(HashSet<i32>);

impl Usable {
    pub(crate) fn new(map: &Map, weights: &[u32]) -> Self {
        let mut parents: HashMap<i32, Vec<i32>> = HashMap::new();
        for bucket in map.buckets() {
            for (place, &item) in bucket.items.iter().enumerate() {
                if bucket.item_weight(place) > 0 {
                    parents.entry(item).or_default().push(bucket.id);
                }
            }
        }
        let is_in = |item: i32| usize::try_from(item).is_ok_and(|at| weights.get(at).is_some_and(|&w| w > 0));
        let mut found: HashSet<i32> = parents.keys().copied().filter(|&item| is_in(item)).collect();
        let mut new: Vec<i32> = found.iter().copied().collect();
        while let Some(item) = new.pop() {
            for &parent in parents.get(&item).into_iter().flatten() {
                if found.insert(parent) {
                    new.push(parent);
                }
            }
        }
        Self(found)
    }

    pub(crate) fn contains(&self, item: i32) -> bool {
        self.0.contains(&item)
    }

    /// The usable items of a type that choices from `root` can reach.
    pub(crate) fn members(&self, map: &Map, root: i32, kind: i32) -> Vec<i32> {
        let (mut found, mut entered, mut stack) = (Vec::new(), HashSet::new(), vec![root]);
        while let Some(bucket) = stack.pop().and_then(|id| map.bucket(id)) {
            for (place, &item) in bucket.items.iter().enumerate() {
                if bucket.item_weight(place) == 0 || !self.contains(item) || !entered.insert(item) {
                    continue;
                }
                let of_item =
                    if item >= 0 { 0 } else { map.bucket(item).map_or(0, |found| found.r#type.into()) };
                if of_item == kind {
                    found.push(item);
                } else if item < 0 {
                    stack.push(item);
                }
            }
        }
        found
    }
}
