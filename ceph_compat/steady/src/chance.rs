//! Random numbers, which are the same in every run.

use std::ffi::{c_int, c_uint, c_void};
use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicU32, Ordering};

/// How many words were asked for so far.
static DRAWN: AtomicU32 = AtomicU32::new(0);

/// The next word: consecutive numbers, far apart.
fn word() -> u32 {
    DRAWN.fetch_add(1, Ordering::Relaxed).wrapping_mul(0x9e37_79b9).wrapping_add(0x1234_5678)
}

/// # Safety
/// As of the C library's function: `to` is valid for writing `len` bytes.
#[unsafe(no_mangle)]
unsafe extern "C" fn getentropy(to: *mut c_void, len: usize) -> c_int {
    // SAFETY: the caller's promise; bytes may hold anything.
    let bytes = unsafe { std::slice::from_raw_parts_mut(to.cast::<MaybeUninit<u8>>(), len) };
    for byte in bytes {
        byte.write(word() as u8);
    }
    0
}

/// `std::random_device::_M_getval()` of the C++ library.
#[unsafe(export_name = "_ZNSt13random_device9_M_getvalEv")]
extern "C" fn random_device(_: *mut c_void) -> c_uint {
    word()
}
