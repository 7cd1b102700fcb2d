//! The buckets above each device.

use crush::map::Map;
use std::collections::HashMap;

/// For each item the bucket around it: below what a rule takes first, then below the other roots; no shadow buckets. Of
/// several buckets around an item the one that is met first counts.
#[derive(Debug)]
pub struct Ancestry<'a> {
    map: &'a Map,
    parents: HashMap<i32, i32>,
}

impl<'a> Ancestry<'a> {
    /// The whole hierarchy.
    pub fn new(map: &'a Map) -> Self {
        Self::under(map, &[])
    }

    /// The hierarchy as a rule sees it, which takes `takes`.
    pub fn under(map: &'a Map, takes: &[i32]) -> Self {
        let base = |&take: &i32| map.split_id_class(take).map_or(take, |(base, _)| base);
        let mut ancestry = Self { map, parents: HashMap::new() };
        for root in takes.iter().map(base).chain(map.nonshadow_roots()) {
            ancestry.walk(root);
        }
        ancestry
    }

    fn walk(&mut self, root: i32) {
        let mut pending = vec![root];
        while let Some(id) = pending.pop() {
            for &item in self.map.children(id).into_iter().flatten().rev() {
                if item != root && !self.parents.contains_key(&item) {
                    self.parents.insert(item, id);
                    pending.push(item);
                }
            }
        }
    }

    /// The bucket of a type that an item is in; itself if it is of that type. Parents form no cycle, since each item got its
    /// one from a walk that began at another.
    pub fn of_type(&self, item: i32, r#type: u16) -> Option<i32> {
        let mut at = item;
        for _ in 0..=self.parents.len() {
            let own = if at >= 0 { 0 } else { self.map.bucket(at)?.r#type };
            if own == r#type {
                return Some(at);
            }
            at = *self.parents.get(&at)?;
        }
        None
    }

    /// The bucket of a type for each device from 0 to `devices`; a device in none stands for itself.
    pub fn column(&self, r#type: u16, devices: usize) -> Vec<i32> {
        let device = |device: usize| i32::try_from(device).unwrap_or(i32::MAX);
        (0..devices).map(device).map(|device| self.of_type(device, r#type).unwrap_or(device)).collect()
    }
}
