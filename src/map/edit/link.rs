//! A bucket in one more place (spec 06 section 7.2).
#![forbid(unsafe_code)]

use super::Result;
use super::insert::Insertion;
use crate::map::location::Location;
use crate::map::model::Map;

impl Map {
    /// Puts a bucket, with its weight, where a location says, and leaves it also where it is.
    ///
    /// # Errors
    /// `NotABucket`, `Unnamed`, `UnknownBucket`, and those of [`insert_item`](Self::insert_item).
    pub fn link_bucket(&mut self, bucket: i32, location: &Location) -> Result<()> {
        self.edit_hierarchy(|map| map.link(bucket, location))
    }

    pub(in crate::map) fn link(&mut self, bucket: i32, location: &Location) -> Result<()> {
        let (name, weight) = self.named_bucket(bucket)?;
        self.insert(Insertion { item: bucket, weight, name: &name, location, weight_sets: true })
    }
}
