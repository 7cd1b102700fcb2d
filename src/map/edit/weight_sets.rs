//! Choose_args: making, removing and adjusting weight-sets (spec 06 section 9).
#![forbid(unsafe_code)]

use super::adjust_weight::Propagation;
use super::bucket_items::slot;
use super::{EditError, Result};
use crate::builder::item_weight::item_weight;
use crate::builder::{StoredBucket, StoredWeights};
use crate::map::choose_args::{BucketArgs, ChooseArgsMap};
use crate::map::limits;
use crate::map::model::Map;

impl Map {
    /// Makes choose_args in which every straw2 bucket has a weight-set of so many positions, all equal to the items'
    /// weights. An index is a pool's id, or [`DEFAULT_CHOOSE_ARGS`](super::super::DEFAULT_CHOOSE_ARGS).
    ///
    /// # Errors
    /// `ChooseArgsExist`, `TooLarge`.
    pub fn choose_args_create(&mut self, index: i64, positions: usize) -> Result<()> {
        if self.choose_args.contains_key(&index) {
            return Err(EditError::ChooseArgsExist(index));
        }
        self.require_room(positions, self.choose_args.len() + 1)?;
        self.edit(|map| {
            let straw2 =
                map.buckets().filter(|bucket| matches!(bucket.weights, StoredWeights::Straw2 { .. }));
            let entries = straw2.map(|bucket| (slot(bucket.id), replacement(&bucket, positions)));
            let args = ChooseArgsMap(entries.collect());
            map.choose_args.insert(index, args);
            Ok(())
        })
    }

    fn require_room(&self, positions: usize, maps: usize) -> Result<()> {
        let limit = |of, count: usize, limit| {
            if count > limit { Err(EditError::TooLarge { of, limit }) } else { Ok(()) }
        };
        let items: usize = self.buckets().map(|bucket| bucket.items.len()).sum();
        limit("positions of a weight-set", positions, limits::MAX_POSITIONS)?;
        limit("choose_args", maps, limits::MAX_CHOOSE_ARGS)?;
        limit("weights in weight-sets", items.saturating_mul(positions), limits::MAX_WEIGHTS)
    }

    /// Removes choose_args; says whether there were any of this index.
    pub fn choose_args_remove(&mut self, index: i64) -> bool {
        self.choose_args.remove(&index).is_some()
    }

    /// Removes all choose_args.
    pub fn choose_args_clear(&mut self) {
        self.choose_args.clear();
    }

    /// Sets the weights, 16.16, of an item in a weight-set, one for each position, wherever the item is; sums are brought up
    /// to the roots. All buckets without a weight-set get one. Returns the number of changes.
    ///
    /// ```
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use crush::map::{DEFAULT_CHOOSE_ARGS, Location, Map};
    ///
    /// let mut map = Map::new()?;
    /// map.set_type_name(0, "osd")?;
    /// map.set_type_name(1, "root")?;
    /// let default: Location = [("root", "default")].into_iter().collect();
    /// map.insert_item(0, 1.0, "osd.0", &default)?;
    /// map.choose_args_create(DEFAULT_CHOOSE_ARGS, 1)?;
    /// map.choose_args_adjust_item_weight(DEFAULT_CHOOSE_ARGS, 0, &[0x8000])?;
    /// assert_eq!(map.choose_args()[&DEFAULT_CHOOSE_ARGS].0[&0].weight_set, [[0x8000]]);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// `UnknownChooseArgs`, `NotInWeightSets`, `TooManyPaths`, `Cycle`.
    pub fn choose_args_adjust_item_weight(
        &mut self,
        index: i64,
        item: i32,
        weights: &[u32],
    ) -> Result<usize> {
        if !self.choose_args.contains_key(&index) {
            return Err(EditError::UnknownChooseArgs(index));
        }
        self.edit_hierarchy(|map| {
            let mut propagation = Propagation::new(map);
            let changes = Adjuster::new(map, &mut propagation, index).adjust(item, weights.to_vec())?;
            if changes == 0 { Err(EditError::NotInWeightSets(item)) } else { Ok(changes) }
        })
    }

    /// As [`choose_args_adjust_item_weight`](Self::choose_args_adjust_item_weight) for weights that are no integers.
    ///
    /// # Errors
    /// `WeightOutOfRange`, and those of `choose_args_adjust_item_weight`.
    pub fn choose_args_adjust_item_weightf(
        &mut self,
        index: i64,
        item: i32,
        weights: &[f64],
    ) -> Result<usize> {
        let fixed: Result<Vec<_>> = weights.iter().map(|&weight| fixed(weight)).collect();
        self.choose_args_adjust_item_weight(index, item, &fixed?)
    }

