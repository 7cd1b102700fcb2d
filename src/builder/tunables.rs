//! The tunables of a map and upstream's two presets (spec 03 section 2.2).

use crate::abi::{CRUSH_LEGACY_ALLOWED_BUCKET_ALGS, crush_algorithm::CRUSH_BUCKET_STRAW2, crush_map};

/// Sets what maps had before there were tunables. `straw_calc_version` becomes 0; the MSR tunables stay.
pub(crate) fn set_legacy(map: &mut crush_map) {
    map.choose_local_tries = 2;
    map.choose_local_fallback_tries = 5;
    map.choose_total_tries = 19;
    map.chooseleaf_descend_once = 0;
    map.chooseleaf_vary_r = 0;
    map.chooseleaf_stable = 0;
    map.straw_calc_version = 0;
    map.allowed_bucket_algs = CRUSH_LEGACY_ALLOWED_BUCKET_ALGS;
}

/// Sets the recommended values. `straw_calc_version` and the MSR tunables stay.
pub(crate) fn set_optimal(map: &mut crush_map) {
    map.choose_local_tries = 0;
    map.choose_local_fallback_tries = 0;
    map.choose_total_tries = 50;
    map.chooseleaf_descend_once = 1;
    map.chooseleaf_vary_r = 1;
    map.chooseleaf_stable = 1;
    map.allowed_bucket_algs = CRUSH_LEGACY_ALLOWED_BUCKET_ALGS | (1 << CRUSH_BUCKET_STRAW2 as u32);
}

/// All tunables of a map, as plain values.
///
/// The two MSR tunables exist in the current C interface only: with the features `abi-pacific` and `abi-reef` they
/// are not stored and read as 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MapTunables {
    /// Retries in the same bucket after a collision.
    pub choose_local_tries: u32,
    /// Retries in the same bucket by permutation.
    pub choose_local_fallback_tries: u32,
    /// Retries of a whole descent.
    pub choose_total_tries: u32,
    /// Not 0: a leaf is tried once per descent.
    pub chooseleaf_descend_once: u32,
    /// How much of the parent's rank the leaf's rank takes over.
    pub chooseleaf_vary_r: u8,
    /// Not 0: a leaf's choice does not depend on its position.
    pub chooseleaf_stable: u8,
    /// How straw lengths are computed: 0 the original way, else the corrected one.
    pub straw_calc_version: u8,
    /// Algorithms that tools may use for new buckets, as bits `1 << algorithm`.
    pub allowed_bucket_algs: u32,
    /// Descents from the root in an MSR rule.
    pub msr_descents: u32,
    /// Tries against collisions in an MSR rule.
    pub msr_collision_tries: u32,
}

/// Reads all tunables.
pub(crate) fn read(map: &crush_map) -> MapTunables {
    let (msr_descents, msr_collision_tries) = read_msr(map);
    MapTunables {
        choose_local_tries: map.choose_local_tries,
        choose_local_fallback_tries: map.choose_local_fallback_tries,
        choose_total_tries: map.choose_total_tries,
        chooseleaf_descend_once: map.chooseleaf_descend_once,
        chooseleaf_vary_r: map.chooseleaf_vary_r,
        chooseleaf_stable: map.chooseleaf_stable,
        straw_calc_version: map.straw_calc_version,
        allowed_bucket_algs: map.allowed_bucket_algs,
        msr_descents,
        msr_collision_tries,
    }
}

/// Writes all tunables.
pub(crate) fn write(map: &mut crush_map, tunables: &MapTunables) {
    map.choose_local_tries = tunables.choose_local_tries;
    map.choose_local_fallback_tries = tunables.choose_local_fallback_tries;
    map.choose_total_tries = tunables.choose_total_tries;
    map.chooseleaf_descend_once = tunables.chooseleaf_descend_once;
    map.chooseleaf_vary_r = tunables.chooseleaf_vary_r;
    map.chooseleaf_stable = tunables.chooseleaf_stable;
    map.straw_calc_version = tunables.straw_calc_version;
    map.allowed_bucket_algs = tunables.allowed_bucket_algs;
    #[cfg(not(any(feature = "abi-pacific", feature = "abi-reef")))]
    {
        map.msr_descents = tunables.msr_descents;
        map.msr_collision_tries = tunables.msr_collision_tries;
    }
}

#[cfg(not(any(feature = "abi-pacific", feature = "abi-reef")))]
fn read_msr(map: &crush_map) -> (u32, u32) {
    (map.msr_descents, map.msr_collision_tries)
}

#[cfg(any(feature = "abi-pacific", feature = "abi-reef"))]
fn read_msr(_: &crush_map) -> (u32, u32) {
    (0, 0)
}
