//! Weight sets and ids for a whole map in one block (spec 03 section 11).
//!
//! The block holds, one after the other: a record for each bucket slot; the weight sets of all buckets, one for each
//! position; their weights; the ids of all buckets.

use super::alloc::{self, NoMemory};
use super::hierarchy::{items, slots};
use super::item_weight::item_weight;
use super::stored::read_bucket;
use crate::abi::{crush_bucket, crush_choose_arg, crush_map, crush_weight_set};
use core::ptr::NonNull;

/// Makes choose_args that change nothing: every bucket's own ids and weights, the latter for each of `positions`.
///
/// # Safety
/// The map's table and the buckets in it are valid, and nobody writes them during the call.
pub(crate) unsafe fn make(map: &crush_map, positions: u32) -> Result<NonNull<crush_choose_arg>, NoMemory> {
    // SAFETY: the caller vouches for the table.
    let slots = unsafe { slots(map) };
    // SAFETY: the caller vouches for the buckets.
    let buckets = || slots.iter().filter_map(|bucket| unsafe { bucket.as_ref() });
    let sets = product(buckets().count() as u64, positions.into())?;
    let items =
        buckets().try_fold(0_u64, |sum, bucket| sum.checked_add(bucket.size.into())).ok_or(NoMemory)?;
    let weights = product(items, positions.into())?;
    let mut layout = Layout::default();
    layout.reserve::<crush_choose_arg>(slots.len() as u64)?;
    let sets = layout.reserve::<crush_weight_set>(sets)?;
    let weights = layout.reserve::<u32>(weights)?;
    let ids = layout.reserve::<i32>(items)?;
    let block = alloc::zeroed(layout.bytes)?;
    let at = |offset| block.as_ptr().wrapping_add(offset);
    let mut areas = Areas { sets: at(sets).cast(), weights: at(weights).cast(), ids: at(ids).cast() };
    for (slot, &bucket) in slots.iter().enumerate() {
        // SAFETY: the areas were sized for the buckets of this map, and each is entered once, in order.
        let Some(record) = (unsafe { areas.fill(bucket, positions) }) else { continue };
        // SAFETY: the block begins with a record for each slot.
        let target = unsafe { block.cast::<crush_choose_arg>().add(slot) };
        // SAFETY: as above.
        unsafe { target.write(record) };
    }
    Ok(block.cast())
}

fn product(a: u64, b: u64) -> Result<u64, NoMemory> {
    a.checked_mul(b).ok_or(NoMemory)
}

/// Sums up the areas of the block, whose size must fit a C `int`.
#[derive(Default)]
struct Layout {
    bytes: usize,
}

impl Layout {
    /// Adds room for `count` elements and returns the offset of the first.
    fn reserve<T>(&mut self, count: u64) -> Result<usize, NoMemory> {
        let offset = self.bytes;
        let bytes = alloc::bytes_of::<T>(usize::try_from(count).map_err(|_| NoMemory)?)?;
        self.bytes = offset.checked_add(bytes).filter(|&sum| i32::try_from(sum).is_ok()).ok_or(NoMemory)?;
        Ok(offset)
    }
}

/// Where the next weight set, weight and id go.
struct Areas {
    sets: *mut crush_weight_set,
    weights: *mut u32,
    ids: *mut i32,
}

impl Areas {
    /// Copies one bucket's weights and ids; `None` for NULL.
    ///
    /// # Safety
    /// `bucket` is NULL or valid, and the areas have room for `positions` weight sets of its size and for its ids.
    unsafe fn fill(&mut self, bucket: *const crush_bucket, positions: u32) -> Option<crush_choose_arg> {
        // SAFETY: the caller vouches for a bucket that is not NULL.
        let header = unsafe { bucket.as_ref() }?;
        // SAFETY: the caller vouches for the bucket.
        let stored = unsafe { read_bucket(bucket) };
        let size = header.size as usize;
        let (weight_set, ids) = (self.sets, take(&mut self.ids, size));
        // SAFETY: the caller vouches for the bucket's items.
        for (place, &item) in unsafe { items(header) }.iter().enumerate() {
            // SAFETY: `place < size`, and there is room for `size` ids.
            unsafe { ids.wrapping_add(place).write(item) };
        }
        for _ in 0..positions {
            let weights = take(&mut self.weights, size);
            for place in 0..size {
                let weight = stored.map_or(0, |stored| item_weight(&stored, place));
                // SAFETY: `place < size`, and there is room for `size` weights.
                unsafe { weights.wrapping_add(place).write(weight) };
            }
            let set = take(&mut self.sets, 1);
            // SAFETY: there is room for `positions` sets.
            unsafe { set.write(crush_weight_set { weights, size: header.size }) };
        }
        Some(crush_choose_arg { ids, ids_size: header.size, weight_set, weight_set_positions: positions })
    }
}

/// Takes room for `len` elements off an area and returns where it begins.
fn take<T>(area: &mut *mut T, len: usize) -> *mut T {
    let first = *area;
    *area = first.wrapping_add(len);
    first
}
