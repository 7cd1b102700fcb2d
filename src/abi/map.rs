//! The map: hierarchy, rules and tunables (spec 01 section 5).

use super::{__s32, __u8, __u32, crush_bucket, crush_rule};

/// A cluster: its hierarchy of buckets, its rules and the tunables of the algorithm.
#[repr(C)]
#[derive(Debug)]
pub struct crush_map {
    /// `max_buckets` pointers, each a bucket or NULL; slot i holds id `-1 - i`.
    pub buckets: *mut *mut crush_bucket,
    /// `max_rules` pointers, each a rule or NULL.
    pub rules: *mut *mut crush_rule,
    /// Length of `buckets`.
    pub max_buckets: __s32,
    /// Length of `rules`.
    pub max_rules: __u32,
    /// Largest device id plus 1, set by `crush_finalize`.
    pub max_devices: __s32,
    /// Retries in the same bucket after a collision.
    pub choose_local_tries: __u32,
    /// Retries in the same bucket by permutation.
    pub choose_local_fallback_tries: __u32,
    /// Retries of a whole descent.
    pub choose_total_tries: __u32,
    /// Not 0: a leaf is tried once per descent.
    pub chooseleaf_descend_once: __u32,
    /// How much of the parent's rank the leaf's rank takes over: 0 nothing, k its upper bits from k - 1.
    pub chooseleaf_vary_r: __u8,
    /// Not 0: a leaf's choice does not depend on its position.
    pub chooseleaf_stable: __u8,
    /// Descents from the root in an MSR rule.
    #[cfg(not(any(feature = "abi-pacific", feature = "abi-reef")))]
    pub msr_descents: __u32,
    /// Tries against collisions in an MSR rule.
    #[cfg(not(any(feature = "abi-pacific", feature = "abi-reef")))]
    pub msr_collision_tries: __u32,
    /// Bytes of workspace that the hierarchy needs, set by `crush_finalize`.
    pub working_size: usize,
    /// How straw lengths are computed: 0 the original way, else the corrected one.
    pub straw_calc_version: __u8,
    /// Algorithms that tools may use for new buckets, as bits `1 << algorithm`; mapping ignores it.
    pub allowed_bucket_algs: __u32,
    /// NULL, or `choose_total_tries + 1` counters of the tries that choices took, in a block of `malloc`;
    /// `crush_destroy` frees it.
    pub choose_tries: *mut __u32,
}
