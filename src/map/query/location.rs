//! Comparing an item's place with a location.
#![forbid(unsafe_code)]

use super::item_weight::weight_in;
use crate::map::location::Location;
use crate::map::model::Map;
use crate::map::names::Name;

impl Map {
    /// The weight, 16.16, that an item has in the bucket that a location names for the lowest type, or `None` if it is not
    /// in it. What the location says about higher types does not count.
    pub fn check_item_loc(&self, item: i32, location: &Location) -> Option<u32> {
        let lowest = self.location_by_type(location).next()?;
        weight_in(&self.bucket(self.names.id(lowest.2)?)?, item)
    }

    /// The pairs of a location, types ascending; without type 0 and types that the map does not have.
    pub(in crate::map) fn location_by_type<'a>(
        &'a self,
        location: &'a Location,
    ) -> impl Iterator<Item = (u16, &'a Name, &'a Name)> {
        let types = self.types.iter().filter(|&(id, _)| id != 0);
        types.filter_map(|(id, name)| Some((u16::try_from(id).ok()?, name, location.bucket(name)?)))
    }

    /// The lowest type of which an item is in a bucket that a location names; the location may name several buckets of
    /// one type. `None` if there is none, or the item has no name.
    pub fn common_ancestor_distance<N: AsRef<[u8]>>(&self, item: i32, location: &[(N, N)]) -> Option<i32> {
        let full = self.full_location(item)?;
        let shared = |name: &Name| {
            let named = location.iter().filter(|(kind, _)| kind.as_ref() == name.as_bytes());
            let mut buckets = named.map(|(_, bucket)| bucket.as_ref());
            full.bucket(name).is_some_and(|own| buckets.any(|bucket| bucket == own.as_bytes()))
        };
        self.types.iter().find(|(_, name)| shared(name)).map(|(id, _)| id)
    }
}
