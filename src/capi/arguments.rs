//! What C programs pass, as Rust values.

use crate::abi::crush_map;
use crate::builder::array::slice;
use crate::builder::header::BucketKind;
use crate::builder::plain::Plain;
use crate::builder::straw_lengths::StrawVersion;
use core::ffi::{c_char, c_int};

/// Hash and type of a new bucket; only the low bits fit, as upstream.
pub(crate) fn bucket_kind(hash: c_int, r#type: c_int) -> BucketKind {
    BucketKind { hash: hash as u8, r#type: r#type as u16 }
}

/// The `size` elements at `first`; `None` for a negative size, and for NULL unless the size is 0.
///
/// # Safety
/// `first` is NULL or points to `size` ints, which nobody writes during `'a`.
pub(crate) unsafe fn elements<'a, T: Plain>(first: *mut T, size: c_int) -> Option<&'a [T]> {
    let len = usize::try_from(size).ok()?;
    if first.is_null() && len > 0 {
        return None;
    }
    // SAFETY: the caller vouches for the elements.
    Some(unsafe { slice(first, len) })
}

/// The `len` bytes at `first`; `None` for NULL unless there are none.
///
/// # Safety
/// `first` is NULL or points to `len` bytes, which nobody writes during `'a`.
pub(crate) unsafe fn bytes<'a>(first: *const c_char, len: usize) -> Option<&'a [u8]> {
    if len == 0 {
        return Some(&[]);
    }
    // More cannot be in memory.
    if first.is_null() || len > isize::MAX as usize {
        return None;
    }
    // SAFETY: not NULL, and the caller vouches for the bytes.
    Some(unsafe { core::slice::from_raw_parts(first.cast(), len) })
}

/// How the map computes straws; `None` without a map.
///
/// # Safety
/// `map` is NULL or valid, and nobody writes it during the call.
pub(crate) unsafe fn straw_version(map: *const crush_map) -> Option<StrawVersion> {
    // SAFETY: the caller vouches for a map that is not NULL.
    unsafe { map.as_ref() }.map(|map| map.straw_calc_version.into())
}

/// The items of a new bucket and their weights; `None` as for [`elements`].
///
/// # Safety
/// Both are NULL or point to `size` ints, which nobody writes during `'a`.
pub(crate) unsafe fn items_and_weights<'a>(
    items: *mut c_int,
    weights: *mut c_int,
    size: c_int,
) -> Option<(&'a [i32], &'a [u32])> {
    // SAFETY: the caller vouches for the items.
    let items = unsafe { elements(items, size) }?;
    // SAFETY: the caller vouches for the weights, whose bits are read as unsigned.
    let weights = unsafe { elements(weights.cast(), size) }?;
    Some((items, weights))
}
