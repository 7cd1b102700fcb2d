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
/// Writes nothing behind `working_size`, even if the map has grown since that was computed.
///
/// # Safety
/// `workspace` is NULL or points to `crush_map.working_size` bytes that nobody else uses meanwhile.
pub(crate) unsafe fn init_workspace(map: &MapView<'_>, workspace: *mut c_void) {
    // SAFETY: the caller vouches for these bytes.
    let bytes = unsafe { slice_from_ptr_mut(workspace.cast::<u8>(), map.header().working_size) };
    let base = workspace.addr();
    write_address(bytes, 0, base.wrapping_add(HEAD));
    let mut record = (HEAD as u64).wrapping_add(u64::from(map.max_buckets()) * TABLE_ENTRY as u64);
    for (slot, bucket) in map.bucket_headers() {
        let Ok(offset) = usize::try_from(record) else { return };
        if offset.checked_add(RECORD).is_none_or(|end| end > bytes.len()) {
            return;
        }
        write_address(bytes, HEAD + slot * TABLE_ENTRY, base.wrapping_add(offset));
        write(bytes, offset, &[0; 8]);
        write_address(bytes, offset + 8, base.wrapping_add(offset + RECORD));
        record += RECORD as u64 + 4 * u64::from(bucket.size);
    }
}

/// Writes a pointer at `offset`, at whatever alignment that is.
fn write_address(bytes: &mut [u8], offset: usize, address: usize) {
    write(bytes, offset, &address.to_ne_bytes());
}

fn write(bytes: &mut [u8], offset: usize, value: &[u8]) {
    if let Some(place) = offset.checked_add(value.len()).and_then(|end| bytes.get_mut(offset..end)) {
        place.copy_from_slice(value);
    }
}
