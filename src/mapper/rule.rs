//! Runs the steps of a rule (spec 02 section 10.3).
#![forbid(unsafe_code)]

use super::context::Context;
use super::firstn::{Firstn, Places};
use super::indep::Indep;
use super::slot::Slot;
use super::topology::{Rule, Step, Tunables};
use super::{DeviceWeights, Event, Observer, Topology, msr, workspace};
use crate::bucket::together::{Memory, Together};
use core::cell::RefCell;

/// Operations of an ordinary rule's steps, numbered as in `enum crush_opcodes`.
pub(super) mod op {
    pub(in crate::mapper) const TAKE: u32 = 1;
    pub(in crate::mapper) const CHOOSE_FIRSTN: u32 = 2;
    pub(in crate::mapper) const CHOOSE_INDEP: u32 = 3;
    pub(in crate::mapper) const EMIT: u32 = 4;
    pub(in crate::mapper) const CHOOSELEAF_FIRSTN: u32 = 6;
    pub(in crate::mapper) const CHOOSELEAF_INDEP: u32 = 7;
    pub(in crate::mapper) const SET_CHOOSE_TRIES: u32 = 8;
    pub(in crate::mapper) const SET_CHOOSELEAF_TRIES: u32 = 9;
    pub(in crate::mapper) const SET_CHOOSE_LOCAL_TRIES: u32 = 10;
    pub(in crate::mapper) const SET_CHOOSE_LOCAL_FALLBACK_TRIES: u32 = 11;
    pub(in crate::mapper) const SET_CHOOSELEAF_VARY_R: u32 = 12;
    pub(in crate::mapper) const SET_CHOOSELEAF_STABLE: u32 = 13;
}

/// Maps input `x` by rule number `ruleno`; returns how many places of `result` are defined.
///
/// At most `result.len()` items are placed; what places past the returned number hold means nothing. `scratch` has as many
/// places as [`scratch_used`](super::scratch_used) says, of any content. An unknown rule, an empty result or too little
/// scratch space gives 0. Source: spec 02 sections 10 and 12.
pub fn do_rule<T: Topology, O: Observer>(
    map: &T,
    ruleno: u32,
    x: i32,
    result: &mut [i32],
    weights: DeviceWeights<'_>,
    scratch: &mut [Slot],
    observer: &O,
) -> usize {
    let Some(rule) = map.rule(ruleno) else {
        return 0;
    };
    match workspace::scratch_used(map, &rule, result.len()) {
        Some(used) => run_rule(map, &rule, x, result, weights, (scratch, used), observer),
        None => 0,
    }
}

/// As [`do_rule`], for a rule that was found and the places of scratch space that it uses.
#[inline]
pub(crate) fn run_rule<T: Topology, O: Observer>(
    map: &T,
    rule: &Rule<'_>,
    x: i32,
    result: &mut [i32],
    weights: DeviceWeights<'_>,
    (scratch, used): (&mut [Slot], usize),
    observer: &O,
) -> usize {
    if result.is_empty() || scratch.len() < used {
        return 0;
    }
    let mut memory = Memory::new();
    let together = RefCell::new(Together::new(&mut memory));
    let context = Context { map, x, weights, observer, together: &together };
    if rule.is_msr() {
        msr::run(&context, rule, result, scratch)
    } else {
        run(&context, rule, result, scratch)
    }
}

/// The three vectors of an ordinary rule, each as long as the result.
struct Selection<'s> {
    /// What the next choose step chooses from.
    current: &'s mut [Slot],
    /// How much of it is filled.
    len: usize,
    /// Where the next choose step puts what it chooses.
    next: &'s mut [Slot],
    /// The leaf below each.
    leaves: &'s mut [Slot],
}

/// How hard choose steps try, as the map's tunables and the rule's `set_*` steps say.
pub(super) struct Effort {
    tries: u32,
    leaf_tries: u32,
    local_tries: u32,
    local_fallback_tries: u32,
    vary_r: u32,
    stable: bool,
    descend_once: bool,
}

fn run<T: Topology, O: Observer>(
    context: &Context<'_, T, O>,
    rule: &Rule<'_>,
    result: &mut [i32],
    scratch: &mut [Slot],
) -> usize {
    let (current, rest) = scratch.split_at_mut(result.len());
    let (next, rest) = rest.split_at_mut(result.len());
    let leaves = &mut rest[..result.len()];
    let mut selection = Selection { current, len: 0, next, leaves };
    let mut effort = Effort::new(&context.map.tunables());
    let mut emitted = 0;
    for (index, step) in rule.steps.iter().enumerate() {
        context.observer.event(Event::Step(index));
        match step.op {
            op::TAKE => selection.take(context.map, step.arg1),
            op::CHOOSE_FIRSTN | op::CHOOSELEAF_FIRSTN | op::CHOOSE_INDEP | op::CHOOSELEAF_INDEP => {
                selection.choose(context, &effort, step);
            }
            op::EMIT => emitted += selection.emit(&mut result[emitted..]),
            _ => effort.set(step),
        }
    }
    emitted
}

