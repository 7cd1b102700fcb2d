//! Handles: what C programs hold by a pointer and give back to be freed.

use super::last_error::fail;
use core::ffi::c_int;

/// Gives a value away at `place`, to be taken back by `Box::from_raw`: 0, or -ENOMEM without touching `place`.
///
/// # Safety
/// `place` is writable.
pub(super) unsafe fn give<T>(value: T, place: *mut *mut T) -> c_int {
    // `Box::new` would end the process for want of memory.
    let mut one = Vec::new();
    if let Err(error) = one.try_reserve_exact(1) {
        return fail(libc::ENOMEM, &error);
    }
    one.push(value);
    // An array of one value has the layout of the value, which is all that `Box::from_raw` asks of it.
    let handle = Box::into_raw(one.into_boxed_slice()).cast();
    // SAFETY: the caller promises that it is writable.
    unsafe { place.write(handle) };
    0
}
