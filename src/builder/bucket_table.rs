//! The buckets of a map (spec 03 section 4).

use super::array::Column;
use super::destroy;
use super::error::BuildError;
use super::hierarchy::{id_of, slot_count, slot_of, slots};
use crate::abi::{crush_bucket, crush_map};
use core::ptr::NonNull;

/// Id of the first empty slot, or of the one after the last.
///
/// # Safety
/// The map's bucket table is valid, and nobody writes it during the call.
pub(crate) unsafe fn next_id(map: &crush_map) -> i32 {
    // SAFETY: the caller vouches for the table.
    let slots = unsafe { slots(map) };
    id_of(slots.iter().position(|bucket| bucket.is_null()).unwrap_or(slots.len()))
}

/// Puts a bucket into the slot of `id`, or into the first empty one for id 0, and returns the id.
///
/// The table doubles, from 8, until it has the slot. It stays grown when the slot turns out to be taken.
///
/// # Safety
/// The map's bucket table is a C block or NULL, `bucket` points to a bucket, and nobody else uses them during the call.
pub(crate) unsafe fn add(
    map: &mut crush_map,
    id: i32,
    bucket: NonNull<crush_bucket>,
) -> Result<i32, BuildError> {
    // SAFETY: the caller vouches for the table.
    let id = if id == 0 { unsafe { next_id(map) } } else { id };
    let slot = slot_of(id).ok_or(BuildError::InvalidArgument)?;
    // SAFETY: the caller vouches for the table.
    unsafe { set_slot_count(map, doubled_to_hold(slot, slot_count(map))?) }?;
    // SAFETY: the caller vouches for the table, whose length is kept up to date.
    unsafe { place(map, slot, bucket) }?;
    // SAFETY: the caller vouches for the bucket.
    unsafe { (*bucket.as_ptr()).id = id };
    Ok(id)
}

/// Puts a bucket into an empty slot that exists, whatever its id.
///
/// # Safety
/// The map's bucket table is valid, and nobody else uses it during the call.
pub(crate) unsafe fn place(
    map: &mut crush_map,
    slot: usize,
    bucket: NonNull<crush_bucket>,
) -> Result<(), BuildError> {
    // SAFETY: the caller vouches for the table.
    let mut table = unsafe { table(map) };
    let entry = table.get_mut(slot).ok_or(BuildError::InvalidArgument)?;
    if !entry.is_null() {
        return Err(BuildError::BucketExists);
    }
    *entry = bucket.as_ptr();
    Ok(())
}

/// Empties the slot of a bucket's id, whatever bucket is there, and frees the bucket.
///
/// # Safety
/// The map's bucket table is valid, `bucket` is one that may be destroyed, and nobody else uses them.
pub(crate) unsafe fn remove(map: &mut crush_map, bucket: NonNull<crush_bucket>) {
    // SAFETY: the caller vouches for the bucket.
    let id = unsafe { (*bucket.as_ptr()).id };
    if let Some(slot) = slot_of(id) {
        // SAFETY: the caller vouches for the table.
        unsafe { clear(map, slot) };
    }
    // SAFETY: the caller gives the bucket up.
    unsafe { destroy::bucket(bucket.as_ptr()) };
}

/// Empties a slot, if it exists, and frees nothing.
///
/// # Safety
/// The map's bucket table is valid, and nobody else uses it during the call.
pub(crate) unsafe fn clear(map: &mut crush_map, slot: usize) {
    // SAFETY: the caller vouches for the table.
    let mut table = unsafe { table(map) };
    if let Some(entry) = table.get_mut(slot) {
        *entry = core::ptr::null_mut();
    }
}

/// Gives the table exactly `count` slots; slots that are new, or missing because there was no table, are empty.
///
/// # Safety
/// The map's bucket table is a C block or NULL, and nobody else uses it during the call.
pub(crate) unsafe fn set_slot_count(map: &mut crush_map, count: usize) -> Result<(), BuildError> {
    let max_buckets = i32::try_from(count).map_err(|_| BuildError::NoMemory)?;
    // SAFETY: the caller vouches for the table.
    let mut table = unsafe { table(map) };
    if table.len() != count {
        table.resize(count)?;
    }
    map.max_buckets = max_buckets;
    Ok(())
}

/// # Safety
/// The map's bucket table is a C block or NULL, and nobody else uses it during the life of the result.
unsafe fn table(map: &mut crush_map) -> Column<'_, *mut crush_bucket> {
    let count = slot_count(map);
    // SAFETY: the caller vouches for the table.
    unsafe { Column::new(&mut map.buckets, count) }
}

/// Doubles a table of `count` slots until it holds `slot`.
fn doubled_to_hold(slot: usize, mut count: usize) -> Result<usize, BuildError> {
    while slot >= count {
        count = if count == 0 { 8 } else { count.checked_mul(2).ok_or(BuildError::NoMemory)? };
    }
    Ok(count)
}
