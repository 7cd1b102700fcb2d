//! Sums up a map once its structure is complete (spec 03 section 2.3).

use super::hierarchy::{items, slots};
use crate::abi::crush_map;

/// Computes `working_size` and `max_devices`.
///
/// # Safety
/// The map's table and the buckets in it are valid, and nobody writes them during the call.
pub(crate) unsafe fn finalize(map: &mut crush_map) {
    // A negative count is no buckets, as everywhere (spec 02 section 13.1).
    let table = 8_usize.wrapping_mul(usize::try_from(map.max_buckets).unwrap_or(0));
    let mut working_size = table.wrapping_add(8);
    let mut max_devices = 0_i32;
    // SAFETY: the caller vouches for the table.
    for &bucket in unsafe { slots(map) } {
        // SAFETY: the caller vouches for the buckets.
        let Some(bucket) = (unsafe { bucket.as_ref() }) else { continue };
        let record = 4_usize.wrapping_mul(bucket.size as usize).wrapping_add(16);
        working_size = working_size.wrapping_add(record);
        // SAFETY: the caller vouches for the buckets and their items.
        for &item in unsafe { items(bucket) } {
            if item >= max_devices {
                max_devices = item.wrapping_add(1);
            }
        }
    }
    map.working_size = working_size;
    map.max_devices = max_devices;
}
