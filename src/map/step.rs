//! Numbers that steps and rules are stored with (spec 04 section 2.2).
#![forbid(unsafe_code)]

/// Operations of steps.
pub(crate) mod op {
    pub(crate) const NOOP: u32 = 0;
    pub(crate) const TAKE: u32 = 1;
    pub(crate) const CHOOSE_FIRSTN: u32 = 2;
    pub(crate) const CHOOSE_INDEP: u32 = 3;
    pub(crate) const EMIT: u32 = 4;
    pub(crate) const CHOOSELEAF_FIRSTN: u32 = 6;
    pub(crate) const CHOOSELEAF_INDEP: u32 = 7;
    pub(crate) const SET_CHOOSE_TRIES: u32 = 8;
    pub(crate) const SET_CHOOSELEAF_TRIES: u32 = 9;
    pub(crate) const SET_CHOOSE_LOCAL_TRIES: u32 = 10;
    pub(crate) const SET_CHOOSE_LOCAL_FALLBACK_TRIES: u32 = 11;
    pub(crate) const SET_CHOOSELEAF_VARY_R: u32 = 12;
    pub(crate) const SET_CHOOSELEAF_STABLE: u32 = 13;
    pub(crate) const SET_MSR_DESCENTS: u32 = 14;
    pub(crate) const SET_MSR_COLLISION_TRIES: u32 = 15;
    pub(crate) const CHOOSE_MSR: u32 = 16;
}

/// Types of rules.
pub(crate) mod rule_type {
    pub(crate) const REPLICATED: u8 = 1;
    pub(crate) const ERASURE: u8 = 3;
    pub(crate) const MSR_FIRSTN: u8 = 4;
    pub(crate) const MSR_INDEP: u8 = 5;
}
