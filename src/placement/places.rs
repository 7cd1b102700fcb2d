//! Where each device of a long set is.
#![forbid(unsafe_code)]

use std::collections::{BTreeMap, BTreeSet};

/// Positions of the devices of a set, for sets so long that looking through them for each pair of a file would take too
/// long: an explicit set and the pairs of a PG may be of any length.
pub(super) struct Places(BTreeMap<i32, BTreeSet<usize>>);

impl Places {
    pub(super) fn of(set: &[i32]) -> Self {
        let mut places: BTreeMap<i32, BTreeSet<usize>> = BTreeMap::new();
        for (place, &osd) in set.iter().enumerate() {
            places.entry(osd).or_default().insert(place);
        }
        Self(places)
    }

    pub(super) fn first(&self, osd: i32) -> Option<usize> {
        self.0.get(&osd)?.first().copied()
    }

    /// The device at a place becomes another.
    pub(super) fn replace(&mut self, place: usize, from: i32, to: i32) {
        if let Some(places) = self.0.get_mut(&from) {
            places.remove(&place);
        }
        self.0.entry(to).or_default().insert(place);
    }
}