    /// Drops what stands in for buckets that do not exist or are not straw2 (spec 04 section 4.1).
    pub(super) fn clean_up_choose_args(&mut self) {
        let (crush, choose_args) = (&self.crush, &mut self.choose_args);
        let straw2 = |slot: u32| {
            let bucket = crush.bucket(slot as usize);
            bucket.is_some_and(|bucket| matches!(bucket.weights, StoredWeights::Straw2 { .. }))
        };
        choose_args.values_mut().for_each(|args| args.0.retain(|&slot, _| straw2(slot)));
    }
}

/// The 16.16 integer of a weight in double precision.
fn fixed(weight: f64) -> Result<u32> {
    let scaled = (weight * 65536.0).trunc();
    if (0.0..2_147_483_648.0).contains(&scaled) {
        Ok(scaled as u32)
    } else {
        Err(EditError::WeightOutOfRange(weight.to_string()))
    }
}

/// A weight-set with the weights of a bucket's items in all positions.
fn replacement(bucket: &StoredBucket<'_>, positions: usize) -> BucketArgs {
    let weights: Vec<_> = (0..bucket.items.len()).map(|place| item_weight(bucket, place)).collect();
    BucketArgs { ids: Vec::new(), weight_set: vec![weights; positions] }
}

/// An item whose weights are being set in one bucket after the other.
struct Frame {
    item: i32,
    weights: Vec<u32>,
    next_slot: u32,
}

/// Sets weights in one map of choose_args. Changed buckets get their own sums set in the buckets above before the next
/// bucket is looked at, as in the original; only so it ends with the same weights when some buckets had no weight-set.
pub(super) struct Adjuster<'a> {
    map: &'a mut Map,
    propagation: &'a mut Propagation,
    index: i64,
}

impl<'a> Adjuster<'a> {
    pub(super) fn new(map: &'a mut Map, propagation: &'a mut Propagation, index: i64) -> Self {
        Self { map, propagation, index }
    }

    /// Sets the weights of an item in all buckets and returns the number of changes.
    pub(super) fn adjust(&mut self, item: i32, weights: Vec<u32>) -> Result<usize> {
        let mut changes = 0;
        let mut stack = vec![Frame { item, weights, next_slot: 0 }];
        while let Some(frame) = stack.last_mut() {
            let Some(slot) = self.next_bucket(frame) else {
                stack.pop();
                continue;
            };
            frame.next_slot = slot + 1;
            self.propagation.count(item)?;
            let changed = self.adjust_in(slot, frame)?;
            changes += changed;
            let bucket = !slot.cast_signed();
            if changed > 0
                && let Some(weights) = self.map.weight_set_sums(self.index, bucket)
            {
                stack.push(Frame { item: bucket, weights, next_slot: 0 });
            }
        }
        Ok(changes)
    }

    /// The next bucket that has the item in it or lacks a weight-set.
    fn next_bucket(&self, frame: &Frame) -> Option<u32> {
        let parents = self.propagation.parents.of(frame.item);
        let from = parents.partition_point(|&parent| slot(parent) < frame.next_slot);
        let parent = parents.get(from).map(|&parent| slot(parent));
        let missing = self.propagation.missing.get(&self.index);
        let missing = missing.and_then(|missing| missing.range(frame.next_slot..).next().copied());
        parent.into_iter().chain(missing).min()
    }

    /// Changes of one bucket; none if its weight-set has another number of positions.
    fn adjust_in(&mut self, slot: u32, frame: &Frame) -> Result<usize> {
        let mut changed = 0;
        let missing = self.propagation.missing.get_mut(&self.index);
        if missing.is_some_and(|missing| missing.remove(&slot)) {
            self.create(slot)?;
            changed += 1;
        }
        let items = self.map.crush.bucket(slot as usize).map_or(&[][..], |bucket| bucket.items);
        let Some(args) = self.map.choose_args.get_mut(&self.index) else { return Ok(0) };
        let Some(entry) = args.0.get_mut(&slot) else { return Ok(0) };
        if entry.weight_set.len() != frame.weights.len() {
            return Ok(0);
        }
        for place in (0..items.len()).filter(|&place| items[place] == frame.item) {
            for (set, &weight) in entry.weight_set.iter_mut().zip(&frame.weights) {
                set.get_mut(place).into_iter().for_each(|entry| *entry = weight);
            }
            changed += 1;
        }
        Ok(changed)
    }

    fn create(&mut self, slot: u32) -> Result<()> {
        let Some(bucket) = self.map.crush.bucket(slot as usize) else { return Ok(()) };
        let Some(args) = self.map.choose_args.get_mut(&self.index) else { return Ok(()) };
        let positions = args.positions();
        let entry = args.0.entry(slot).or_default();
        entry.weight_set = replacement(&bucket, positions).weight_set;
        Ok(())
    }
}
