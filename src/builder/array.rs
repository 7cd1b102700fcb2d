//! C arrays: owned while they are built, borrowed while they are edited.

use super::alloc::{self, NoMemory};
use super::plain::Plain;
use core::marker::PhantomData;
use core::ops::{Deref, DerefMut};
use core::ptr::NonNull;

/// Views `len` elements at `array`; NULL is an empty array, and an empty array may be anywhere (a block of no bytes
/// need not be aligned).
///
/// # Safety
/// `array` is NULL or points to `len` initialised elements that nobody writes during `'a`.
pub(crate) unsafe fn slice<'a, T: Plain>(array: *const T, len: usize) -> &'a [T] {
    if array.is_null() || len == 0 {
        return &[];
    }
    // SAFETY: not NULL, and the caller vouches for the elements.
    unsafe { core::slice::from_raw_parts(array, len) }
}

/// As [`slice`], for writing.
///
/// # Safety
/// `array` is NULL or points to `len` initialised elements that nobody else uses during `'a`.
unsafe fn slice_mut<'a, T: Plain>(array: *mut T, len: usize) -> &'a mut [T] {
    if array.is_null() || len == 0 {
        return &mut [];
    }
    // SAFETY: not NULL, and the caller vouches for the elements.
    unsafe { core::slice::from_raw_parts_mut(array, len) }
}

/// Owner of a C array that is being built; freed on drop unless given away with [`Array::into_raw`].
pub(crate) struct Array<T: Plain> {
    first: NonNull<T>,
    len: usize,
}

impl<T: Plain> Array<T> {
    /// Allocates `len` elements of zero bytes. A length of 0 yields a block all the same, which is not NULL.
    pub(crate) fn zeroed(len: usize) -> Result<Self, NoMemory> {
        let first = alloc::zeroed(alloc::bytes_of::<T>(len)?)?.cast();
        Ok(Self { first, len })
    }

    /// Gives the array away; the receiver frees it with C's `free`.
    pub(crate) fn into_raw(self) -> *mut T {
        let raw = self.first.as_ptr();
        core::mem::forget(self);
        raw
    }
}

impl<T: Plain + Copy> Array<T> {
    /// Copies a slice into C memory.
    pub(crate) fn copy_of(source: &[T]) -> Result<Self, NoMemory> {
        let mut array = Self::zeroed(source.len())?;
        array.copy_from_slice(source);
        Ok(array)
    }
}

impl<T: Plain> Deref for Array<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        // SAFETY: `zeroed` made `len` valid elements there, and they live until drop.
        unsafe { slice(self.first.as_ptr(), self.len) }
    }
}

impl<T: Plain> DerefMut for Array<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: `zeroed` made `len` valid elements there, and `self` is their only owner.
        unsafe { slice_mut(self.first.as_ptr(), self.len) }
    }
}

impl<T: Plain> Drop for Array<T> {
    fn drop(&mut self) {
        // SAFETY: the block came from `alloc::zeroed` and was not given away.
        unsafe { alloc::release(self.first.as_ptr()) }
    }
}

/// A C array inside a struct, borrowed together with the field that points to it, so that it can be resized in place.
pub(crate) struct Column<'a, T: Plain> {
    field: &'a mut *mut T,
    len: usize,
    elements: PhantomData<&'a mut [T]>,
}

impl<'a, T: Plain> Column<'a, T> {
    /// Borrows the array that `field` points to; NULL counts as empty, whatever `len` says.
    ///
    /// # Safety
    /// `*field` is NULL or a block of the C allocator with `len` initialised elements, which nobody else uses during
    /// `'a`.
    pub(crate) unsafe fn new(field: &'a mut *mut T, len: usize) -> Self {
        let len = if field.is_null() { 0 } else { len };
        Self { field, len, elements: PhantomData }
    }

    /// Whether there is no array at all.
    pub(crate) fn is_missing(&self) -> bool {
        self.field.is_null()
    }

    /// Makes room for `len` elements and zeroes those that are new. On failure nothing changes.
    pub(crate) fn resize(&mut self, len: usize) -> Result<(), NoMemory> {
        if self.is_missing() {
            *self.field = Array::zeroed(len)?.into_raw();
            self.len = len;
            return Ok(());
        }
        let bytes = alloc::bytes_of::<T>(len)?;
        // SAFETY: `new` was promised a block of the C allocator, exclusively borrowed here.
        let first = unsafe { alloc::resize(self.field.cast(), bytes) }?;
        let kept = self.len;
        *self.field = first.as_ptr().cast();
        self.len = len;
        if kept < len {
            // SAFETY: `kept < len`, and the block has room for `len` elements.
            let fresh = unsafe { self.field.add(kept) };
            // SAFETY: these elements lie inside the block just resized, and zero bytes are valid values of `T`.
            unsafe { fresh.write_bytes(0, len - kept) };
        }
        Ok(())
    }

    /// Resizes the array to `len` elements, of which the last becomes `last`.
    pub(crate) fn append(&mut self, len: usize, last: T) -> Result<(), NoMemory> {
        self.resize(len)?;
        if let Some(place) = self.last_mut() {
            *place = last;
        }
        Ok(())
    }

    /// The elements, for as long as the array is borrowed.
    pub(crate) fn into_mut(self) -> &'a mut [T] {
        // SAFETY: as in `deref_mut`; `self`, which borrowed the array for `'a`, is given up.
        unsafe { slice_mut(*self.field, self.len) }
    }

    /// Frees the array and leaves NULL in its place.
    pub(crate) fn free(self) {
        let array = core::mem::replace(self.field, core::ptr::null_mut());
        // SAFETY: `new` was promised a block of the C allocator or NULL, and the only pointer to it is gone.
        unsafe { alloc::release(array) }
    }
}

impl<T: Plain> Deref for Column<'_, T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        // SAFETY: `new` was promised `len` elements, and `resize` keeps the promise.
        unsafe { slice(*self.field, self.len) }
    }
}

impl<T: Plain> DerefMut for Column<'_, T> {
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: `new` was promised `len` elements, exclusively borrowed, and `resize` keeps the promise.
        unsafe { slice_mut(*self.field, self.len) }
    }
}
