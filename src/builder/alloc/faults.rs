//! Makes the nth allocation fail and knows every block that is still allocated; for tests.
//!
//! All state belongs to the calling thread, since the test runner runs one test per thread.

use super::NoMemory;
use core::ptr::NonNull;
use std::cell::RefCell;
use std::collections::BTreeMap;

#[derive(Default)]
struct Ledger {
    until_failure: Option<usize>,
    live: BTreeMap<usize, usize>,
}

thread_local!(static LEDGER: RefCell<Ledger> = RefCell::default());

/// Runs `work` with its allocation number `n` (from 0) failing; says whether there was such an allocation.
pub(crate) fn with_failure_at<R>(n: usize, work: impl FnOnce() -> R) -> (R, bool) {
    LEDGER.with_borrow_mut(|ledger| ledger.until_failure = Some(n));
    let result = work();
    let failed = LEDGER.with_borrow_mut(|ledger| ledger.until_failure.take().is_none());
    (result, failed)
}

/// Number of blocks of this thread that were allocated through the module and not freed.
pub(crate) fn live_blocks() -> usize {
    LEDGER.with_borrow(|ledger| ledger.live.len())
}

/// Bytes asked for when the block at `address` was allocated, or `None` if it is not one of ours.
pub(crate) fn size_of_block<T>(address: *const T) -> Option<usize> {
    LEDGER.with_borrow(|ledger| ledger.live.get(&address.addr()).copied())
}

pub(super) fn check() -> Result<(), NoMemory> {
    LEDGER.with_borrow_mut(|ledger| match ledger.until_failure {
        Some(0) => {
            ledger.until_failure = None;
            Err(NoMemory)
        }
        Some(left) => {
            ledger.until_failure = Some(left - 1);
            Ok(())
        }
        None => Ok(()),
    })
}

pub(super) fn record(block: NonNull<u8>, bytes: usize) {
    LEDGER.with_borrow_mut(|ledger| ledger.live.insert(block.addr().get(), bytes));
}

pub(super) fn replace(old: *mut u8, new: NonNull<u8>, bytes: usize) {
    forget(old);
    record(new, bytes);
}

pub(super) fn forget(block: *mut u8) {
    LEDGER.with_borrow_mut(|ledger| ledger.live.remove(&block.addr()));
}
