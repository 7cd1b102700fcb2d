//! A single C struct that belongs to this code until it is handed out.

use super::alloc::{self, NoMemory};
use super::plain::Plain;
use core::ops::{Deref, DerefMut};
use core::ptr::NonNull;

/// Owner of one C-allocated `T`; freed on drop unless given away with [`Block::into_raw`].
pub(crate) struct Block<T: Plain>(NonNull<T>);

impl<T: Plain> Block<T> {
    /// Allocates a `T` of zero bytes.
    pub(crate) fn zeroed() -> Result<Self, NoMemory> {
        Ok(Self(alloc::zeroed(size_of::<T>())?.cast()))
    }

    /// Gives the struct away; the receiver frees it with C's `free`.
    pub(crate) fn into_raw(self) -> *mut T {
        let raw = self.0.as_ptr();
        core::mem::forget(self);
        raw
    }
}

impl<T: Plain> Deref for Block<T> {
    type Target = T;

    fn deref(&self) -> &T {
        // SAFETY: `zeroed` made a valid `T` there, and it lives until drop.
        unsafe { self.0.as_ref() }
    }
}

impl<T: Plain> DerefMut for Block<T> {
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: `zeroed` made a valid `T` there, and `self` is its only owner.
        unsafe { self.0.as_mut() }
    }
}

impl<T: Plain> Drop for Block<T> {
    fn drop(&mut self) {
        // SAFETY: the block came from `alloc::zeroed` and was not given away.
        unsafe { alloc::release(self.0.as_ptr()) }
    }
}