impl Selection<'_> {
    /// Starts from `item`; an item that the map does not have leaves the earlier selection as it is.
    fn take<T: Topology>(&mut self, map: &T, item: i32) {
        let known = if item >= 0 { item < map.max_devices() } else { map.bucket(item).is_some() };
        if known {
            self.current[0].set(item);
            self.len = 1;
        }
    }

    /// Moves the selection to the front of `result`; returns how many items fitted.
    fn emit(&mut self, result: &mut [i32]) -> usize {
        let fitting = self.len.min(result.len());
        for (place, item) in result.iter_mut().zip(&self.current[..fitting]) {
            *place = item.get();
        }
        self.len = 0;
        fitting
    }

    /// Replaces the selection by what a choose step finds below it.
    fn choose<T: Topology, O: Observer>(
        &mut self,
        context: &Context<'_, T, O>,
        effort: &Effort,
        step: &Step,
    ) {
        if self.len == 0 {
            return;
        }
        let leaf = matches!(step.op, op::CHOOSELEAF_FIRSTN | op::CHOOSELEAF_INDEP);
        let mut filled = 0;
        for parent in 0..self.len {
            filled += self.choose_below(context, effort, step, leaf, parent, filled);
        }
        if leaf {
            self.next[..filled].copy_from_slice(&self.leaves[..filled]);
        }
        core::mem::swap(&mut self.current, &mut self.next);
        self.len = filled;
        if O::IN_ORDER {
            self.current[..filled]
                .iter()
                .for_each(|item| context.observer.event(Event::Selected(item.get())));
        }
    }

    /// Chooses below one item of the selection, into the places from `filled` on; returns how many were filled.
    fn choose_below<T: Topology, O: Observer>(
        &mut self,
        context: &Context<'_, T, O>,
        effort: &Effort,
        step: &Step,
        leaf: bool,
        parent: usize,
        filled: usize,
    ) -> usize {
        let Some(count) = wanted(step.arg1, self.current.len()) else {
            return 0;
        };
        // Devices and holes have nothing below them: later parents' items move up.
        let item = self.current[parent].get();
        let Some(root) = context.map.bucket(item) else {
            return 0;
        };
        context.observer.event(Event::Below { item, step: 0 });
        let (items, leaves) = (&mut self.next[filled..], &mut self.leaves[filled..]);
        if matches!(step.op, op::CHOOSE_FIRSTN | op::CHOOSELEAF_FIRSTN) {
            context.firstn(item, root, &effort.firstn(step, count, leaf), &mut Places { items, leaves })
        } else {
            let places = items.len().min(usize::try_from(count).unwrap_or(0));
            let plan = effort.indep(step, count, leaf);
            context.indep(item, &plan, &mut items[..places], &mut leaves[..places]);
            places
        }
    }
}

/// How many items a step asks for: its count, or if that is not positive, so many less than the result has places.
pub(super) fn wanted(count: i32, result_max: usize) -> Option<i32> {
    let result_max = i32::try_from(result_max).unwrap_or(i32::MAX);
    let wanted = if count > 0 { count } else { count.wrapping_add(result_max) };
    (wanted > 0).then_some(wanted)
}

impl Effort {
    pub(super) fn new(tunables: &Tunables) -> Self {
        Self {
            // The tunable counts retries, the rule's step counts tries.
            tries: tunables.choose_total_tries.wrapping_add(1),
            leaf_tries: 0,
            local_tries: tunables.choose_local_tries,
            local_fallback_tries: tunables.choose_local_fallback_tries,
            vary_r: tunables.chooseleaf_vary_r.into(),
            stable: tunables.chooseleaf_stable != 0,
            descend_once: tunables.chooseleaf_descend_once != 0,
        }
    }

    /// Takes over the value of a `set_*` step; any other step means nothing here.
    pub(super) fn set(&mut self, step: &Step) {
        let Ok(value) = u32::try_from(step.arg1) else {
            return;
        };
        match step.op {
            op::SET_CHOOSE_TRIES if value > 0 => self.tries = value,
            op::SET_CHOOSELEAF_TRIES if value > 0 => self.leaf_tries = value,
            op::SET_CHOOSE_LOCAL_TRIES => self.local_tries = value,
            op::SET_CHOOSE_LOCAL_FALLBACK_TRIES => self.local_fallback_tries = value,
            op::SET_CHOOSELEAF_VARY_R => self.vary_r = value,
            op::SET_CHOOSELEAF_STABLE => self.stable = value != 0,
            _ => {}
        }
    }

    pub(super) fn firstn(&self, step: &Step, count: i32, leaf: bool) -> Firstn {
        let leaf_tries = match (self.leaf_tries, self.descend_once) {
            (0, true) => 1,
            (0, false) => self.tries,
            (tries, _) => tries,
        };
        Firstn {
            count,
            kind: step.arg2,
            tries: self.tries,
            leaf_tries,
            local_tries: self.local_tries,
            local_fallback_tries: self.local_fallback_tries,
            leaf,
            vary_r: self.vary_r,
            stable: self.stable,
        }
    }

    pub(super) fn indep(&self, step: &Step, count: i32, leaf: bool) -> Indep {
        let leaf_tries = if self.leaf_tries != 0 { self.leaf_tries } else { 1 };
        Indep { count, kind: step.arg2, tries: self.tries, leaf_tries, leaf }
    }
}
