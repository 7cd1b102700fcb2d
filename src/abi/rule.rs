//! Rules: how a placement descends the hierarchy (spec 01 sections 3 and 4).

use super::{__s32, __u8, __u32};

/// What a step of a rule does; the value of `crush_rule_step.op`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum crush_opcodes {
    /// Nothing.
    CRUSH_RULE_NOOP = 0,
    /// Start from item `arg1`.
    CRUSH_RULE_TAKE = 1,
    /// Choose `arg1` items of type `arg2`; a failed one is left out and later ones move up.
    CRUSH_RULE_CHOOSE_FIRSTN = 2,
    /// Choose `arg1` items of type `arg2`; a failed one leaves a hole.
    CRUSH_RULE_CHOOSE_INDEP = 3,
    /// Append what was chosen to the result.
    CRUSH_RULE_EMIT = 4,
    /// As choose firstn, then one device below each.
    CRUSH_RULE_CHOOSELEAF_FIRSTN = 6,
    /// As choose indep, then one device below each.
    CRUSH_RULE_CHOOSELEAF_INDEP = 7,
    /// Set the tries of a choice.
    CRUSH_RULE_SET_CHOOSE_TRIES = 8,
    /// Set the tries of the choice of a leaf.
    CRUSH_RULE_SET_CHOOSELEAF_TRIES = 9,
    /// Set the retries in the same bucket.
    CRUSH_RULE_SET_CHOOSE_LOCAL_TRIES = 10,
    /// Set the retries in the same bucket by permutation.
    CRUSH_RULE_SET_CHOOSE_LOCAL_FALLBACK_TRIES = 11,
    /// Set how the leaf's choice follows its parent's tries.
    CRUSH_RULE_SET_CHOOSELEAF_VARY_R = 12,
    /// Set whether a leaf's choice ignores its position.
    CRUSH_RULE_SET_CHOOSELEAF_STABLE = 13,
    /// Set the descents from the root in an MSR rule.
    #[cfg(not(any(feature = "abi-pacific", feature = "abi-reef")))]
    CRUSH_RULE_SET_MSR_DESCENTS = 14,
    /// Set the tries against collisions in an MSR rule.
    #[cfg(not(any(feature = "abi-pacific", feature = "abi-reef")))]
    CRUSH_RULE_SET_MSR_COLLISION_TRIES = 15,
    /// Choose `arg1` items of type `arg2` in an MSR rule.
    #[cfg(not(any(feature = "abi-pacific", feature = "abi-reef")))]
    CRUSH_RULE_CHOOSE_MSR = 16,
}

/// What a rule is for; the value of `crush_rule.type`. Only the MSR types change what a rule does.
#[cfg(not(feature = "abi-pacific"))]
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum crush_rule_type {
    /// For replicated pools.
    CRUSH_RULE_TYPE_REPLICATED = 1,
    /// For erasure-coded pools.
    CRUSH_RULE_TYPE_ERASURE = 3,
    /// Multi-step retry, for replicated pools.
    #[cfg(not(feature = "abi-reef"))]
    CRUSH_RULE_TYPE_MSR_FIRSTN = 4,
    /// Multi-step retry, for erasure-coded pools.
    #[cfg(not(feature = "abi-reef"))]
    CRUSH_RULE_TYPE_MSR_INDEP = 5,
}

/// One step of a rule.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct crush_rule_step {
    /// One of `enum crush_opcodes`.
    pub op: __u32,
    /// First argument: an item, a count or a value.
    pub arg1: __s32,
    /// Second argument: a type.
    pub arg2: __s32,
}

/// What a rule applies to, in the interface up to Ceph 16.
#[cfg(feature = "abi-pacific")]
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct crush_rule_mask {
    /// Number that pools refer to.
    pub ruleset: __u8,
    /// 1 replicated, 3 erasure.
    pub r#type: __u8,
    /// Smallest number of replicas that the rule serves.
    pub min_size: __u8,
    /// Largest number of replicas that the rule serves.
    pub max_size: __u8,
}

/// A rule: `len` steps follow the header in the same block.
#[repr(C)]
#[derive(Debug)]
pub struct crush_rule {
    /// Number of steps.
    pub len: __u32,
    /// What the rule applies to.
    #[cfg(feature = "abi-pacific")]
    pub mask: crush_rule_mask,
    /// Not used any more.
    #[cfg(not(feature = "abi-pacific"))]
    pub __unused_was_rule_mask_ruleset: __u8,
    /// One of `enum crush_rule_type`.
    #[cfg(not(feature = "abi-pacific"))]
    pub r#type: __u8,
    /// Kept for old maps.
    #[cfg(not(feature = "abi-pacific"))]
    pub deprecated_min_size: __u8,
    /// Kept for old maps.
    #[cfg(not(feature = "abi-pacific"))]
    pub deprecated_max_size: __u8,
    /// The steps.
    pub steps: [crush_rule_step; 0],
}
