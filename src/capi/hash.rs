//! The hash functions (`hash.h`).

use crate::abi::__u32;
use crate::hash::HashKind;
use core::ffi::{CStr, c_char, c_int};

const RJENKINS1: &CStr = c"rjenkins1";
const UNKNOWN: &CStr = c"unknown";

/// Returns the name of hash `type`: "rjenkins1" for `CRUSH_HASH_RJENKINS1`, else "unknown". The text is static.
#[unsafe(no_mangle)]
pub extern "C" fn crush_hash_name(r#type: c_int) -> *const c_char {
    match HashKind::from(r#type) {
        HashKind::Rjenkins1 => RJENKINS1.as_ptr(),
        HashKind::Unknown => UNKNOWN.as_ptr(),
    }
}

/// Hashes one word; 0 for a `type` that does not exist.
#[unsafe(no_mangle)]
pub extern "C" fn crush_hash32(r#type: c_int, a: __u32) -> __u32 {
    HashKind::from(r#type).hash1(a)
}

/// Hashes two words; 0 for a `type` that does not exist.
#[unsafe(no_mangle)]
pub extern "C" fn crush_hash32_2(r#type: c_int, a: __u32, b: __u32) -> __u32 {
    HashKind::from(r#type).hash2(a, b)
}

/// Hashes three words; 0 for a `type` that does not exist.
#[unsafe(no_mangle)]
pub extern "C" fn crush_hash32_3(r#type: c_int, a: __u32, b: __u32, c: __u32) -> __u32 {
    HashKind::from(r#type).hash3(a, b, c)
}

/// Hashes four words; 0 for a `type` that does not exist.
#[unsafe(no_mangle)]
pub extern "C" fn crush_hash32_4(r#type: c_int, a: __u32, b: __u32, c: __u32, d: __u32) -> __u32 {
    HashKind::from(r#type).hash4(a, b, c, d)
}

/// Hashes five words; 0 for a `type` that does not exist.
#[unsafe(no_mangle)]
pub extern "C" fn crush_hash32_5(r#type: c_int, a: __u32, b: __u32, c: __u32, d: __u32, e: __u32) -> __u32 {
    HashKind::from(r#type).hash5(a, b, c, d, e)
}
