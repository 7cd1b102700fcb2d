//! The part of a map that one rule can reach, in flat arrays.
#![forbid(unsafe_code)]

use super::PlacerError;
use super::store::{Span, Store};
use crate::bucket::{Algorithm, Bucket, ChooseArg, Drawn};
use crate::fallible::Fallible;
use crate::hash::HashKind;
use crate::mapper::{Rule, Step, Topology, Tunables};
use std::collections::HashMap;

/// Number of the TAKE step in `enum crush_opcodes`.
const TAKE: u32 = 1;

/// A map with one rule, number 0, and the buckets below what that takes.
#[derive(Debug)]
pub(super) struct FlatMap {
    max_buckets: u32,
    max_devices: i32,
    tunables: Tunables,
    kind: u8,
    steps: Vec<Step>,
    /// One more than the number of the bucket in each slot, 0 for none.
    slots: Vec<u32>,
    buckets: Vec<FlatBucket>,
    /// Items, and ids to hash instead of them.
    ids: Store<i32>,
    weights: Store<u32>,
    args: Store<FlatArg>,
    /// Replacements for ids that are not those of their bucket's slot.
    misplaced: HashMap<i32, Span>,
    is_positional: bool,
}

#[derive(Clone, Copy, Debug)]
struct FlatBucket {
    id: i32,
    kind: u16,
    hash: HashKind,
    algorithm: FlatAlgorithm,
    items: Span,
    /// Item weights, straws or node weights.
    weights: Span,
    /// Sums of a list.
    sums: Span,
    /// What stands in for ids and weights, by position; positions past the last use the last one.
    args: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FlatAlgorithm {
    Uniform,
    List,
    Tree,
    Straw,
    Straw2,
    Unknown,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct FlatArg {
    ids: Span,
    weights: Span,
}

impl FlatMap {
    /// Copies what rule `ruleno` of `map` can reach for results of `places` places.
    pub(super) fn new<T: Topology>(map: &T, ruleno: u32, places: usize) -> Result<Self, PlacerError> {
        let rule = map.rule(ruleno).ok_or(PlacerError::UnknownRule(ruleno))?;
        let steps = Vec::try_collect(rule.steps.iter().copied())?;
        let mut flat = Self {
            max_buckets: map.max_buckets(),
            max_devices: map.max_devices(),
            tunables: map.tunables(),
            kind: rule.kind,
            steps,
            slots: Vec::new(),
            buckets: Vec::new(),
            ids: Store::new(),
            weights: Store::new(),
            args: Store::new(),
            misplaced: HashMap::new(),
            is_positional: false,
        };
        let positions = u32::try_from(places).unwrap_or(u32::MAX).saturating_add(1);
        for step in rule.steps.iter().filter(|step| step.op == TAKE) {
            flat.add_below(map, step.arg1, positions)?;
        }
        flat.ids.shrink()?;
        flat.weights.shrink()?;
        flat.args.shrink()?;
        Ok(flat)
    }

    /// Adds an item's bucket and all below it.
    fn add_below<T: Topology>(&mut self, map: &T, item: i32, positions: u32) -> Result<(), PlacerError> {
        let mut pending = Vec::new();
        pending.try_reserve(1)?;
        pending.push(item);
        while let Some(item) = pending.pop() {
            if item >= 0 || self.number(item).is_some() {
                continue;
            }
            let Some(bucket) = map.bucket(item) else {
                continue;
            };
            self.add(map, item, &bucket, positions)?;
            pending.try_reserve(bucket.items.len())?;
            pending.extend(bucket.items.iter().filter(|&&below| below < 0 && self.number(below).is_none()));
        }
        Ok(())
    }

    fn add<T: Topology>(
        &mut self,
        map: &T,
        item: i32,
        bucket: &Bucket<'_>,
        positions: u32,
    ) -> Result<(), PlacerError> {
        let (algorithm, weights, sums) = parts(&bucket.algorithm);
        let args = self.add_args(map, item, bucket, positions)?;
        let flat = FlatBucket {
            id: bucket.id,
            kind: bucket.kind,
            hash: bucket.hash,
            algorithm,
            items: self.ids.add(bucket.items)?,
            weights: self.weights.add(weights)?,
            sums: self.weights.add(sums)?,
            args,
        };
        let slot = slot_of(item);
        if let Some(more @ 1..) = (slot + 1).checked_sub(self.slots.len()) {
            self.slots.try_reserve(more)?;
            self.slots.resize(slot + 1, 0);
        }
        self.buckets.try_reserve(1)?;
        self.buckets.push(flat);
        self.slots[slot] = u32::try_from(self.buckets.len()).map_err(|_| PlacerError::TooLarge)?;
        Ok(())
    }

    /// Copies what stands in for a bucket's ids and weights, until positions differ no more.
    fn add_args<T: Topology>(
        &mut self,
        map: &T,
        item: i32,
        bucket: &Bucket<'_>,
        positions: u32,
    ) -> Result<Span, PlacerError> {
        if !matches!(bucket.algorithm, Algorithm::Straw2 { .. }) {
            return Ok(Span::default());
        }
        let at = |position: u32| map.choose_arg(bucket, position.cast_signed());
        let same = |a: ChooseArg<'_>, b: ChooseArg<'_>| a.ids == b.ids && a.weights == b.weights;
        let mut count = map.positions(bucket).clamp(1, positions);
        while count > 1 && same(at(count - 1), at(count - 2)) {
            count -= 1;
        }
        let mut args = Vec::new();
        args.try_reserve_exact(count as usize)?;
        for position in 0..count {
            let arg = at(position);
            args.push(FlatArg { ids: self.ids.add(arg.ids)?, weights: self.weights.add(arg.weights)? });
        }
        self.is_positional |= count > 1;
        if count == 1 && args == [FlatArg::default()] {
            args.clear();
        }
        let args = self.args.add(&args)?;
        if bucket.id != item {
            self.misplaced.try_reserve(1)?;
            self.misplaced.insert(bucket.id, args);
        }
        Ok(args)
    }

    /// The bucket of a negative item.
    #[inline]
    fn number(&self, item: i32) -> Option<&FlatBucket> {
        let number = *self.slots.get(slot_of(item)).filter(|_| item < 0)?;
        self.buckets.get((number as usize).checked_sub(1)?)
    }

    #[inline]
    fn arg(&self, args: Span, position: i32) -> ChooseArg<'_> {
        let args = self.args.get(args);
        let Some(last) = args.len().checked_sub(1) else {
            return ChooseArg::default();
        };
        let arg = args[last.min(position.cast_unsigned() as usize)];
        ChooseArg { ids: self.ids.get(arg.ids), weights: self.weights.get(arg.weights) }
    }

    /// What stands in for the bucket with an id: replacements go by that, even if the bucket is in the slot of another.
    fn args_of(&self, id: i32) -> Span {
        let own = self.number(id).filter(|flat| flat.id == id && flat.algorithm == FlatAlgorithm::Straw2);
        own.map(|flat| flat.args).or_else(|| self.misplaced.get(&id).copied()).unwrap_or_default()
    }

    /// One more than the highest slot of a bucket.
    #[cfg(target_arch = "x86_64")]
    pub(super) fn slot_count(&self) -> usize {
        self.slots.len()
    }

    /// Number of positions that differ in what stands in for the bucket that a negative item names, or 1.
    #[cfg(target_arch = "x86_64")]
    pub(super) fn position_count(&self, item: i32) -> u32 {
        self.number(item).map_or(1, |flat| flat.args.len().max(1) as u32)
    }

    /// The rule.
    pub(super) fn only_rule(&self) -> Rule<'_> {
        Rule { kind: self.kind, steps: &self.steps }
    }

