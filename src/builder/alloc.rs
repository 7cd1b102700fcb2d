//! The only caller of the C library's allocator.
//!
//! C callers `realloc` and `free` the parts of a map one by one (spec 01 section 8), so every block made here is one
//! plain `malloc` block without header or slack. Sizes are checked, failures come back as [`NoMemory`], and a request
//! for 0 bytes still yields a block, since `realloc(p, 0)` means different things to different C libraries.

use core::ptr::NonNull;

#[cfg(test)]
pub(crate) mod faults;

/// The C allocator had no memory left, or the size does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NoMemory;

/// Bytes of `len` elements, or `NoMemory` if no object can be that large.
pub(crate) fn bytes_of<T>(len: usize) -> Result<usize, NoMemory> {
    let bytes = len.checked_mul(size_of::<T>()).ok_or(NoMemory)?;
    if bytes > isize::MAX as usize { Err(NoMemory) } else { Ok(bytes) }
}

/// Returns a fresh block of `bytes` zero bytes, aligned for any C type.
pub(crate) fn zeroed(bytes: usize) -> Result<NonNull<u8>, NoMemory> {
    #[cfg(test)]
    faults::check()?;
    // SAFETY: calloc has no precondition; both factors are passed as they are.
    let block = unsafe { libc::calloc(bytes.max(1), 1) };
    let block = NonNull::new(block.cast()).ok_or(NoMemory)?;
    #[cfg(test)]
    faults::record(block, bytes);
    Ok(block)
}

/// Whether `bytes` bytes could be had at this moment, for a caller about to make many small requests that it cannot take back.
pub(crate) fn headroom(bytes: usize) -> Result<(), NoMemory> {
    let mut block: Vec<u8> = Vec::new();
    block.try_reserve_exact(bytes).map_err(|_| NoMemory)?;
    // Otherwise the compiler would leave the request out.
    core::hint::black_box(block.as_ptr());
    Ok(())
}

/// Resizes a block; on failure the old block is untouched and still the caller's. New bytes are not initialised.
///
/// # Safety
/// `block` is NULL or a live block of the C allocator, and nobody else uses it during and after the call.
pub(crate) unsafe fn resize(block: *mut u8, bytes: usize) -> Result<NonNull<u8>, NoMemory> {
    #[cfg(test)]
    faults::check()?;
    // SAFETY: the caller vouches for `block`; the size is not 0, so the block is resized and never freed.
    let grown = unsafe { libc::realloc(block.cast(), bytes.max(1)) };
    let grown = NonNull::new(grown.cast()).ok_or(NoMemory)?;
    #[cfg(test)]
    faults::replace(block, grown, bytes);
    Ok(grown)
}

/// Frees a block; NULL is fine.
///
/// # Safety
/// `block` is NULL or a live block of the C allocator that nobody uses any more.
pub(crate) unsafe fn release<T>(block: *mut T) {
    #[cfg(test)]
    faults::forget(block.cast());
    // SAFETY: the caller vouches for `block`, and free accepts NULL.
    unsafe { libc::free(block.cast()) }
}
