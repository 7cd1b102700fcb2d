//! Numbers of the C interface (spec 01 section 3).

use core::ffi::c_int;

/// First word of an encoded map.
pub const CRUSH_MAGIC: u64 = 0x0001_0000;
/// Depth that a hierarchy is expected not to exceed; nothing enforces it.
pub const CRUSH_MAX_DEPTH: c_int = 10;
/// Rules that a map is expected to hold at most.
pub const CRUSH_MAX_RULES: c_int = 1 << 8;
/// Rulesets that a map is expected to hold at most.
#[cfg(feature = "abi-pacific")]
pub const CRUSH_MAX_RULESET: c_int = 1 << 8;
/// Largest weight of a device that makes sense, 100.0 in 16.16; not enforced.
pub const CRUSH_MAX_DEVICE_WEIGHT: u32 = 100 * 0x1_0000;
/// Largest weight of a bucket that makes sense, 65535.0 in 16.16; not enforced.
pub const CRUSH_MAX_BUCKET_WEIGHT: u32 = 65535 * 0x1_0000;
/// Marks a place that no choice has filled yet; never part of a result.
pub const CRUSH_ITEM_UNDEF: i32 = 0x7fff_fffe;
/// Marks a place of a result that no device could fill.
pub const CRUSH_ITEM_NONE: i32 = 0x7fff_ffff;
/// Count argument of a choose step: as many as the caller asked for.
pub const CRUSH_CHOOSE_N: c_int = 0;
/// Bucket algorithms that legacy clients understand: uniform, list and straw, as bits `1 << algorithm`.
pub const CRUSH_LEGACY_ALLOWED_BUCKET_ALGS: u32 = (1 << 1) | (1 << 2) | (1 << 4);
