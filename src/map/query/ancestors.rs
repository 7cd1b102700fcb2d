//! From an item up.
#![forbid(unsafe_code)]

use crate::map::location::Location;
use crate::map::model::Map;
use crate::map::names::Name;

impl Map {
    /// The first bucket that has an item in it and is no shadow bucket, from id -1 down.
    pub fn immediate_parent(&self, item: i32) -> Option<i32> {
        self.buckets()
            .find(|bucket| bucket.items.contains(&item) && !self.is_shadow(bucket.id))
            .map(|bucket| bucket.id)
    }

    /// Immediate parents of an item, its own first. Ends where a cycle would begin again.
    pub fn ancestors(&self, item: i32) -> Vec<i32> {
        let mut above = Vec::new();
        let mut at = item;
        while let Some(parent) = self.immediate_parent(at).filter(|parent| !above.contains(parent)) {
            above.push(parent);
            at = parent;
        }
        above
    }

    /// The nearest ancestor of a type, by immediate parents.
    pub fn parent_of_type(&self, item: i32, r#type: u16) -> Option<i32> {
        let of_type = |&id: &i32| self.bucket(id).is_some_and(|bucket| bucket.r#type == r#type);
        self.ancestors(item).into_iter().find(of_type)
    }

    /// The bucket of a type that has an item below it and is itself below what a rule takes; of several the first, rules'
    /// takes in order and buckets depth first, shadow buckets included.
    pub fn parent_of_type_under_rule(&self, item: i32, r#type: u16, rule: u32) -> Option<i32> {
        let takes = self.takes_of_rule(rule);
        let mut buckets = takes.into_iter().flat_map(|take| self.children_of_type(take, r#type, true));
        buckets.find(|&bucket| self.subtree_contains(bucket, item))
    }

    /// Names of types and buckets above an item, nearest first; empty for an item in no bucket. A type or bucket without
    /// a name has an empty one.
    ///
    /// `None` for an item that has no name.
    pub fn full_location_ordered(&self, item: i32) -> Option<Vec<(Name, Name)>> {
        self.names.name(item)?;
        let name = |id: i32| self.names.name(id).cloned().unwrap_or_else(|| "".into());
        let kind = |id: i32| {
            let r#type = self.bucket(id).map(|bucket| i32::from(bucket.r#type));
            r#type.and_then(|r#type| self.types.name(r#type)).cloned().unwrap_or_else(|| "".into())
        };
        Some(self.ancestors(item).into_iter().map(|id| (kind(id), name(id))).collect())
    }

    /// Where an item is: a bucket for each type above it, of several with one type the nearest.
    ///
    /// `None` for an item that has no name.
    pub fn full_location(&self, item: i32) -> Option<Location> {
        // The nearest comes last here, so that it stays.
        Some(self.full_location_ordered(item)?.into_iter().rev().collect())
    }

    /// Where an item is, as `root=default,rack=r1,host=h1`, farthest first.
    ///
    /// `None` for an item that has no name.
    pub fn full_location_string(&self, item: i32) -> Option<String> {
        let pairs = self.full_location_ordered(item)?;
        let words: Vec<_> = pairs.iter().rev().map(|(kind, bucket)| format!("{kind}={bucket}")).collect();
        Some(words.join(","))
    }
}
