//! Editing what is in an owned map (spec 03 sections 3 to 7).

use super::OwnedMap;
use crate::abi::{crush_bucket, crush_rule};
use crate::builder::array::Column;
use crate::builder::edit::BucketMut;
use crate::builder::error::BuildError;
use crate::builder::{bucket_table, destroy, hierarchy, reweight, rule};
use core::ptr::NonNull;

impl OwnedMap {
    fn bucket_ptr(&self, id: i32) -> Result<NonNull<crush_bucket>, BuildError> {
        let slot = hierarchy::slot_of(id).ok_or(BuildError::BucketNotFound)?;
        // SAFETY: the map's own table, borrowed with the map.
        let slots = unsafe { hierarchy::slots(self.map()) };
        slots.get(slot).copied().and_then(NonNull::new).ok_or(BuildError::BucketNotFound)
    }

    /// Borrows the bucket in the slot of an id.
    fn bucket_mut(&mut self, id: i32) -> Result<BucketMut<'_>, BuildError> {
        let bucket = self.bucket_ptr(id)?;
        // SAFETY: the map's own bucket, exclusively borrowed with the map.
        unsafe { BucketMut::from_ptr(bucket.as_ptr()) }
    }

    /// Appends an item to the bucket in the slot of `id`. Weights of the buckets above stay as they are.
    ///
    /// # Errors
    /// `BucketNotFound`, `InvalidArgument` for another weight than the items of a uniform bucket have,
    /// `WeightOverflow`, `TreeFull`, `NoMemory`.
    pub fn add_item(&mut self, id: i32, item: i32, weight: u32) -> Result<(), BuildError> {
        let version = self.map().straw_calc_version.into();
        self.bucket_mut(id)?.add(Some(version), item, weight)
    }

    /// Removes the first such item from the bucket in the slot of `id`.
    ///
    /// # Errors
    /// `BucketNotFound`, `ItemNotFound`, `NoMemory`; `LastItem` when it is done but upstream would report an error.
    pub fn remove_item(&mut self, id: i32, item: i32) -> Result<(), BuildError> {
        let version = self.map().straw_calc_version.into();
        self.bucket_mut(id)?.remove(Some(version), item)
    }

    /// Sets the weight of the first such item of the bucket in the slot of `id`, or of all items of a uniform bucket;
    /// returns the difference, wrapping as upstream's, and 0 if there is no such item.
    ///
    /// # Errors
    /// `BucketNotFound`, `NoMemory`.
    pub fn adjust_item_weight(&mut self, id: i32, item: i32, weight: u32) -> Result<i32, BuildError> {
        let version = self.map().straw_calc_version.into();
        self.bucket_mut(id)?.adjust(Some(version), item, weight)
    }

    /// Recomputes the weights of the bucket in the slot of `id` and of all buckets below it.
    ///
    /// # Errors
    /// `BucketNotFound`, `WeightOverflow` with what was done until then, `NoMemory`.
    pub fn reweight(&mut self, id: i32) -> Result<(), BuildError> {
        let bucket = self.bucket_ptr(id)?;
        // SAFETY: the map's own buckets, exclusively borrowed with the map.
        unsafe { reweight::reweight(Some(self.map()), bucket) }
    }

    /// Removes the bucket in the slot of `id`. Buckets that have it as an item keep its id.
    ///
    /// # Errors
    /// `BucketNotFound`.
    pub fn remove_bucket(&mut self, id: i32) -> Result<(), BuildError> {
        let bucket = self.bucket_ptr(id)?;
        let slot = hierarchy::slot_of(id).ok_or(BuildError::BucketNotFound)?;
        // SAFETY: the map's own table, exclusively borrowed with the map.
        unsafe { bucket_table::clear(self.map_mut(), slot) };
        // SAFETY: the bucket was the map's own, and its slot is empty now.
        unsafe { destroy::bucket(bucket.as_ptr()) };
        Ok(())
    }

    /// Puts a bucket into the slot of another id, which must be empty and exist. Items that refer to it keep the old id.
    ///
    /// # Errors
    /// `BucketNotFound`, `BucketExists`, `InvalidArgument` if there is no such slot.
    pub fn renumber_bucket(&mut self, id: i32, new: i32) -> Result<(), BuildError> {
        let bucket = self.bucket_ptr(id)?;
        let from = hierarchy::slot_of(id).ok_or(BuildError::BucketNotFound)?;
        let to = hierarchy::slot_of(new).ok_or(BuildError::InvalidArgument)?;
        // SAFETY: the map's own table, exclusively borrowed with the map.
        unsafe { bucket_table::place(self.map_mut(), to, bucket) }?;
        // SAFETY: the map's own table, exclusively borrowed with the map.
        unsafe { bucket_table::clear(self.map_mut(), from) };
        // SAFETY: the map's own bucket, exclusively borrowed with the map.
        unsafe { (*bucket.as_ptr()).id = new };
        Ok(())
    }

    /// Replaces items of all buckets: `new_id` says by what.
    pub fn replace_items(&mut self, new_id: impl Fn(i32) -> i32) {
        for slot in 0..self.max_buckets() {
            let Ok(bucket) = self.bucket_ptr(hierarchy::id_of(slot)) else { continue };
            // SAFETY: the map's own bucket, exclusively borrowed with the map.
            let header = unsafe { &mut *bucket.as_ptr() };
            let size = header.size as usize;
            // SAFETY: the map's own bucket, whose items are NULL or as many as it says.
            let items = unsafe { Column::new(&mut header.items, size) }.into_mut();
            items.iter_mut().for_each(|item| *item = new_id(*item));
        }
    }

    /// Removes a rule; says whether there was one. The table keeps its length.
    pub fn remove_rule(&mut self, number: u32) -> bool {
        let Some(rule) = self.rule_ptr(number) else { return false };
        // SAFETY: the map's own table, exclusively borrowed with the map.
        unsafe { rule::clear(self.map_mut(), number) };
        // SAFETY: the rule was the map's own, and its place is empty now.
        unsafe { destroy::rule(rule.as_ptr()) };
        true
    }

    pub(super) fn rule_ptr(&self, number: u32) -> Option<NonNull<crush_rule>> {
        // SAFETY: the map's own table, borrowed with the map.
        let rules = unsafe { rule::rules(self.map()) };
        NonNull::new(*rules.get(number as usize)?)
    }
}
