//! Memory with code: that of stubs, and that of the functions that are replaced.

use crate::code::{BREAKPOINT, JUMP, STUB};
use crate::failure::Failure;
use crate::symbols::Function;
use std::ffi::c_void;

/// Room for stubs within reach of a 32-bit jump from the functions of one object.
pub(crate) struct Stubs {
    base: *mut u8,
    size: usize,
    used: usize,
}

/// Distance of the addresses that are tried.
const STEP: usize = 1 << 20;
/// No program or library is larger than what this leaves of the 2 GiB that a jump reaches.
const REACH: usize = 0x7000_0000;

impl Stubs {
    /// Room for `count` stubs near the address.
    pub(crate) fn near(address: usize, count: usize) -> Result<Self, Failure> {
        let size = count * STUB;
        let below = (1..REACH / STEP).filter_map(|steps| (address & !(STEP - 1)).checked_sub(steps * STEP));
        match below.filter(|&at| at > 0).find_map(|at| mapped(at, size)) {
            Some(base) => Ok(Self { base, size, used: 0 }),
            None => Err(Failure::new("no memory", "near the functions")),
        }
    }

    /// Adds a stub; returns where it is.
    pub(crate) fn add(&mut self, code: &[u8; STUB]) -> usize {
        assert!(self.used + STUB <= self.size);
        // SAFETY: within the mapping, by the line above.
        let at = unsafe { self.base.add(self.used) };
        // SAFETY: the mapping is writable there, and nobody refers to it yet.
        unsafe { std::ptr::copy_nonoverlapping(code.as_ptr(), at, STUB) };
        self.used += STUB;
        at as usize
    }

    /// Makes the stubs code.
    pub(crate) fn seal(&self) -> Result<(), Failure> {
        // SAFETY: the mapping is ours alone.
        match unsafe { libc::mprotect(self.base.cast(), self.size, libc::PROT_READ | libc::PROT_EXEC) } {
            0 => Ok(()),
            _ => Err(Failure::system("mprotect")),
        }
    }
}

/// New memory at exactly this address, if nothing is there.
fn mapped(at: usize, size: usize) -> Option<*mut u8> {
    let access = libc::PROT_READ | libc::PROT_WRITE;
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_FIXED_NOREPLACE;
    // SAFETY: nothing that is mapped is replaced.
    let memory = unsafe { libc::mmap(at as *mut c_void, size, access, flags, -1, 0) };
    if memory as usize == at {
        return Some(memory.cast());
    }
    if memory != libc::MAP_FAILED {
        // SAFETY: an old kernel put it elsewhere; it is ours alone.
        unsafe { libc::munmap(memory, size) };
    }
    None
}

/// Writes code over the entry of a function, and breakpoints over the rest of it if it is to be poisoned.
pub(crate) fn overwrite(function: &Function, code: &[u8], poison: bool) -> Result<(), Failure> {
    if function.size < JUMP {
        return Err(Failure::new("too short to be replaced", function.name.clone()));
    }
    // SAFETY: asks for a number.
    let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) } as usize;
    let from = function.address & !(page - 1);
    let len = function.address + function.size - from;
    protect(from, len, libc::PROT_READ | libc::PROT_WRITE | libc::PROT_EXEC)?;
    let at = function.address as *mut u8;
    // SAFETY: writable by now, within the function, and its code is not running: the program has not begun.
    unsafe { std::ptr::copy_nonoverlapping(code.as_ptr(), at, code.len()) };
    if poison {
        // SAFETY: as above, up to the end of the function.
        let body = unsafe { std::slice::from_raw_parts_mut(at, function.size) };
        body[code.len()..].fill(BREAKPOINT);
    }
    protect(from, len, libc::PROT_READ | libc::PROT_EXEC)
}

fn protect(from: usize, len: usize, access: i32) -> Result<(), Failure> {
    // SAFETY: pages of Ceph's code, which stays executable throughout.
    match unsafe { libc::mprotect(from as *mut c_void, len, access) } {
        0 => Ok(()),
        _ => Err(Failure::system("mprotect")),
    }
}
