//! Taking items out of the hierarchy (spec 06 section 7.2).
#![forbid(unsafe_code)]

use super::{EditError, Result};
use crate::map::model::Map;
use crate::map::query::is_in_any_bucket;
use std::collections::HashSet;

impl Map {
    /// Removes an item from all buckets, and from the map: a device's name and class, an empty bucket and its shadows.
    /// Shadow trees are built anew.
    ///
    /// Of two equal items side by side in one bucket only one is removed, as in the original; the item stays in the map
    /// then.
    ///
    /// # Errors
    /// `UnknownBucket`, `NotEmpty`, `InUse` for a bucket that a rule takes; `TooManyPaths`, `Cycle`. A device that the map
    /// does not know is no error.
    pub fn remove_item(&mut self, item: i32) -> Result<()> {
        self.edit_hierarchy(|map| map.remove(item, false))
    }

    /// Takes an item out of all buckets and keeps it in the map: a bucket with its name and contents, a device with its
    /// class.
    ///
    /// # Errors
    /// `NotFoundIn` for a bucket that is in use and in no other; `TooManyPaths`, `Cycle`.
    pub fn unlink_item(&mut self, item: i32) -> Result<()> {
        self.edit_hierarchy(|map| map.remove(item, true))
    }

    /// As [`remove_item`](Self::remove_item), or with `unlink_only` as [`unlink_item`](Self::unlink_item), but only from a
    /// bucket and the buckets below it. An item that is somewhere else too stays in the map.
    ///
    /// # Errors
    /// Those of `remove_item`; `NotABucket` for the ancestor; `NotFoundIn` if the item is not below it.
    pub fn remove_item_under(&mut self, item: i32, ancestor: i32, unlink_only: bool) -> Result<()> {
        self.edit_hierarchy(|map| map.remove_under(item, ancestor, unlink_only))
    }

    pub(super) fn remove(&mut self, item: i32, unlink_only: bool) -> Result<()> {
        if item < 0 && !unlink_only {
            self.require_empty(item)?;
            self.require_unused(item)?;
        }
        let holders: Vec<_> = self.holders(item).collect();
        let mut done = false;
        for bucket in holders {
            done |= self.take_out(item, bucket)?;
        }
        self.forget_last(item, unlink_only, done)
    }

    fn remove_under(&mut self, item: i32, ancestor: i32, unlink_only: bool) -> Result<()> {
        if !unlink_only {
            self.require_unused(item)?;
        }
        self.bucket(ancestor).ok_or(EditError::NotABucket(ancestor))?;
        let mut done = false;
        for bucket in self.buckets_below(ancestor) {
            done |= self.take_out(item, bucket)?;
        }
        if !done {
            return Err(EditError::NotFoundIn { item, place: format!("bucket {ancestor} and below") });
        }
        if item < 0 && !unlink_only {
            self.require_empty(item)?;
        }
        self.forget_last(item, unlink_only, done)
    }

    fn buckets_below(&self, ancestor: i32) -> Vec<i32> {
        let mut below: Vec<_> =
            [ancestor].into_iter().chain(self.walk(ancestor).filter(|&item| item < 0)).collect();
        let mut seen = HashSet::new();
        below.retain(|&bucket| seen.insert(bucket));
        below
    }

    fn require_empty(&self, bucket: i32) -> Result<()> {
        let stored = self.bucket(bucket).ok_or(EditError::UnknownBucket(bucket))?;
        if stored.items.is_empty() { Ok(()) } else { Err(EditError::NotEmpty(bucket)) }
    }

    fn require_unused(&self, bucket: i32) -> Result<()> {
        if bucket < 0 && self.bucket_is_in_use(bucket) { Err(EditError::InUse(bucket)) } else { Ok(()) }
    }

    fn holders(&self, item: i32) -> impl Iterator<Item = i32> {
        self.buckets().filter(move |bucket| bucket.items.contains(&item)).map(|bucket| bucket.id)
    }

    /// Takes an item out of one bucket; says whether it was there. After each removal the next place is looked at, so that
    /// an item that moved up stays, as in the original.
    fn take_out(&mut self, item: i32, bucket: i32) -> Result<bool> {
        let mut found = false;
        let mut place = 0;
        while let Some(&at) = self.bucket(bucket).and_then(|bucket| bucket.items.get(place)) {
            if at == item {
                self.adjust_in_bucket(item, 0, bucket, true)?;
                self.bucket_remove_item(bucket, item)?;
                found = true;
            }
            place += 1;
        }
        Ok(found)
    }

    /// What is to do when an item is in no bucket any more.
    fn forget_last(&mut self, item: i32, unlink_only: bool, done: bool) -> Result<()> {
        if is_in_any_bucket(self, item) || (item < 0 && self.bucket_is_in_use(item)) {
            return if done { Ok(()) } else { Err(nowhere(item)) };
        }
        if item < 0 && !unlink_only {
            self.crush.remove_bucket(item).map_err(|_| EditError::UnknownBucket(item))?;
            self.forget_class(item);
            self.clean_up_choose_args();
        }
        if item >= 0 || !unlink_only {
            self.names.remove(item);
        }
        if item >= 0 && !unlink_only {
            self.classes.of_item.remove(&item);
        }
        // Upstream does not ask how this ended either.
        let _ = self.rebuild_shadows();
        Ok(())
    }
}

fn nowhere(item: i32) -> EditError {
    EditError::NotFoundIn { item, place: "any bucket".into() }
}
