//! Pointer and length to slice.

use core::slice;

/// The `len` values at `data`; no values when `data` is NULL.
///
/// # Safety
/// `data` is NULL or points to `len` initialised, aligned values that nobody writes during `'a`.
#[inline]
pub(crate) unsafe fn slice_from_ptr<'a, T>(data: *const T, len: usize) -> &'a [T] {
    if data.is_null() || len.checked_mul(size_of::<T>()).is_none_or(|bytes| bytes > isize::MAX as usize) {
        return &[];
    }
    // SAFETY: the caller vouches for the pointer; it is not NULL and the size fits an isize, as just checked.
    unsafe { slice::from_raw_parts(data, len) }
}

/// The `len` values at `data`, to be written; no values when `data` is NULL.
///
/// # Safety
/// `data` is NULL or points to `len` aligned values of memory that nobody else uses during `'a`. Any bit pattern is a
/// value of `T`.
#[inline]
pub(crate) unsafe fn slice_from_ptr_mut<'a, T>(data: *mut T, len: usize) -> &'a mut [T] {
    if data.is_null() || len.checked_mul(size_of::<T>()).is_none_or(|bytes| bytes > isize::MAX as usize) {
        return &mut [];
    }
    // SAFETY: the caller vouches for the pointer; it is not NULL and the size fits an isize, as just checked.
    unsafe { slice::from_raw_parts_mut(data, len) }
}
