//! Working memory for mappings, with a guard behind it.

use super::{Library, NativeMap, call};
use std::ffi::c_void;

/// What the memory holds before a library writes to it.
const FILL: u8 = 0xa5;
/// Bytes behind the memory that no library may touch.
const GUARD: usize = 64;

/// Memory of exactly the size that a library asked for, aligned to 8, and a guard.
pub(crate) struct Workspace {
    words: Vec<u64>,
    len: usize,
}

impl Workspace {
    /// Memory of `len` bytes.
    pub(crate) fn new(len: usize) -> Self {
        let words = (len + GUARD).div_ceil(8);
        Self { words: vec![u64::from_ne_bytes([FILL; 8]); words], len }
    }

    /// Grows to at least `len` bytes and forgets the contents.
    pub(crate) fn reset(&mut self, len: usize) {
        self.len = len;
        self.words.clear();
        self.words.resize((len + GUARD).div_ceil(8), u64::from_ne_bytes([FILL; 8]));
    }

    pub(super) fn as_mut_ptr(&mut self) -> *mut c_void {
        self.words.as_mut_ptr().cast()
    }

    /// `crush_init_workspace`.
    pub(crate) fn init(&mut self, library: &Library, map: &NativeMap<'_>) {
        let at = self.as_mut_ptr();
        // SAFETY: the caller sized the memory with `crush_work_size` for this map.
        unsafe { call!(library, crush_init_workspace(map.as_ptr(), at)) }
    }

    fn byte(&self, index: usize) -> u8 {
        self.words[index / 8].to_ne_bytes()[index % 8]
    }

    /// The guard is as it was.
    pub(crate) fn guard_is_whole(&self) -> bool {
        (self.len..self.words.len() * 8).all(|index| self.byte(index) == FILL)
    }

    /// The contents with every pointer that leads into the memory replaced by its distance from the start.
    ///
    /// `pointers` are the places of the pointers.
    pub(crate) fn relative(&self, pointers: impl Iterator<Item = usize>) -> Vec<u8> {
        let mut bytes: Vec<u8> = (0..self.len).map(|index| self.byte(index)).collect();
        let base = self.words.as_ptr() as u64;
        for at in pointers {
            let Some(place) = bytes.get_mut(at..at + 8) else { continue };
            let mut value = [0; 8];
            value.copy_from_slice(place);
            let distance = u64::from_ne_bytes(value).wrapping_sub(base);
            if distance < self.len as u64 + 1 {
                place.copy_from_slice(&distance.to_ne_bytes());
            }
        }
        bytes
    }
}
