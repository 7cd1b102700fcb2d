//! A map one of whose rules may try more often.

use crush::abi::crush_opcodes::{CRUSH_RULE_SET_CHOOSE_TRIES, CRUSH_RULE_SET_MSR_DESCENTS};
use crush::bucket::{Bucket, ChooseArg};
use crush::mapper::{Rule, Step, Topology, Tunables};

/// A map as it is, but for the tries of one rule.
pub struct MoreTries<'a, T> {
    map: &'a T,
    rule: u32,
    kind: u8,
    steps: Vec<Step>,
}

impl<'a, T: Topology> MoreTries<'a, T> {
    /// Rule `rule` of `map`, with `tries` tries for each place, or descents if it is an MSR rule.
    pub fn new(map: &'a T, rule: u32, tries: u32) -> Self {
        let found = map.rule(rule);
        let is_msr = found.as_ref().is_some_and(Rule::is_msr);
        let sets = [CRUSH_RULE_SET_CHOOSE_TRIES as u32, CRUSH_RULE_SET_MSR_DESCENTS as u32];
        let first = Step { op: sets[usize::from(is_msr)], arg1: tries.cast_signed(), arg2: 0 };
        let steps = found.as_ref().map_or(&[][..], |rule| rule.steps).iter().copied();
        let steps = [first].into_iter().chain(steps.filter(|step| !sets.contains(&step.op))).collect();
        Self { map, rule, kind: found.map_or(1, |rule| rule.kind), steps }
    }
}

impl<T: Topology> Topology for MoreTries<'_, T> {
    fn max_buckets(&self) -> u32 {
        self.map.max_buckets()
    }

    fn max_devices(&self) -> i32 {
        self.map.max_devices()
    }

    fn bucket(&self, item: i32) -> Option<Bucket<'_>> {
        self.map.bucket(item)
    }

    fn choose_arg(&self, bucket: &Bucket<'_>, position: i32) -> ChooseArg<'_> {
        self.map.choose_arg(bucket, position)
    }

    fn tunables(&self) -> Tunables {
        self.map.tunables()
    }

    fn max_rules(&self) -> u32 {
        self.map.max_rules()
    }

    fn rule(&self, ruleno: u32) -> Option<Rule<'_>> {
        if ruleno == self.rule {
            Some(Rule { kind: self.kind, steps: &self.steps })
        } else {
            self.map.rule(ruleno)
        }
    }
}
