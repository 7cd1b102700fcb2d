//! Weight-sets and ids that stand in for a bucket's own while choosing (spec 04 section 2.4).
#![forbid(unsafe_code)]

use crate::view::{ChooseArgTable, Replacement};
use std::collections::{BTreeMap, TryReserveError};

/// Index of the choose_args that serve all pools without their own; text and trees call it "(compat)".
pub const DEFAULT_CHOOSE_ARGS: i64 = -1;

/// What stands in for one bucket.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BucketArgs {
    /// Ids to hash instead of the items, as many as the bucket has items; or none.
    pub ids: Vec<i32>,
    /// Weights, 16.16, for each position of the result; later positions use the last set.
    pub weight_set: Vec<Vec<u32>>,
}

impl BucketArgs {
    /// Whether nothing stands in for anything.
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty() && self.weight_set.is_empty()
    }
}

/// The choose_args of one index: an entry for each bucket that has one, by slot (`-1 - id`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChooseArgsMap(pub BTreeMap<u32, BucketArgs>);

impl ChooseArgsMap {
    /// Positions of the first bucket that has any, else 1 (spec 06 section 9.1).
    pub fn positions(&self) -> usize {
        self.0.values().map(|args| args.weight_set.len()).find(|&positions| positions > 0).unwrap_or(1)
    }

    /// Entries that stand in for anything, slots ascending.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &BucketArgs)> + Clone {
        self.0.iter().filter(|(_, args)| !args.is_empty()).map(|(&slot, args)| (slot, args))
    }

    /// The C form, for a map of `slots` bucket slots.
    ///
    /// # Errors
    /// Not enough memory.
    pub fn table(&self, slots: usize) -> Result<ChooseArgTable, TryReserveError> {
        let entries = self.iter().map(|(slot, args)| Replacement {
            slot: slot as usize,
            ids: &args.ids,
            weight_set: &args.weight_set,
        });
        ChooseArgTable::new(slots, entries)
    }
}
