//! Weights of items, brought up to the roots (spec 06 section 8).
#![forbid(unsafe_code)]

use super::bucket_items::slot;
use super::parents::Parents;
use super::weight::fixed_weight;
use super::weight_sets::Adjuster;
use super::{EditError, Result};
use crate::map::location::Location;
use crate::map::model::Map;

/// Changes of a single edit beyond which a map has too many ways up from an item.
const MOST_CHANGES: usize = 1 << 22;

/// One change of weights, and the places that it goes on to.
pub(super) struct Propagation {
    pub(super) parents: Parents,
    changes: usize,
}

impl Propagation {
    pub(super) fn new(map: &Map) -> Self {
        Self { parents: Parents::of_map(map), changes: 0 }
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
        let changed = self.propagate(&mut propagation, item, weight, true)?;
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
        let mut stack = Vec::new();
        let places = self.places(bucket, item);
        stack.push(Task::sums(bucket));
        stack.extend((0..places).map(|_| Task::Place { item, weight, bucket, weight_sets }));
        self.run(propagation, stack)?;
        Ok(places)
    }

    /// All buckets that have an item in them, and what follows; returns their number.
    fn propagate(
        &mut self,
        propagation: &mut Propagation,
        item: i32,
        weight: u32,
        weight_sets: bool,
    ) -> Result<usize> {
        let buckets = propagation.parents.of(item).to_vec();
        for &bucket in &buckets {
            self.adjust_with(propagation, item, weight, bucket, weight_sets)?;
        }
        Ok(buckets.len())
    }

    fn places(&self, bucket: i32, item: i32) -> usize {
        let items = self.bucket(bucket).map_or(&[][..], |bucket| bucket.items);
        items.iter().filter(|&&candidate| candidate == item).count()
    }

    /// Works off tasks, the last first; what a task leads to comes before the rest, as in a recursion.
    fn run(&mut self, propagation: &mut Propagation, mut stack: Vec<Task>) -> Result<()> {
        while let Some(task) = stack.pop() {
            match task {
                Task::Place { item, weight, bucket, weight_sets } => {
                    propagation.count(item)?;
                    self.bucket_adjust_item_weight(bucket, item, weight, weight_sets)?;
                    let sum = self.bucket(bucket).map_or(0, |bucket| bucket.weight);
                    for &parent in propagation.parents.of(bucket).iter().rev() {
                        stack.push(Task::sums(parent));
                        let places = 0..self.places(parent, bucket);
                        stack.extend(places.map(|_| Task::Place {
                            item: bucket,
                            weight: sum,
                            bucket: parent,
                            weight_sets: false,
                        }));
                    }
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

/// What is left to do.
enum Task {
    /// Sets the weight of an item at one place.
    Place { item: i32, weight: u32, bucket: i32, weight_sets: bool },
    /// Brings the sums of the bucket's weight-sets up.
    Sums { bucket: i32 },
}

impl Task {
    fn sums(bucket: i32) -> Self {
        Self::Sums { bucket }
    }
}
