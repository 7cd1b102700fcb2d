//! All sums computed anew (spec 06 sections 4.3 and 8).
#![forbid(unsafe_code)]

use super::Result;
use super::bucket_items::slot;
use crate::builder::BuildError;
use crate::map::choose_args::ChooseArgsMap;
use crate::map::model::Map;
use std::collections::HashMap;

impl Map {
    /// Computes the weights of all buckets anew from the devices up, and those in weight-sets; then the shadow trees.
    ///
    /// As in the original, list sums and the inner nodes of trees are not computed anew, and of a weight-set only the first
    /// position is: it gets the sums of the last.
    ///
    /// # Errors
    /// `Cycle`, `NoMemory`.
    pub fn reweight(&mut self) -> Result<()> {
        self.edit_hierarchy(|map| {
            for root in map.nonshadow_roots() {
                match map.crush.reweight(root) {
                    // Upstream does not ask how this ended.
                    Ok(()) | Err(BuildError::WeightOverflow) => {}
                    Err(error) => return Err(error.into()),
                }
                map.reweight_choose_args(root);
            }
            let _ = map.rebuild_shadows();
            Ok(())
        })
    }

    fn reweight_choose_args(&mut self, root: i32) {
        // Children before parents; a bucket that is below several is summed up once, since a second time changes nothing.
        let order = self.buckets_bottom_up(root);
        let mut choose_args = core::mem::take(&mut self.choose_args);
        for args in choose_args.values_mut() {
            let mut sums = HashMap::<i32, Vec<u32>>::new();
            for &bucket in &order {
                let of_bucket = self.reweight_args(args, bucket, &sums);
                sums.insert(bucket, of_bucket);
            }
        }
        self.choose_args = choose_args;
    }

    /// The sum of each position of a bucket's weight-set, with children's sums put in.
    fn reweight_args(&self, args: &mut ChooseArgsMap, id: i32, sums: &HashMap<i32, Vec<u32>>) -> Vec<u32> {
        let items = self.bucket(id).map_or(&[][..], |bucket| bucket.items);
        let Some(entry) = args.0.get_mut(&slot(id)) else { return Vec::new() };
        let mut own = vec![0_u32; entry.weight_set.len()];
        let Some(first) = entry.weight_set.first_mut() else { return own };
        for (place, &item) in items.iter().enumerate() {
            let Some(weight) = first.get_mut(place) else { continue };
            for (position, sum) in own.iter_mut().enumerate() {
                if item < 0 {
                    let of_child = sums.get(&item).and_then(|sums| sums.get(position));
                    *weight = of_child.copied().unwrap_or(0);
                }
                *sum = sum.wrapping_add(*weight);
            }
        }
        own
    }

    fn buckets_bottom_up(&self, root: i32) -> Vec<i32> {
        let mut order = Vec::new();
        let mut path = vec![(root, 0)];
        let mut entered = std::collections::HashSet::from([root]);
        while let Some((id, place)) = path.last_mut() {
            let item = self.bucket(*id).and_then(|bucket| bucket.items.get(*place).copied());
            *place += 1;
            match item {
                Some(item @ ..0) if self.bucket(item).is_some() && entered.insert(item) => {
                    path.push((item, 0))
                }
                Some(_) => {}
                None => {
                    order.push(*id);
                    path.pop();
                }
            }
        }
        order
    }
}
