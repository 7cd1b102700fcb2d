//! Which memory a library has taken from the C allocator and not given back.
//!
//! `malloc` and its relatives are defined here, so that every library in the process calls these. Only what happens
//! inside a call into a library, while a ledger of this thread watches, is written down.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::ffi::c_void;
use std::sync::atomic::{AtomicU64, Ordering};

// The allocator of the C library under the names that it keeps for itself.
unsafe extern "C" {
    fn __libc_malloc(size: usize) -> *mut c_void;
    fn __libc_calloc(count: usize, size: usize) -> *mut c_void;
    fn __libc_realloc(block: *mut c_void, size: usize) -> *mut c_void;
    fn __libc_free(block: *mut c_void);
}

thread_local! {
    /// The ledger that watches; 0 for none.
    static WATCHING: Cell<u64> = const { Cell::new(0) };
    /// A library is at work.
    static INSIDE: Cell<bool> = const { Cell::new(false) };
    /// Address to ledger and size of every block that was made under watch.
    static BLOCKS: RefCell<BTreeMap<usize, (u64, usize)>> = const { RefCell::new(BTreeMap::new()) };
    /// Blocks that a ledger's library freed without having them, by ledger.
    static STRAYS: RefCell<BTreeMap<u64, u64>> = const { RefCell::new(BTreeMap::new()) };
}

/// Memory of one map, or of anything else that is taken and given back by calls of one thread.
pub(crate) struct Ledger(u64);

/// Marks a call into a library.
pub(crate) struct Inside(bool);

/// What is taken and freed until the mark is dropped is the library's.
pub(crate) fn inside() -> Inside {
    Inside(INSIDE.replace(true))
}

impl Drop for Inside {
    fn drop(&mut self) {
        INSIDE.set(self.0);
    }
}

impl Ledger {
    /// A ledger without entries.
    pub(crate) fn open() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }

    /// Whatever libraries take and give back in `work` is this ledger's.
    pub(crate) fn watch<R>(&self, work: impl FnOnce() -> R) -> R {
        let before = WATCHING.replace(self.0);
        let result = work();
        WATCHING.set(before);
        result
    }

    /// What is wrong once everything should have been given back.
    pub(crate) fn complaint(&self) -> Option<String> {
        let strays = STRAYS.with_borrow(|strays| strays.get(&self.0).copied().unwrap_or(0));
        let left: Vec<usize> = BLOCKS.with_borrow(|blocks| {
            blocks.values().filter(|(ledger, _)| *ledger == self.0).map(|(_, size)| *size).collect()
        });
        let wrong = strays > 0 || !left.is_empty();
        wrong.then(|| format!("blocks left of {left:?} bytes, {strays} freed that were not there"))
    }
}

impl Drop for Ledger {
    fn drop(&mut self) {
        BLOCKS.with_borrow_mut(|blocks| blocks.retain(|_, (ledger, _)| *ledger != self.0));
        STRAYS.with_borrow_mut(|strays| strays.remove(&self.0));
    }
}

/// The ledger that an event is for. Inside the bookkeeping itself there is none.
fn event(book: impl FnOnce(u64)) {
    let ledger = WATCHING.get();
    if ledger != 0 && INSIDE.replace(false) {
        book(ledger);
        INSIDE.set(true);
    }
}

fn taken(block: *mut c_void, size: usize) {
    if !block.is_null() {
        event(|ledger| {
            BLOCKS.with_borrow_mut(|blocks| blocks.insert(block as usize, (ledger, size)));
        });
    }
}

/// Writes down that a block goes; false if it is not one that the library has.
fn given_back(block: *mut c_void) -> bool {
    let mut known = true;
    event(|ledger| {
        known = BLOCKS.with_borrow_mut(|blocks| blocks.remove(&(block as usize))).is_some();
        if !known {
            STRAYS.with_borrow_mut(|strays| *strays.entry(ledger).or_default() += 1);
        }
    });
    known
}

// SAFETY: replaces the C library's function by one that does the same.
#[unsafe(no_mangle)]
extern "C" fn malloc(size: usize) -> *mut c_void {
    // SAFETY: any size is allowed.
    let block = unsafe { __libc_malloc(size) };
    taken(block, size);
    block
}

// SAFETY: replaces the C library's function by one that does the same.
#[unsafe(no_mangle)]
extern "C" fn calloc(count: usize, size: usize) -> *mut c_void {
    // SAFETY: any numbers are allowed.
    let block = unsafe { __libc_calloc(count, size) };
    taken(block, count.wrapping_mul(size));
    block
}

// SAFETY: replaces the C library's function by one that does the same, but for blocks that a library must not touch.
#[unsafe(no_mangle)]
unsafe extern "C" fn realloc(block: *mut c_void, size: usize) -> *mut c_void {
    if !block.is_null() && !given_back(block) {
        return std::ptr::null_mut();
    }
    // SAFETY: the caller has the block.
    let moved = unsafe { __libc_realloc(block, size) };
    if moved.is_null() && size > 0 {
        taken(block, size);
    }
    taken(moved, size);
    moved
}

// SAFETY: replaces the C library's function by one that does the same, but for blocks that a library must not touch.
#[unsafe(no_mangle)]
unsafe extern "C" fn free(block: *mut c_void) {
    if !block.is_null() && given_back(block) {
        // SAFETY: the caller has the block.
        unsafe { __libc_free(block) }
    }
}

#[cfg(test)]
mod tests {
    use super::{Ledger, inside};

    fn allocate(size: usize) -> *mut libc::c_void {
        let _inside = inside();
        // SAFETY: any size is allowed.
        unsafe { libc::malloc(size) }
    }

    fn free(block: *mut libc::c_void) {
        let _inside = inside();
        // SAFETY: the ledger stops blocks that are not there.
        unsafe { libc::free(block) }
    }

    #[test]
    fn everything_given_back_is_no_complaint() {
        let ledger = Ledger::open();
        ledger.watch(|| free(allocate(10)));
        assert_eq!(ledger.complaint(), None);
    }

    #[test]
    fn what_is_left_is_named() {
        let ledger = Ledger::open();
        let block = ledger.watch(|| allocate(10));
        assert_eq!(ledger.complaint().unwrap(), "blocks left of [10] bytes, 0 freed that were not there");
        ledger.watch(|| free(block));
    }

    #[test]
    fn a_block_freed_twice_is_named() {
        let ledger = Ledger::open();
        ledger.watch(|| {
            let block = allocate(10);
            free(block);
            free(block);
        });
        assert_eq!(ledger.complaint().unwrap(), "blocks left of [] bytes, 1 freed that were not there");
    }

    #[test]
    fn what_is_not_a_librarys_is_not_counted() {
        let ledger = Ledger::open();
        let kept = ledger.watch(|| vec![1; 100]);
        assert_eq!(ledger.complaint(), None);
        drop(kept);
    }
}
