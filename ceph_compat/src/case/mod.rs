//! A case: one map, described in plain values, with the mappings to ask of it.
//!
//! Both libraries and the reference build the same map from the same description, each by its own means.

pub(crate) mod text;

/// Bucket algorithms, by the numbers of `enum crush_algorithm`.
pub(crate) mod alg {
    pub(crate) const UNIFORM: u8 = 1;
    pub(crate) const LIST: u8 = 2;
    pub(crate) const TREE: u8 = 3;
    pub(crate) const STRAW: u8 = 4;
    pub(crate) const STRAW2: u8 = 5;
}

/// Opcodes of rule steps, by the numbers of `enum crush_opcodes`.
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

/// Types of rules that mean something to the mapper.
pub(crate) mod rule_type {
    pub(crate) const REPLICATED: u8 = 1;
    pub(crate) const ERASURE: u8 = 3;
    pub(crate) const MSR_FIRSTN: u8 = 4;
    pub(crate) const MSR_INDEP: u8 = 5;
}

/// No item could be found for this place of a result.
pub(crate) const ITEM_NONE: i32 = 0x7fff_ffff;
/// This place of a result was not looked at yet; never part of a result.
pub(crate) const ITEM_UNDEF: i32 = 0x7fff_fffe;

/// The tunables of a map (spec 01 section 5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tunables {
    pub(crate) local_tries: u32,
    pub(crate) local_fallback_tries: u32,
    pub(crate) total_tries: u32,
    pub(crate) descend_once: u32,
    pub(crate) vary_r: u8,
    pub(crate) stable: u8,
    pub(crate) straw_calc_version: u8,
    pub(crate) msr_descents: u32,
    pub(crate) msr_collision_tries: u32,
}

impl Tunables {
    /// What `crush_create` sets, with straws calculated the newer way and the MSR defaults of Ceph's own maps.
    pub(crate) const OPTIMAL: Self = Self {
        local_tries: 0,
        local_fallback_tries: 0,
        total_tries: 50,
        descend_once: 1,
        vary_r: 1,
        stable: 1,
        straw_calc_version: 1,
        msr_descents: 100,
        msr_collision_tries: 100,
    };
    /// What `set_legacy_crush_map` sets.
    pub(crate) const LEGACY: Self = Self {
        local_tries: 2,
        local_fallback_tries: 5,
        total_tries: 19,
        descend_once: 0,
        vary_r: 0,
        stable: 0,
        straw_calc_version: 0,
        ..Self::OPTIMAL
    };
}

/// A bucket to make with `crush_make_bucket` and to add under its id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Bucket {
    pub(crate) id: i32,
    pub(crate) alg: u8,
    /// Algorithm to write over `alg` once the bucket is made; the same number if nothing is to be written.
    pub(crate) relabel: u8,
    pub(crate) hash: u8,
    pub(crate) kind: u16,
    pub(crate) items: Vec<i32>,
    /// As many as `items`; uniform buckets take the first.
    pub(crate) weights: Vec<u32>,
}

/// One step of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    pub(crate) op: u32,
    pub(crate) arg1: i32,
    pub(crate) arg2: i32,
}

/// Makes a step.
pub(crate) fn step(op: u32, arg1: i32, arg2: i32) -> Step {
    Step { op, arg1, arg2 }
}

/// A rule; the rules of a case get the numbers 0, 1, ...
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rule {
    pub(crate) kind: u8,
    pub(crate) steps: Vec<Step>,
}

/// What stands in for ids and weights of one bucket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ChooseArg {
    pub(crate) bucket: i32,
    /// As many as the bucket has items, or none at all.
    pub(crate) ids: Option<Vec<i32>>,
    /// One list of weights for each position, each as long as the bucket.
    pub(crate) weight_sets: Vec<Vec<u32>>,
}

/// One mapping to ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Input {
    pub(crate) rule: i32,
    pub(crate) x: i32,
    pub(crate) result_max: i32,
}

/// A map and the mappings to ask of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Case {
    pub(crate) tunables: Tunables,
    /// In the order of making: a bucket may come before its children.
    pub(crate) buckets: Vec<Bucket>,
    pub(crate) rules: Vec<Rule>,
    /// Written over what `crush_finalize` found.
    pub(crate) max_devices: Option<i32>,
    pub(crate) device_weights: Vec<u32>,
    /// `None`: the mapping gets NULL.
    pub(crate) choose_args: Option<Vec<ChooseArg>>,
    /// Give the map a histogram of tries.
    pub(crate) histogram: bool,
    pub(crate) inputs: Vec<Input>,
}

impl Case {
    /// Each library is to map over the map that the other one made. Part of the case, so that it repeats alike.
    pub(crate) fn crosses(&self) -> bool {
        self.buckets.first().is_some_and(|bucket| bucket.id % 4 == 0)
    }
}
