//! Weights of items, brought up to the roots (spec 06 section 8).
#![forbid(unsafe_code)]

use super::bucket_items::slot;
use super::parents::Parents;
use super::weight::fixed_weight;
use super::weight_sets::Adjuster;
use super::{EditError, Result};
use crate::map::location::Location;
use crate::map::model::Map;
use std::collections::{BTreeMap, BTreeSet};

/// Changes of a single edit beyond which a map has too many ways up from an item.
const MOST_CHANGES: usize = 1 << 22;

/// One change of weights, and the places that it goes on to. Holds as long as no bucket and no item is added or removed.
pub(super) struct Propagation {
    pub(super) parents: Parents,
    /// For each index of choose_args the slots of buckets without a weight-set.
    pub(super) missing: BTreeMap<i64, BTreeSet<u32>>,
    /// All buckets, from id -1 down.
    buckets: Vec<i32>,
    changes: usize,
}

impl Propagation {
    pub(super) fn new(map: &Map) -> Self {
        let buckets: Vec<_> = map.buckets().map(|bucket| bucket.id).collect();
        let slots = buckets.iter().map(|&bucket| slot(bucket));
        let missing = map.choose_args.iter().map(|(&index, args)| {
            let has_set = |slot: &u32| args.0.get(slot).is_some_and(|entry| !entry.weight_set.is_empty());
            (index, slots.clone().filter(|slot| !has_set(slot)).collect::<BTreeSet<_>>())
        });
        let missing = missing.collect();
        Self { parents: Parents::of_map(map), missing, buckets, changes: 0 }
    }

    pub(super) fn count(&mut self, item: i32) -> Result<()> {
        self.changes += 1;
        if self.changes > MOST_CHANGES { Err(EditError::TooManyPaths(item)) } else { Ok(()) }
    }
}

impl Map {
    /// Sets the weight, 16.16, of an item wherever it is, shadow buckets included, and of all buckets above it; returns the
    /// number of buckets that have it in them. Devices' weights in weight-sets are set to the same; those of buckets above
    /// to the sums.
    ///
    /// The weight of a *bucket* is changed as that of an item of others; its own items keep theirs.
    ///
    /// # Errors
    /// `NotFoundIn` if it is in no bucket, `TooManyPaths`, `Cycle`.
    pub fn adjust_item_weight(&mut self, item: i32, weight: u32) -> Result<usize> {
        self.edit_hierarchy(|map| map.adjust_item_weight_everywhere(item, weight))
    }

    /// As [`adjust_item_weight`](Self::adjust_item_weight) for a weight that is no integer.
    ///
    /// # Errors
    /// `WeightOutOfRange`, and those of `adjust_item_weight`.
    pub fn adjust_item_weightf(&mut self, item: i32, weight: f32) -> Result<usize> {
        self.adjust_item_weight(item, fixed_weight(weight)?)
    }

    /// Sets the weight, 16.16, of an item in the buckets that a location names; `weight_sets` says whether in their
    /// weight-sets too. Returns the number of places.
    ///
    /// # Errors
    /// `NotFoundIn` if it is in none of the buckets, `TooManyPaths`, `Cycle`.
    pub fn adjust_item_weight_in_loc(
        &mut self,
        item: i32,
        weight: u32,
        location: &Location,
        weight_sets: bool,
    ) -> Result<usize> {
        self.edit_hierarchy(|map| map.adjust_in_loc(item, weight, location, weight_sets))
    }

    /// Sets the weight, 16.16, of an item in one bucket; `weight_sets` says whether in its weight-sets too. Returns the
    /// number of places.
    ///
    /// # Errors
    /// `UnknownBucket`, `NotFoundIn`, `TooManyPaths`, `Cycle`.
    pub fn adjust_item_weight_in_bucket(
        &mut self,
        item: i32,
        weight: u32,
        bucket: i32,
        weight_sets: bool,
    ) -> Result<usize> {
        self.edit_hierarchy(|map| map.adjust_in_bucket(item, weight, bucket, weight_sets))
    }

    pub(super) fn adjust_item_weight_everywhere(&mut self, item: i32, weight: u32) -> Result<usize> {
        let mut propagation = Propagation::new(self);
        let change = Change { item, weight, weight_sets: true };
        self.run(&mut propagation, vec![Task::Everywhere { change, next: 0 }])?;
        let changed = propagation.parents.of(item).len();
        let nowhere = EditError::NotFoundIn { item, place: "any bucket".into() };
        if changed == 0 { Err(nowhere) } else { Ok(changed) }
    }

