//! Reading the bucket table of a map, and one bucket's items, out of C memory.

use super::array::slice;
use crate::abi::{crush_bucket, crush_map};

/// Slot of the bucket with this id, or `None` for a device.
pub(crate) fn slot_of(id: i32) -> Option<usize> {
    if id < 0 { usize::try_from(!id).ok() } else { None }
}

/// Id of the bucket in a slot.
pub(crate) fn id_of(slot: usize) -> i32 {
    i32::try_from(slot).map_or(i32::MIN, |slot| !slot)
}

/// Number of slots of the bucket table; a negative count is none.
pub(crate) fn slot_count(map: &crush_map) -> usize {
    usize::try_from(map.max_buckets).unwrap_or(0)
}

/// The bucket table; empty when the map has none.
///
/// # Safety
/// `map.buckets` is NULL or points to `map.max_buckets` pointers, which nobody writes during `'a`.
pub(crate) unsafe fn slots<'a>(map: &crush_map) -> &'a [*mut crush_bucket] {
    // SAFETY: the caller vouches for the table.
    unsafe { slice(map.buckets, slot_count(map)) }
}

/// The items of a bucket; none when the array is missing.
///
/// # Safety
/// `bucket.items` is NULL or points to `bucket.size` ids, which nobody writes during `'a`.
pub(crate) unsafe fn items<'a>(bucket: &crush_bucket) -> &'a [i32] {
    // SAFETY: the caller vouches for the array.
    unsafe { slice(bucket.items, bucket.size as usize) }
}
