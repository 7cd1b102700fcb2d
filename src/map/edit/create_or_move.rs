//! A device where a location says, whether it was somewhere or not (spec 06 section 7.2).
#![forbid(unsafe_code)]

use super::Result;
use super::create_bucket::valid_name;
use super::insert::Insertion;
use super::weight::float_weight;
use crate::map::location::Location;
use crate::map::model::Map;
use crate::map::names::Name;

impl Map {
    /// Makes sure that an item is where a location says; says whether anything changed. An item that is there stays as it is,
    /// whatever it weighs. One that is elsewhere moves with the weight that it has there, which counts before `weight`.
    ///
    /// # Errors
    /// Those of [`insert_item`](Self::insert_item).
    pub fn create_or_move_item(
        &mut self,
        item: i32,
        weight: f32,
        name: impl Into<Name>,
        location: &Location,
    ) -> Result<bool> {
        let name = &valid_name(name.into())?;
        if self.check_item_loc(item, location).is_some() {
            return Ok(false);
        }
        self.edit_hierarchy(|map| {
            let mut weight = weight;
            if map.buckets().any(|bucket| bucket.items.contains(&item)) {
                weight = map.item_weight(item).map_or(weight, float_weight);
                map.remove(item, true)?;
            }
            map.insert(Insertion { item, weight, name, location, weight_sets: true })
        })?;
        Ok(true)
    }
}