    pub(super) fn adjust_in_loc(
        &mut self,
        item: i32,
        weight: u32,
        location: &Location,
        weight_sets: bool,
    ) -> Result<usize> {
        let mut propagation = Propagation::new(self);
        let mut changed = 0;
        for (_, name) in location.iter() {
            if let Some(bucket) = self.names.id(name).filter(|&id| self.contains(id, item)) {
                changed += self.adjust_with(&mut propagation, item, weight, bucket, weight_sets)?;
            }
        }
        let nowhere = || EditError::NotFoundIn { item, place: location.to_string() };
        if changed == 0 { Err(nowhere()) } else { Ok(changed) }
    }

    pub(super) fn adjust_in_bucket(
        &mut self,
        item: i32,
        weight: u32,
        bucket: i32,
        weight_sets: bool,
    ) -> Result<usize> {
        self.bucket(bucket).ok_or(EditError::UnknownBucket(bucket))?;
        let mut propagation = Propagation::new(self);
        let changed = self.adjust_with(&mut propagation, item, weight, bucket, weight_sets)?;
        let nowhere = EditError::NotFoundIn { item, place: format!("bucket {bucket}") };
        if changed == 0 { Err(nowhere) } else { Ok(changed) }
    }

    pub(super) fn contains(&self, bucket: i32, item: i32) -> bool {
        self.bucket(bucket).is_some_and(|bucket| bucket.items.contains(&item))
    }

    /// One bucket, and what follows from it; returns the number of places of the item.
    pub(super) fn adjust_with(
        &mut self,
        propagation: &mut Propagation,
        item: i32,
        weight: u32,
        bucket: i32,
        weight_sets: bool,
    ) -> Result<usize> {
        let change = Change { item, weight, weight_sets };
        self.run(propagation, vec![Task::Bucket { change, bucket }])?;
        Ok(self.places(bucket, item))
    }

    fn places(&self, bucket: i32, item: i32) -> usize {
        let items = self.bucket(bucket).map_or(&[][..], |bucket| bucket.items);
        items.iter().filter(|&&candidate| candidate == item).count()
    }

    /// Works off tasks, the last first; what a task leads to comes before the rest, as in a recursion.
    fn run(&mut self, propagation: &mut Propagation, mut stack: Vec<Task>) -> Result<()> {
        while let Some(task) = stack.pop() {
            match task {
                Task::Everywhere { change, next } => {
                    // Without weight-sets there is nothing to do in other buckets.
                    let all = !self.choose_args.is_empty();
                    let buckets =
                        if all { &propagation.buckets[..] } else { propagation.parents.of(change.item) };
                    if let Some(&bucket) = buckets.get(next) {
                        stack.push(Task::Everywhere { change, next: next + 1 });
                        stack.push(Task::Bucket { change, bucket });
                    }
                }
                Task::Bucket { change, bucket } => {
                    stack.push(Task::Sums { bucket });
                    let places = 0..self.places(bucket, change.item);
                    stack.extend(places.map(|_| Task::Place { change, bucket }));
                }
                Task::Place { change: Change { item, weight, weight_sets }, bucket } => {
                    propagation.count(item)?;
                    self.bucket_adjust_item_weight(bucket, item, weight, weight_sets)?;
                    let weight = self.bucket(bucket).map_or(0, |bucket| bucket.weight);
                    let change = Change { item: bucket, weight, weight_sets: false };
                    stack.push(Task::Everywhere { change, next: 0 });
                }
                Task::Sums { bucket } => self.raise_sums(propagation, bucket)?,
            }
        }
        Ok(())
    }

    /// Brings the sums of a bucket's weight-sets up to the roots.
    fn raise_sums(&mut self, propagation: &mut Propagation, bucket: i32) -> Result<()> {
        for index in self.choose_args.keys().copied().collect::<Vec<_>>() {
            let Some(sums) = self.weight_set_sums(index, bucket) else { continue };
            Adjuster::new(self, propagation, index).adjust(bucket, sums)?;
        }
        Ok(())
    }

    /// The sum of each position of a bucket's weight-set; `None` if it has none.
    pub(super) fn weight_set_sums(&self, index: i64, bucket: i32) -> Option<Vec<u32>> {
        let args = self.choose_args.get(&index)?.0.get(&slot(bucket))?;
        let sum = |weights: &Vec<u32>| weights.iter().copied().fold(0, u32::wrapping_add);
        if args.weight_set.is_empty() { None } else { Some(args.weight_set.iter().map(sum).collect()) }
    }
}

/// The weight that an item gets.
#[derive(Clone, Copy)]
struct Change {
    item: i32,
    weight: u32,
    /// Whether it gets it in weight-sets too.
    weight_sets: bool,
}

/// What is left to do.
enum Task {
    /// The change in all buckets, from one on.
    Everywhere { change: Change, next: usize },
    /// The change in one bucket; the sums of its weight-sets are brought up even if the item is not in it.
    Bucket { change: Change, bucket: i32 },
    /// The change at one place of a bucket, and the bucket's own weight in those above.
    Place { change: Change, bucket: i32 },
    /// The sums of the bucket's weight-sets in the buckets above.
    Sums { bucket: i32 },
}
