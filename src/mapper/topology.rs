//! What the algorithm sees of a map.
#![forbid(unsafe_code)]

use crate::abi;
use crate::bucket::{Algorithm, Bucket, ChooseArg, Drawn};

/// One step of a rule, laid out as in C so that a C map's steps need no copy.
pub type Step = abi::crush_rule_step;

/// The hierarchy, rules and tunables of a map.
pub trait Topology {
    /// Number of bucket slots; the bucket with id `-1 - i` is in slot i.
    fn max_buckets(&self) -> u32;

    /// Largest device id plus 1; items from there on are never chosen by ordinary rules.
    fn max_devices(&self) -> i32;

    /// The bucket that a negative item names, if there is one.
    fn bucket(&self, item: i32) -> Option<Bucket<'_>>;

    /// The type of the bucket that a negative item names, if there is one.
    #[inline]
    fn kind(&self, item: i32) -> Option<u16> {
        self.bucket(item).map(|bucket| bucket.kind)
    }

    /// The choice in the bucket that a negative item names, if it is one of draws.
    #[inline]
    fn drawn(&self, item: i32, position: i32) -> Option<Drawn<'_>> {
        let bucket = self.bucket(item)?;
        Drawn::of(&bucket, &self.choose_arg(&bucket, position))
    }

    /// What the choice in the bucket that a negative item names yields for the input in hand, if that is known already.
    #[inline]
    fn foreseen(&self, item: i32, rank: i32, position: i32) -> Option<i32> {
        let _ = (item, rank, position);
        None
    }

    /// The number of items of the bucket that a negative item names, if it is a uniform one.
    #[inline]
    fn uniform_size(&self, item: i32) -> Option<usize> {
        let bucket = self.bucket(item)?;
        matches!(bucket.algorithm, Algorithm::Uniform).then_some(bucket.items.len())
    }

    /// Whether what stands in for a bucket may differ from position to position.
    fn is_positional(&self) -> bool {
        true
    }

    /// What stands in for the ids and weights of straw2 bucket `bucket` at a position of the result.
    fn choose_arg(&self, bucket: &Bucket<'_>, position: i32) -> ChooseArg<'_>;

    /// How many positions differ at most in what stands in for a straw2 bucket: positions past the last are like that one.
    fn positions(&self, bucket: &Bucket<'_>) -> u32 {
        let _ = bucket;
        if self.is_positional() { u32::MAX } else { 1 }
    }

    /// The map's tunables.
    fn tunables(&self) -> Tunables;

    /// Number of rule slots.
    fn max_rules(&self) -> u32;

    /// Rule number `ruleno`, if there is one.
    fn rule(&self, ruleno: u32) -> Option<Rule<'_>>;
}

/// A rule.
#[derive(Clone, Copy, Debug)]
pub struct Rule<'a> {
    /// 1 replicated, 3 erasure, 4 MSR firstn, 5 MSR indep; others as 1.
    pub kind: u8,
    /// What it does.
    pub steps: &'a [Step],
}

impl Rule<'_> {
    /// Whether multi-step retry runs this rule; rules of Ceph up to 18 never are, whatever their type says.
    pub fn is_msr(&self) -> bool {
        cfg!(not(any(feature = "abi-pacific", feature = "abi-reef"))) && matches!(self.kind, 4 | 5)
    }
}

/// The numbers that govern retries (spec 01 section 5).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tunables {
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
    /// Descents from the root in an MSR rule.
    pub msr_descents: u32,
    /// Tries against collisions in an MSR rule.
    pub msr_collision_tries: u32,
}
