//! Replacements that Rust code owns, as the C array that mapping wants.

use super::ChooseArgs;
use crate::abi::{crush_choose_arg, crush_weight_set};
use core::ptr;
use std::collections::TryReserveError;

/// Replacements for one bucket: ids to hash instead of the items, and weights for each position of the result.
#[derive(Clone, Copy, Debug)]
pub struct Replacement<'a> {
    /// Slot of the bucket, `-1 - id`.
    pub slot: usize,
    /// As many as the bucket has items, or none.
    pub ids: &'a [i32],
    /// Weights, 16.16, as many in each set as the bucket has items.
    pub weight_set: &'a [Vec<u32>],
}

/// A C array of replacements, one for each bucket slot, together with the memory that it points into.
///
/// C code may read the array as long as this lives, and must not change or free it.
#[derive(Debug, Default)]
pub struct ChooseArgTable {
    args: Vec<crush_choose_arg>,
    sets: Vec<crush_weight_set>,
    weights: Vec<u32>,
    ids: Vec<i32>,
}

// SAFETY: the pointers lead into the vectors beside them, which move between threads together with them.
unsafe impl Send for ChooseArgTable {}
// SAFETY: `&self` gives read access only.
unsafe impl Sync for ChooseArgTable {}

impl ChooseArgTable {
    /// Makes an array of `slots` entries from the replacements of some of them; the others replace nothing. Of several
    /// for one slot the last one counts, and slots beyond the array are left out.
    ///
    /// # Errors
    /// Not enough memory.
    pub fn new<'a, I>(slots: usize, replacements: I) -> Result<Self, TryReserveError>
    where
        I: Iterator<Item = Replacement<'a>> + Clone,
    {
        let mut table = Self::default();
        table.reserve(slots, replacements.clone())?;
        table.args.resize(slots, NOTHING);
        for replacement in replacements {
            let arg = table.store(&replacement);
            if let Some(place) = table.args.get_mut(replacement.slot) {
                *place = arg;
            }
        }
        Ok(table)
    }

    /// Makes room for everything at once: the vectors must not move any more when pointers lead into them.
    fn reserve<'a, I>(&mut self, slots: usize, replacements: I) -> Result<(), TryReserveError>
    where
        I: Iterator<Item = Replacement<'a>>,
    {
        let (mut sets, mut weights, mut ids) = (0_usize, 0_usize, 0_usize);
        for replacement in replacements {
            sets = sets.saturating_add(replacement.weight_set.len());
            weights = replacement.weight_set.iter().fold(weights, |sum, set| sum.saturating_add(set.len()));
            ids = ids.saturating_add(replacement.ids.len());
        }
        self.args.try_reserve_exact(slots)?;
        self.sets.try_reserve_exact(sets)?;
        self.weights.try_reserve_exact(weights)?;
        self.ids.try_reserve_exact(ids)
    }

    /// Copies a replacement into the reserved memory.
    fn store(&mut self, replacement: &Replacement<'_>) -> crush_choose_arg {
        let first_set = self.sets.len();
        for weights in replacement.weight_set {
            let (weights, size) = append(&mut self.weights, weights);
            self.sets.push(crush_weight_set { weights, size });
        }
        let (weight_set, weight_set_positions) = tail(&mut self.sets, first_set);
        let (ids, ids_size) = append(&mut self.ids, replacement.ids);
        crush_choose_arg { ids, ids_size, weight_set, weight_set_positions }
    }

    /// The array for C code, one entry for each slot.
    pub fn as_ptr(&self) -> *const crush_choose_arg {
        self.args.as_ptr()
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        self.args.len()
    }

    /// Whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.args.is_empty()
    }

    /// The array for mapping.
    pub fn view(&self) -> ChooseArgs<'_> {
        let len = u32::try_from(self.len()).unwrap_or(u32::MAX);
        // SAFETY: entries point into this table's vectors, which `new` sized once and nobody changes afterwards.
        unsafe { ChooseArgs::from_ptr(self.as_ptr(), len) }
    }
}

/// An entry that replaces nothing.
const NOTHING: crush_choose_arg = crush_choose_arg {
    ids: ptr::null_mut(),
    ids_size: 0,
    weight_set: ptr::null_mut(),
    weight_set_positions: 0,
};

/// Appends `source`, for which room is reserved, and returns where it is; NULL for nothing.
fn append<T: Copy>(store: &mut Vec<T>, source: &[T]) -> (*mut T, u32) {
    let first = store.len();
    store.extend_from_slice(source);
    tail(store, first)
}

/// Where the elements from `first` on are, and how many; NULL for none.
fn tail<T>(store: &mut Vec<T>, first: usize) -> (*mut T, u32) {
    match u32::try_from(store.len() - first) {
        Ok(len @ 1..) => (store.as_mut_ptr().wrapping_add(first), len),
        _ => (ptr::null_mut(), 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_found_by_bucket_and_position() {
        let sets = [vec![1, 2], vec![3, 4]];
        let replacements = [
            Replacement { slot: 1, ids: &[7, 8], weight_set: &sets },
            Replacement { slot: 9, ids: &[1], weight_set: &[] },
        ];
        let table = ChooseArgTable::new(3, replacements.into_iter()).unwrap();
        let view = table.view();
        assert_eq!((table.len(), table.is_empty()), (3, false));
        assert_eq!((view.at(-2, 0).ids, view.at(-2, 0).weights), (&[7, 8][..], &[1, 2][..]));
        assert_eq!(view.at(-2, 5).weights, [3, 4]);
        assert!(view.at(-1, 0).weights.is_empty() && view.at(-10, 0).ids.is_empty());
    }
}
