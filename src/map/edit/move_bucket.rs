//! Moving a bucket with all below it (spec 06 section 7.2).
#![forbid(unsafe_code)]

use super::insert::Insertion;
use super::weight::float_weight;
use super::{EditError, Result};
use crate::map::location::Location;
use crate::map::model::Map;
use crate::map::names::Name;

impl Map {
    /// Takes a bucket out of the first bucket around it and puts it, with its weight, where a location says, as
    /// [`insert_item`](Self::insert_item) does.
    ///
    /// ```
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # use crush::map::{Location, Map};
    /// # let mut map = Map::new()?;
    /// # for (id, name) in ["osd", "host", "rack", "root"].into_iter().enumerate() {
    /// #     map.set_type_name(id as u16, name)?;
    /// # }
    /// let in_root: Location = [("host", "alpha"), ("root", "default")].into_iter().collect();
    /// map.insert_item(0, 1.0, "osd.0", &in_root)?;
    /// let host = map.names().id("alpha").unwrap();
    /// let rack: Location = [("rack", "r1"), ("root", "default")].into_iter().collect();
    /// map.move_bucket(host, &rack)?;
    /// assert_eq!(map.full_location_string(0).unwrap(), "root=default,rack=r1,host=alpha");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// `NotABucket`, `Unnamed`, `UnknownBucket`, and those of `insert_item`.
    pub fn move_bucket(&mut self, bucket: i32, location: &Location) -> Result<()> {
        let (name, weight) = self.named_bucket(bucket)?;
        self.edit_hierarchy(|map| {
            map.detach(bucket)?;
            map.insert(bucket_insertion(bucket, weight, &name, location))
        })
    }

    /// A bucket's name and weight.
    pub(super) fn named_bucket(&self, bucket: i32) -> Result<(Name, f32)> {
        if bucket >= 0 {
            return Err(EditError::NotABucket(bucket));
        }
        let name = self.names.name(bucket).ok_or(EditError::Unnamed(bucket))?;
        let stored = self.bucket(bucket).ok_or(EditError::UnknownBucket(bucket))?;
        Ok((name.clone(), float_weight(stored.weight)))
    }

    /// Takes a bucket out of the first bucket around it.
    fn detach(&mut self, bucket: i32) -> Result<()> {
        let Some(parent) = self.immediate_parent(bucket) else { return Ok(()) };
        self.adjust_in_bucket(bucket, 0, parent, true)?;
        self.bucket_remove_item(parent, bucket)
    }
}

/// A bucket that keeps its weight.
pub(super) fn bucket_insertion<'a>(
    item: i32,
    weight: f32,
    name: &'a Name,
    location: &'a Location,
) -> Insertion<'a> {
    Insertion { item, weight, name, location, weight_sets: false }
}
