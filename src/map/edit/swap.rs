//! Exchanging the contents of two buckets (spec 06 section 7.2).
#![forbid(unsafe_code)]

use super::{EditError, Result};
use crate::builder::item_weight::item_weight;
use crate::map::model::Map;
use std::collections::BTreeMap;

impl Map {
    /// Exchanges names, items and weights of two buckets, which stay where they are and keep ids and algorithms. The first
    /// one's items come in order of their ids, and once each, into the second. Shadow trees are built anew.
    ///
    /// # Errors
    /// `NotABucket`, `Unnamed`, `UnknownBucket`; `Ancestor` if one is above the other; `CannotAdd` if an algorithm does not
    /// take the other's items; `Cycle`.
    pub fn swap_bucket(&mut self, a: i32, b: i32) -> Result<()> {
        self.named_bucket(a)?;
        self.named_bucket(b)?;
        for (above, below) in [(a, b), (b, a)] {
            if above == below || self.ancestors(below).contains(&above) {
                return Err(EditError::Ancestor(above, below));
            }
        }
        self.edit_hierarchy(|map| {
            map.exchange_weights(a, b)?;
            map.exchange_items(a, b)?;
            map.exchange_names(a, b)?;
            map.rebuild_shadows()
        })
    }

    fn exchange_weights(&mut self, a: i32, b: i32) -> Result<()> {
        let weight = |id| self.bucket(id).map_or(0, |bucket| bucket.weight);
        let weights = [(a, weight(b)), (b, weight(a))];
        for (bucket, weight) in weights {
            match self.adjust_item_weight_everywhere(bucket, weight) {
                // A root is in no bucket.
                Err(EditError::NotFoundIn { .. }) => {}
                result => drop(result?),
            }
        }
        Ok(())
    }

    fn exchange_items(&mut self, a: i32, b: i32) -> Result<()> {
        let of_a = self.take_all(a)?;
        let of_b = self.take_all(b)?;
        of_b.into_iter().try_for_each(|(item, weight)| self.bucket_add_item(a, item, weight))?;
        let ascending: BTreeMap<_, _> = of_a.into_iter().collect();
        ascending.into_iter().try_for_each(|(item, weight)| self.bucket_add_item(b, item, weight))
    }

    /// Removes all items of a bucket and returns them with their weights.
    fn take_all(&mut self, id: i32) -> Result<Vec<(i32, u32)>> {
        let bucket = self.bucket(id).ok_or(EditError::UnknownBucket(id))?;
        let weighted =
            bucket.items.iter().enumerate().map(|(place, &item)| (item, item_weight(&bucket, place)));
        let all: Vec<_> = weighted.collect();
        all.iter().try_for_each(|&(item, _)| self.bucket_remove_item(id, item))?;
        Ok(all)
    }

    fn exchange_names(&mut self, a: i32, b: i32) -> Result<()> {
        let of_a = self.names.remove(a).ok_or(EditError::Unnamed(a))?;
        let of_b = self.names.remove(b).ok_or(EditError::Unnamed(b))?;
        self.names.set(a, of_b);
        self.names.set(b, of_a);
        Ok(())
    }
}
