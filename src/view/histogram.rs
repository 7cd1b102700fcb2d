//! The caller's histogram of tries (spec 02 section 11).

use crate::mapper::Observer;
use core::sync::atomic::{AtomicU32, Ordering};

/// The counters of a map's `choose_tries`, or none.
///
/// Threads that share a map count in the same cells: each count is a relaxed load and store, exact for one thread; of
/// counts that collide, some may be lost.
#[derive(Clone, Copy, Debug)]
pub struct Histogram<'a>(&'a [AtomicU32]);

impl Histogram<'_> {
    /// The `last` + 1 counters at `counters`; none when it is NULL.
    ///
    /// # Safety
    /// `counters` is NULL or points to `last` + 1 counters that live during `'a`, which other threads touch only with
    /// relaxed atomic operations meanwhile.
    pub unsafe fn from_ptr(counters: *mut u32, last: u32) -> Self {
        // SAFETY: an AtomicU32 is laid out like a u32; the caller vouches for the memory.
        Self(unsafe { super::slice::slice_from_ptr(counters.cast_const().cast(), last as usize + 1) })
    }
}

impl Observer for Histogram<'_> {
    #[inline]
    fn tries(&self, tries: u32) {
        if let Some(counter) = self.0.get(tries as usize) {
            counter.store(counter.load(Ordering::Relaxed).wrapping_add(1), Ordering::Relaxed);
        }
    }
}
