//! Named sets of tunables (spec 06 section 3).
#![forbid(unsafe_code)]

use super::model::DEFAULT_MSR;
use crate::abi::CRUSH_LEGACY_ALLOWED_BUCKET_ALGS;
use crate::builder::MapTunables;

/// What maps had before there were tunables: what a file means that ends in front of them, and what the text compiler
/// starts from.
pub(super) const LEGACY: MapTunables = MapTunables {
    choose_local_tries: 2,
    choose_local_fallback_tries: 5,
    choose_total_tries: 19,
    chooseleaf_descend_once: 0,
    chooseleaf_vary_r: 0,
    chooseleaf_stable: 0,
    straw_calc_version: 0,
    allowed_bucket_algs: CRUSH_LEGACY_ALLOWED_BUCKET_ALGS,
    msr_descents: DEFAULT_MSR,
    msr_collision_tries: DEFAULT_MSR,
};