    /// Bytes of all arrays.
    pub(super) fn bytes(&self) -> usize {
        let args = self.misplaced.capacity() * size_of::<(i32, Span)>() + self.args.bytes();
        let buckets = self.buckets.capacity() * size_of::<FlatBucket>() + self.slots.capacity() * 4;
        let steps = self.steps.capacity() * size_of::<Step>();
        self.ids.bytes() + self.weights.bytes() + args + buckets + steps
    }
}

/// The slot of a bucket's number, `-1 - id`: the complement of its bits.
#[inline]
fn slot_of(item: i32) -> usize {
    (!item).cast_unsigned() as usize
}

/// An algorithm without its arrays, and those.
fn parts<'a>(algorithm: &Algorithm<'a>) -> (FlatAlgorithm, &'a [u32], &'a [u32]) {
    match *algorithm {
        Algorithm::Uniform => (FlatAlgorithm::Uniform, &[], &[]),
        Algorithm::List { item_weights, sum_weights } => (FlatAlgorithm::List, item_weights, sum_weights),
        Algorithm::Tree { node_weights } => (FlatAlgorithm::Tree, node_weights, &[]),
        Algorithm::Straw { straws } => (FlatAlgorithm::Straw, straws, &[]),
        Algorithm::Straw2 { item_weights } => (FlatAlgorithm::Straw2, item_weights, &[]),
        Algorithm::Unknown => (FlatAlgorithm::Unknown, &[], &[]),
    }
}

