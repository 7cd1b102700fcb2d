//! The caller's workspace: bytes at any alignment (spec 02 section 4).

use super::map::MapView;
use super::slice::slice_from_ptr_mut;
use crate::abi::{crush_work, crush_work_bucket};
use crate::mapper::{Slot, Topology};
use core::ffi::c_void;

const HEAD: usize = size_of::<crush_work>();
const TABLE_ENTRY: usize = size_of::<*mut crush_work_bucket>();
const RECORD: usize = size_of::<crush_work_bucket>();

/// The `len` places behind the part of the workspace that belongs to the map's buckets; none when it is NULL.
///
/// # Safety
/// `workspace` is NULL or points to `crush_map.working_size` bytes and `len` integers more, which nobody else uses during
/// `'a`.
pub(crate) unsafe fn scratch_of<'a>(map: &MapView<'_>, workspace: *mut c_void, len: usize) -> &'a mut [Slot] {
    if workspace.is_null() {
        return &mut [];
    }
    let scratch = workspace.cast::<u8>().wrapping_add(map.header().working_size);
    // SAFETY: the caller vouches for these bytes, and any four bytes are a `Slot`, at any alignment.
    unsafe { slice_from_ptr_mut(scratch.cast(), len) }
}

/// Writes what the C interface says a fresh workspace holds: for each bucket a record with an empty permutation.
///
/// Writes nothing behind `working_size`, even if the map has grown since that was computed. With the feature
/// `lazy-workspace` only the head is written, since mapping reads none of it.
///
/// # Safety
/// `workspace` is NULL or points to `crush_map.working_size` bytes that nobody else uses meanwhile.
pub(crate) unsafe fn init_workspace(map: &MapView<'_>, workspace: *mut c_void) {
    // SAFETY: the caller vouches for these bytes.
    let bytes = unsafe { slice_from_ptr_mut(workspace.cast::<u8>(), map.header().working_size) };
    let base = workspace.addr();
    write(bytes, 0, base.wrapping_add(HEAD).to_ne_bytes());
    if cfg!(not(feature = "lazy-workspace")) {
        write_records(map, bytes, base);
    }
}

/// Writes the record of each bucket, and its address into the table.
fn write_records(map: &MapView<'_>, bytes: &mut [u8], base: usize) {
    let mut offset = (HEAD as u64).wrapping_add(u64::from(map.max_buckets()) * TABLE_ENTRY as u64);
    for (slot, bucket) in map.bucket_headers() {
        let Some(place) = usize::try_from(offset).ok().filter(|&place| place <= bytes.len()) else {
            return;
        };
        if bytes.len() - place < RECORD {
            return;
        }
        write(bytes, place, record(base.wrapping_add(place)));
        write(bytes, HEAD + slot * TABLE_ENTRY, base.wrapping_add(place).to_ne_bytes());
        offset += RECORD as u64 + 4 * u64::from(bucket.size);
    }
}

/// The record at `address` of an empty permutation, whose places follow it.
#[inline]
fn record(address: usize) -> [u8; RECORD] {
    let mut record = [0; RECORD];
    record[RECORD - TABLE_ENTRY..].copy_from_slice(&address.wrapping_add(RECORD).to_ne_bytes());
    record
}

/// Writes a value at `offset`, at whatever alignment that is, if there is room.
#[inline]
fn write<const N: usize>(bytes: &mut [u8], offset: usize, value: [u8; N]) {
    if let Some(place) = bytes.get_mut(offset..).and_then(|bytes| bytes.first_chunk_mut()) {
        *place = value;
    }
}
