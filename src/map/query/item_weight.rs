//! Weights of items where they are.
#![forbid(unsafe_code)]

use crate::builder::StoredBucket;
use crate::builder::item_weight::item_weight;
use crate::map::location::Location;
use crate::map::model::Map;

/// Weight of the first such item of a bucket.
pub(in crate::map) fn weight_in(bucket: &StoredBucket<'_>, item: i32) -> Option<u32> {
    let place = bucket.items.iter().position(|&candidate| candidate == item)?;
    Some(item_weight(bucket, place))
}

impl Map {
    /// Weight of an item, 16.16, where it is met first among the buckets from id -1 down: a bucket's own when it is met
    /// itself, else the one that it has in the bucket around it.
    pub fn item_weight(&self, item: i32) -> Option<u32> {
        self.buckets()
            .find_map(|bucket| if bucket.id == item { Some(bucket.weight) } else { weight_in(&bucket, item) })
    }

    /// Weight of an item, 16.16, in the first bucket of a location that has it in it.
    pub fn item_weight_in_loc(&self, item: i32, location: &Location) -> Option<u32> {
        location.iter().find_map(|(_, name)| {
            let bucket = self.bucket(self.names.id(name)?)?;
            weight_in(&bucket, item)
        })
    }
}
