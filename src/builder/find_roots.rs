//! Finding the tops of the hierarchy, in the interface of stand-alone libcrush 1.0 (spec 01 section 7.7).

use super::array::Array;
use super::error::BuildError;
use super::hierarchy::{id_of, items, slot_of, slots};
use crate::abi::crush_map;

/// Ids of all buckets that no bucket has as an item, from -1 down.
///
/// # Errors
/// `InvalidArgument` if an item is a bucket beyond the table, `NoMemory`.
///
/// # Safety
/// The map's table and the buckets in it are valid, and nobody writes them during the call.
pub(crate) unsafe fn find_roots(map: &crush_map) -> Result<Array<i32>, BuildError> {
    // SAFETY: the caller vouches for the table.
    let slots = unsafe { slots(map) };
    // SAFETY: the caller vouches for the buckets.
    let is_item = unsafe { mark_items(map) }?;
    let is_root = |slot: &usize| !slots[*slot].is_null() && is_item[*slot] == 0;
    let roots = || (0..slots.len()).filter(is_root);
    let mut ids = Array::<i32>::zeroed(roots().count())?;
    for (id, slot) in ids.iter_mut().zip(roots()) {
        *id = id_of(slot);
    }
    Ok(ids)
}

/// For each slot, whether its bucket is an item of a bucket.
///
/// # Safety
/// As for [`find_roots`].
unsafe fn mark_items(map: &crush_map) -> Result<Array<u8>, BuildError> {
    // SAFETY: the caller vouches for the table.
    let slots = unsafe { slots(map) };
    let mut is_item = Array::<u8>::zeroed(slots.len())?;
    for &bucket in slots {
        // SAFETY: the caller vouches for the buckets.
        let Some(bucket) = (unsafe { bucket.as_ref() }) else { continue };
        // SAFETY: the caller vouches for the buckets' items.
        for slot in unsafe { items(bucket) }.iter().filter_map(|&item| slot_of(item)) {
            *is_item.get_mut(slot).ok_or(BuildError::InvalidArgument)? = 1;
        }
    }
    Ok(is_item)
}
