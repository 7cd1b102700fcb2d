//! Items of one bucket, with the weight-sets kept in step (spec 06 section 4.2). Weights above the bucket stay.
#![forbid(unsafe_code)]

use super::{EditError, Result};
use crate::builder::{BuildError, StoredBucket, StoredWeights};
use crate::map::choose_args::BucketArgs;
use crate::map::limits;
use crate::map::model::Map;

impl Map {
    /// Appends an item to a bucket, with its weight in all weight-sets.
    pub(super) fn bucket_add_item(&mut self, bucket: i32, item: i32, weight: u32) -> Result<()> {
        let size = self.bucket(bucket).ok_or(EditError::UnknownBucket(bucket))?.items.len();
        if size >= limits::MAX_BUCKET_ITEMS {
            return Err(EditError::TooLarge { of: "items of a bucket", limit: limits::MAX_BUCKET_ITEMS });
        }
        let refused = |error| match error {
            BuildError::WeightOverflow => EditError::WeightOverflow(bucket),
            error => EditError::CannotAdd { bucket, item, error },
        };
        self.crush.add_item(bucket, item, weight).map_err(refused)?;
        for args in self.args_of(bucket) {
            args.weight_set.iter_mut().for_each(|weights| weights.push(weight));
            if !args.ids.is_empty() {
                args.ids.push(item);
            }
        }
        Ok(())
    }

    /// Removes the first such item from a bucket and from its weight-sets.
    pub(super) fn bucket_remove_item(&mut self, bucket: i32, item: i32) -> Result<()> {
        let place = self.place_in(bucket, item)?;
        match self.crush.remove_item(bucket, item) {
            Err(BuildError::LastItem) => self.empty_tree(bucket)?,
            result => result?,
        }
        for args in self.args_of(bucket) {
            let sets = args.weight_set.iter_mut().filter(|weights| place < weights.len());
            sets.for_each(|weights| {
                weights.remove(place);
            });
            if place < args.ids.len() {
                args.ids.remove(place);
            }
        }
        Ok(())
    }

    /// Sets the weight of the first such item of a bucket, or of all items of a uniform one; on request in all weight-sets
    /// too.
    pub(super) fn bucket_adjust_item_weight(
        &mut self,
        bucket: i32,
        item: i32,
        weight: u32,
        weight_sets: bool,
    ) -> Result<()> {
        if weight_sets {
            let place = self.place_in(bucket, item)?;
            let sets = self.args_of(bucket).flat_map(|args| &mut args.weight_set);
            sets.filter_map(|weights| weights.get_mut(place)).for_each(|entry| *entry = weight);
        }
        self.crush.adjust_item_weight(bucket, item, weight)?;
        Ok(())
    }

    /// The builder leaves a hole where the last item of a tree bucket was; here the bucket becomes empty.
    fn empty_tree(&mut self, id: i32) -> Result<()> {
        let bucket = self.bucket(id).ok_or(EditError::UnknownBucket(id))?;
        if bucket.items.is_empty() {
            return Ok(());
        }
        let weights = StoredWeights::Tree { node_weights: &[] };
        let StoredBucket { r#type, hash, .. } = bucket;
        self.crush.remove_bucket(id)?;
        let empty = StoredBucket { id, r#type, hash, weight: 0, items: &[], weights };
        self.crush.place_bucket(slot(id) as usize, &empty)?;
        Ok(())
    }

    fn place_in(&self, bucket: i32, item: i32) -> Result<usize> {
        let items = self.bucket(bucket).ok_or(EditError::UnknownBucket(bucket))?.items;
        let place = items.iter().position(|&candidate| candidate == item);
        place.ok_or_else(|| EditError::NotFoundIn { item, place: format!("bucket {bucket}") })
    }

    /// What stands in for a bucket, in each of the choose_args that have something for it.
    pub(super) fn args_of(&mut self, bucket: i32) -> impl Iterator<Item = &mut BucketArgs> {
        let slot = slot(bucket);
        self.choose_args.values_mut().filter_map(move |args| args.0.get_mut(&slot))
    }
}

/// Slot of a bucket.
pub(super) fn slot(bucket: i32) -> u32 {
    (!bucket).cast_unsigned()
}
