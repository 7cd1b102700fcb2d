//! A device with the weight, name and place that are given (spec 06 section 7.2).
#![forbid(unsafe_code)]

use super::Result;
use super::insert::{Insertion, check};
use crate::map::location::Location;
use crate::map::model::Map;
use crate::map::names::Name;

impl Map {
    /// Makes sure that an item is where a location says, with this weight and name; says whether anything changed. Its class
    /// stays.
    ///
    /// # Errors
    /// Those of [`insert_item`](Self::insert_item).
    pub fn update_item(
        &mut self,
        item: i32,
        weight: f32,
        name: impl Into<Name>,
        location: &Location,
    ) -> Result<bool> {
        let name = &name.into();
        let fixed = check(name, location, weight)?;
        self.edit_hierarchy(|map| {
            let Some(old) = map.check_item_loc(item, location) else {
                if map.names.name(item).is_some() {
                    map.remove(item, true)?;
                }
                map.insert(Insertion { item, weight, name, location, weight_sets: true })?;
                return Ok(true);
            };
            let heavier = old != fixed;
            if heavier {
                map.adjust_in_loc(item, fixed, location, true)?;
                map.rebuild_shadows()?;
            }
            let renamed = map.names.name(item) != Some(name);
            if renamed {
                map.require_free_name(name)?;
                map.names.set(item, name.clone());
            }
            Ok(heavier || renamed)
        })
    }
}
