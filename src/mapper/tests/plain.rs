//! A map of plain vectors, to test the algorithm on without C memory.

use crate::bucket::{Algorithm, Bucket, ChooseArg};
use crate::hash::HashKind;
use crate::mapper::{DeviceWeights, Observer, Rule, Slot, Step, Topology, Tunables, do_rule, scratch_used};

#[derive(Clone, Debug)]
pub(super) enum PlainAlgorithm {
    Uniform,
    List { item_weights: Vec<u32>, sum_weights: Vec<u32> },
    Tree { node_weights: Vec<u32> },
    Straw2 { item_weights: Vec<u32> },
}

#[derive(Clone, Debug)]
pub(super) struct PlainBucket {
    pub(super) id: i32,
    pub(super) kind: u16,
    pub(super) items: Vec<i32>,
    pub(super) algorithm: PlainAlgorithm,
}

#[derive(Clone, Debug, Default)]
pub(super) struct PlainMap {
    pub(super) buckets: Vec<Option<PlainBucket>>,
    pub(super) rules: Vec<Option<(u8, Vec<Step>)>>,
    pub(super) max_devices: i32,
    pub(super) tunables: Tunables,
}

/// The tunables of a new map, with those of MSR rules that tools give it.
pub(super) const OPTIMAL: Tunables = Tunables {
    choose_local_tries: 0,
    choose_local_fallback_tries: 0,
    choose_total_tries: 50,
    chooseleaf_descend_once: 1,
    chooseleaf_vary_r: 1,
    chooseleaf_stable: 1,
    msr_descents: 100,
    msr_collision_tries: 100,
};

/// The tunables of the first release.
pub(super) const LEGACY: Tunables = Tunables {
    choose_local_tries: 2,
    choose_local_fallback_tries: 5,
    choose_total_tries: 19,
    chooseleaf_descend_once: 0,
    chooseleaf_vary_r: 0,
    chooseleaf_stable: 0,
    ..OPTIMAL
};

impl PlainMap {
    /// Adds a straw2 bucket.
    pub(super) fn straw2(mut self, id: i32, kind: u16, items: &[i32], weights: &[u32]) -> Self {
        let algorithm = PlainAlgorithm::Straw2 { item_weights: weights.to_vec() };
        self.put(PlainBucket { id, kind, items: items.to_vec(), algorithm });
        self
    }

    /// Puts a bucket into the slot of its id.
    pub(super) fn put(&mut self, bucket: PlainBucket) {
        let slot = usize::try_from(-1 - bucket.id).unwrap();
        if self.buckets.len() <= slot {
            self.buckets.resize(slot + 1, None);
        }
        let devices = bucket.items.iter().map(|&item| item.saturating_add(1));
        self.max_devices = devices.fold(self.max_devices, i32::max);
        self.buckets[slot] = Some(bucket);
    }

    /// Adds a rule of steps (op, arg1, arg2).
    pub(super) fn rule(mut self, kind: u8, steps: &[(u32, i32, i32)]) -> Self {
        let steps = steps.iter().map(|&(op, arg1, arg2)| Step { op, arg1, arg2 }).collect();
        self.rules.push(Some((kind, steps)));
        self
    }

    /// Maps `x` by a rule; returns the number returned, and the whole result, which starts as all `UNTOUCHED`.
    pub(super) fn map(
        &self,
        ruleno: u32,
        x: i32,
        result_max: usize,
        weights: &[u32],
        observer: &impl Observer,
    ) -> (usize, Vec<i32>) {
        let used = self.rule_ref(ruleno).and_then(|rule| scratch_used(self, &rule, result_max));
        let mut scratch = vec![Slot::new(0x5a5a_5a5a); used.unwrap_or(0)];
        let mut result = vec![UNTOUCHED; result_max];
        let weights = DeviceWeights(weights);
        let placed = do_rule(self, ruleno, x, &mut result, weights, &mut scratch, observer);
        (placed, result)
    }

    fn rule_ref(&self, ruleno: u32) -> Option<Rule<'_>> {
        let (kind, steps) = self.rules.get(ruleno as usize)?.as_ref()?;
        Some(Rule { kind: *kind, steps })
    }
}

/// What results hold before a mapping.
pub(super) const UNTOUCHED: i32 = -77_777;

impl Topology for PlainMap {
    fn max_buckets(&self) -> u32 {
        self.buckets.len() as u32
    }

    fn max_devices(&self) -> i32 {
        self.max_devices
    }

    fn bucket(&self, item: i32) -> Option<Bucket<'_>> {
        let slot = usize::try_from(item.checked_neg()?.checked_sub(1)?).ok()?;
        let bucket = self.buckets.get(slot)?.as_ref()?;
        let algorithm = match &bucket.algorithm {
            PlainAlgorithm::Uniform => Algorithm::Uniform,
            PlainAlgorithm::List { item_weights, sum_weights } => {
                Algorithm::List { item_weights, sum_weights }
            }
            PlainAlgorithm::Tree { node_weights } => Algorithm::Tree { node_weights },
            PlainAlgorithm::Straw2 { item_weights } => Algorithm::Straw2 { item_weights },
        };
        let hash = HashKind::Rjenkins1;
        Some(Bucket { id: bucket.id, kind: bucket.kind, hash, items: &bucket.items, algorithm })
    }

    fn choose_arg(&self, _: &Bucket<'_>, _: i32) -> ChooseArg<'_> {
        ChooseArg::default()
    }

    fn tunables(&self) -> Tunables {
        self.tunables
    }

    fn max_rules(&self) -> u32 {
        self.rules.len() as u32
    }

    fn rule(&self, ruleno: u32) -> Option<Rule<'_>> {
        self.rule_ref(ruleno)
    }
}