impl Topology for FlatMap {
    #[inline]
    fn max_buckets(&self) -> u32 {
        self.max_buckets
    }

    #[inline]
    fn max_devices(&self) -> i32 {
        self.max_devices
    }

    #[inline]
    fn bucket(&self, item: i32) -> Option<Bucket<'_>> {
        let flat = self.number(item)?;
        let weights = self.weights.get(flat.weights);
        let algorithm = match flat.algorithm {
            FlatAlgorithm::Uniform => Algorithm::Uniform,
            FlatAlgorithm::List => {
                Algorithm::List { item_weights: weights, sum_weights: self.weights.get(flat.sums) }
            }
            FlatAlgorithm::Tree => Algorithm::Tree { node_weights: weights },
            FlatAlgorithm::Straw => Algorithm::Straw { straws: weights },
            FlatAlgorithm::Straw2 => Algorithm::Straw2 { item_weights: weights },
            FlatAlgorithm::Unknown => Algorithm::Unknown,
        };
        let items = self.ids.get(flat.items);
        Some(Bucket { id: flat.id, kind: flat.kind, hash: flat.hash, items, algorithm })
    }

    #[inline]
    fn kind(&self, item: i32) -> Option<u16> {
        self.number(item).map(|flat| flat.kind)
    }

    #[inline]
    fn drawn(&self, item: i32, position: i32) -> Option<Drawn<'_>> {
        let flat = self.number(item)?;
        let straws = flat.algorithm == FlatAlgorithm::Straw;
        if !(straws || flat.algorithm == FlatAlgorithm::Straw2) || flat.hash != HashKind::Rjenkins1 {
            return None;
        }
        let (items, weights) = (self.ids.get(flat.items), self.weights.get(flat.weights));
        let arg = self.arg(flat.args, position);
        let ids = if arg.ids.is_empty() { items } else { arg.ids };
        Drawn::new(items, ids, if arg.weights.is_empty() { weights } else { arg.weights }, straws)
    }

    #[inline]
    fn uniform_size(&self, item: i32) -> Option<usize> {
        let flat = self.number(item)?;
        (flat.algorithm == FlatAlgorithm::Uniform).then_some(flat.items.len())
    }

    #[inline]
    fn is_positional(&self) -> bool {
        self.is_positional
    }

    fn choose_arg(&self, bucket: &Bucket<'_>, position: i32) -> ChooseArg<'_> {
        self.arg(self.args_of(bucket.id), position)
    }

    fn positions(&self, bucket: &Bucket<'_>) -> u32 {
        self.args_of(bucket.id).len() as u32
    }

    fn tunables(&self) -> Tunables {
        self.tunables
    }

    fn max_rules(&self) -> u32 {
        1
    }

    fn rule(&self, ruleno: u32) -> Option<Rule<'_>> {
        (ruleno == 0).then_some(self.only_rule())
    }
}
