//! Functions without a map: hashes, names and arithmetic predicates.

use super::{Library, call};
use std::ffi::{CStr, c_char};

impl Library {
    /// `crush_hash32` to `crush_hash32_5`, by the number of words.
    pub(crate) fn hash(&self, kind: i32, words: &[u32]) -> u32 {
        match *words {
            // SAFETY: a pure function of integers.
            [a] => unsafe { call!(self, crush_hash32(kind, a)) },
            // SAFETY: a pure function of integers.
            [a, b] => unsafe { call!(self, crush_hash32_2(kind, a, b)) },
            // SAFETY: a pure function of integers.
            [a, b, c] => unsafe { call!(self, crush_hash32_3(kind, a, b, c)) },
            // SAFETY: a pure function of integers.
            [a, b, c, d] => unsafe { call!(self, crush_hash32_4(kind, a, b, c, d)) },
            // SAFETY: a pure function of integers.
            [a, b, c, d, e] => unsafe { call!(self, crush_hash32_5(kind, a, b, c, d, e)) },
            _ => 0,
        }
    }

    /// `crush_hash_name`.
    pub(crate) fn hash_name(&self, kind: i32) -> String {
        // SAFETY: a pure function of integers.
        text(unsafe { call!(self, crush_hash_name(kind)) })
    }

    /// `crush_bucket_alg_name`.
    pub(crate) fn bucket_alg_name(&self, alg: i32) -> String {
        // SAFETY: a pure function of integers.
        text(unsafe { call!(self, crush_bucket_alg_name(alg)) })
    }

    /// `crush_addition_is_unsafe`.
    pub(crate) fn addition_is_unsafe(&self, a: u32, b: u32) -> i32 {
        // SAFETY: a pure function of integers.
        unsafe { call!(self, crush_addition_is_unsafe(a, b)) }
    }

    /// `crush_multiplication_is_unsafe`.
    pub(crate) fn multiplication_is_unsafe(&self, a: u32, b: u32) -> i32 {
        // SAFETY: a pure function of integers.
        unsafe { call!(self, crush_multiplication_is_unsafe(a, b)) }
    }
}

/// The text behind a name that a library keeps for ever.
fn text(name: *const c_char) -> String {
    if name.is_null() {
        return "NULL".to_owned();
    }
    // SAFETY: the names are C strings in static storage (spec 01 section 7.1).
    unsafe { CStr::from_ptr(name) }.to_string_lossy().into_owned()
}
