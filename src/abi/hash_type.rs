//! Names of the hashes (spec 01 section 3).

use core::ffi::c_int;

/// The one hash: Robert Jenkins' mix.
pub const CRUSH_HASH_RJENKINS1: c_int = 0;
/// The hash that new buckets use.
pub const CRUSH_HASH_DEFAULT: c_int = CRUSH_HASH_RJENKINS1;
