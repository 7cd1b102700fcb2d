//! firstn: distinct items, failures left out (spec 02 section 10.1).
//!
//! Replicas are placed one after another. Each makes a descent of rank `rep + failures`; when the answer collides with an
//! earlier replica or is refused, it tries again: in the same bucket while local tries last, else from the top.
#![forbid(unsafe_code)]

use super::ahead::{BAD, Descents, EMPTY, MAX_DEVICES, NOT_MADE, ToKind, worthwhile};
use super::context::Context;
use super::descent::{Reached, step};
use super::slot::{Slot, holds, place_number};
use super::{Event, Judgement, Observer, Topology};
use crate::bucket::{Algorithm, Bucket};

/// What a firstn step asks for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Firstn {
    /// Replicas to place.
    pub(super) count: i32,
    /// Type of the items.
    pub(super) kind: i32,
    /// Descents for one replica.
    pub(super) tries: u32,
    /// Descents for the leaf below one item.
    pub(super) leaf_tries: u32,
    /// Retries in the same bucket after a collision.
    pub(super) local_tries: u32,
    /// Retries in the same bucket by permutation.
    pub(super) local_fallback_tries: u32,
    /// Whether each item is taken down to a device.
    pub(super) leaf: bool,
    /// How much of the rank a leaf's rank takes over.
    pub(super) vary_r: u32,
    /// Whether a leaf's rank starts at 0 whatever its position.
    pub(super) stable: bool,
}

/// Where a firstn call puts what it chooses: items, and the leaf below each.
pub(super) struct Places<'s> {
    pub(super) items: &'s mut [Slot],
    pub(super) leaves: &'s mut [Slot],
}

impl<'a, T: Topology, O: Observer> Context<'a, T, O> {
    /// Fills `places` from the front with items below the bucket `item`, which is `root`; returns how many.
    pub(super) fn firstn(
        &self,
        item: i32,
        root: Bucket<'a>,
        plan: &Firstn,
        places: &mut Places<'_>,
    ) -> usize {
        if !O::IN_ORDER && plan.has_no_local_tries() && self.map.max_devices() <= MAX_DEVICES {
            return if plan.gains_ahead(&root) {
                self.firstn_from_the_top(&mut Ahead::new(item, &root), plan, places)
            } else {
                self.firstn_from_the_top(&mut OneByOne { root }, plan, places)
            };
        }
        let mut placed = 0;
        let mut rep = 0;
        while rep < plan.count && placed < places.items.len() {
            if let Some((item, failures)) = self.firstn_place(root, plan, places, placed, rep, 0) {
                places.items[placed].set(item);
                placed += 1;
                self.observer.tries(failures);
            }
            rep += 1;
        }
        placed
    }

    /// Finds the item of replica `rep` for place `position`, and the failures it took; `None` gives the replica up.
    ///
    /// So many `failures` were made before.
    fn firstn_place(
        &self,
        root: Bucket<'a>,
        plan: &Firstn,
        places: &mut Places<'_>,
        position: usize,
        rep: i32,
        mut failures: u32,
    ) -> Option<(i32, u32)> {
        let mut bucket = root;
        let mut local_failures = 0u32;
        loop {
            let r = rep.wrapping_add(failures.cast_signed());
            self.observer.event(Event::Try { place: position, failures });
            let (item, judgement) = match self.firstn_descend(&mut bucket, plan, r, local_failures, position)
            {
                Reached::Bad => (None, Judgement::Bad),
                Reached::Empty => (None, Judgement::Empty),
                Reached::Item(item) => (Some(item), self.firstn_judge(plan, places, position, item, r)),
            };
            self.observer.event(Event::Judged { item, judgement });
            match judgement {
                Judgement::Accepted => return item.map(|item| (item, failures)),
                Judgement::Bad => return None,
                _ => {}
            }
            failures = failures.wrapping_add(1);
            local_failures = local_failures.wrapping_add(1);
            if plan.stays_in(&bucket, judgement, local_failures) {
                continue;
            }
            if failures >= plan.tries {
                self.observer.event(Event::GaveUp { place: position, failures });
                return None;
            }
            (bucket, local_failures) = (root, 0);
        }
    }

    /// Descends from `bucket`, by permutation in buckets where local failures have become many.
    fn firstn_descend(
        &self,
        bucket: &mut Bucket<'a>,
        plan: &Firstn,
        r: i32,
        local_failures: u32,
        position: usize,
    ) -> Reached {
        let position = place_number(position);
        self.descend(bucket, plan.kind, |bucket| {
            if plan.falls_back(bucket, local_failures) {
                self.observer.choice(bucket.items.len());
                let item = self.together.borrow_mut().permute(bucket, self.x, r);
                self.chose(bucket, r, position, item, true);
                item
            } else {
                self.choose(bucket, r, position)
            }
        })
    }

    /// Judges `item` for place `position`: is it new, has it a leaf, does its device take the input?
    fn firstn_judge(
        &self,
        plan: &Firstn,
        places: &mut Places<'_>,
        position: usize,
        item: i32,
        r: i32,
    ) -> Judgement {
        if holds(&places.items[..position], item) {
            return Judgement::Collision;
        }
        if plan.leaf && !self.firstn_leaf(plan, places, position, item, r) {
            return Judgement::NoLeaf;
        }
        if plan.kind == 0 && self.is_out(item) {
            return Judgement::Out;
        }
        Judgement::Accepted
    }

    /// Finds a device below `item` that no earlier leaf is, and puts it beside the item's place.
    fn firstn_leaf(
        &self,
        plan: &Firstn,
        places: &mut Places<'_>,
        position: usize,
        item: i32,
        r: i32,
    ) -> bool {
        let leaf =
            if item >= 0 { Some(item) } else { self.firstn_leaf_below(plan, places, position, item, r, 0) };
        if let Some(leaf) = leaf {
            places.leaves[position].set(leaf);
        }
        leaf.is_some()
    }

    /// Such a device below the bucket `item`, so many `failures` having been made before.
    fn firstn_leaf_below(
        &self,
        plan: &Firstn,
        places: &mut Places<'_>,
        position: usize,
        item: i32,
        r: i32,
        failures: u32,
    ) -> Option<i32> {
        let bucket = self.map.bucket(item)?;
        let rep = plan.leaf_rep(position, r);
        // The leaves are the items of this inner call.
        let mut inner = Places { items: &mut *places.leaves, leaves: &mut [] };
        self.observer.event(Event::LeafSearch(item));
        let found = self.firstn_place(bucket, &plan.of_leaf(), &mut inner, position, rep, failures);
        self.observer.event(Event::LeafFound(found.map(|(leaf, _)| leaf)));
        let (leaf, failures) = found?;
        self.observer.tries(failures);
        Some(leaf)
    }

    /// [`firstn`](Self::firstn) for tries that all start from the top.
    #[inline(never)]
    fn firstn_from_the_top(
        &self,
        descents: &mut impl Tries<'a, T, O>,
        plan: &Firstn,
        places: &mut Places<'_>,
    ) -> usize {
        let mut placed = 0;
        let mut rep = 0;
        while rep < plan.count && placed < places.items.len() {
            let mut failures = 0u32;
            let item = loop {
                let r = rep.wrapping_add(failures.cast_signed());
                let (reached, leaf) = descents.reach(self, plan, places, placed, Try { rep, r, failures });
                match reached {
                    BAD => break None,
                    EMPTY => {}
                    item if self.firstn_accepts(plan, places, placed, r, item, leaf) => {
                        break Some(item);
                    }
                    _ => {}
                }
                failures = failures.wrapping_add(1);
                if failures >= plan.tries {
                    break None;
                }
            };
            if let Some(item) = item {
                places.items[placed].set(item);
                placed += 1;
                self.observer.tries(failures);
            }
            rep += 1;
        }
        placed
    }

    /// Whether `item` may go to place `position`. `leaf` is what the first descent below it reached, if it was made ahead.
    #[inline]
    fn firstn_accepts(
        &self,
        plan: &Firstn,
        places: &mut Places<'_>,
        position: usize,
        r: i32,
        item: i32,
        leaf: i32,
    ) -> bool {
        if holds(&places.items[..position], item) {
            return false;
        }
        if plan.leaf {
            let leaf = match leaf {
                _ if item >= 0 => Some(item),
                BAD => None,
                NOT_MADE => self.firstn_leaf_below(plan, places, position, item, r, 0),
                leaf if leaf != EMPTY && !holds(&places.leaves[..position], leaf) && !self.is_out(leaf) => {
                    self.observer.tries(0);
                    Some(leaf)
                }
                _ if plan.leaf_tries <= 1 => None,
                _ => self.firstn_leaf_below(plan, places, position, item, r, 1),
            };
            let Some(leaf) = leaf else {
                return false;
            };
            places.leaves[position].set(leaf);
        }
        plan.kind != 0 || !self.is_out(item)
    }
}

/// One try for a replica.
struct Try {
    /// Number of the replica.
    rep: i32,
    /// Its rank.
    r: i32,
    /// Tries that failed before.
    failures: u32,
}

/// Where the descents of tries come from.
trait Tries<'a, T, O> {
    /// The item that a try for place `placed` reaches, or a mark; and the leaf that the first descent below it reaches, if
    /// it was made.
    fn reach(
        &mut self,
        context: &Context<'a, T, O>,
        plan: &Firstn,
        places: &Places<'_>,
        placed: usize,
        this: Try,
    ) -> (i32, i32);
}

/// Descents from one bucket, each made when it is asked for.
struct OneByOne<'a> {
    root: Bucket<'a>,
}

impl<'a, T: Topology, O: Observer> Tries<'a, T, O> for OneByOne<'a> {
    #[inline]
    fn reach(
        &mut self,
        context: &Context<'a, T, O>,
        plan: &Firstn,
        _: &Places<'_>,
        placed: usize,
        this: Try,
    ) -> (i32, i32) {
        let position = place_number(placed);
        let reached = match step(context.map, context.choose(&self.root, this.r, position), plan.kind) {
            Err(reached) => reached,
            Ok(item) => match context.map.bucket(item) {
                Some(mut below) => {
                    context.descend(&mut below, plan.kind, |bucket| context.choose(bucket, this.r, position))
                }
                None => Reached::Bad,
            },
        };
        let item = match reached {
            Reached::Bad => BAD,
            Reached::Empty => EMPTY,
            Reached::Item(item) => item,
        };
        (item, NOT_MADE)
    }
}

/// The descents of consecutive ranks, all from one bucket.
struct Ahead<'r> {
    item: i32,
    root: &'r Bucket<'r>,
    /// Rank of the first one.
    first: i32,
    /// Position that it is for.
    position: i32,
    /// How much further the position of each next one is.
    stride: i32,
    len: usize,
    items: Descents,
    leaves: Descents,
}

impl<'a, T: Topology, O: Observer> Tries<'a, T, O> for Ahead<'_> {
    #[inline]
    fn reach(
        &mut self,
        context: &Context<'a, T, O>,
        plan: &Firstn,
        places: &Places<'_>,
        placed: usize,
        this: Try,
    ) -> (i32, i32) {
        let i = self.index(context, plan, places, placed, this);
        (self.items.reached[i], self.leaves.reached[i])
    }
}

impl<'r> Ahead<'r> {
    #[inline]
    fn new(item: i32, root: &'r Bucket<'r>) -> Self {
        Self {
            item,
            root,
            first: 0,
            position: 0,
            stride: 0,
            len: 0,
            items: Descents::new(),
            leaves: Descents::new(),
        }
    }

    /// The position that descent `i` is for.
    #[inline]
    fn position_of(&self, i: usize) -> i32 {
        self.position.wrapping_add(self.stride * i as i32)
    }

    /// The number of the descent for a try; it is made, along with those after it, if that was not done.
    #[inline]
    fn index<T: Topology, O: Observer>(
        &mut self,
        context: &Context<'_, T, O>,
        plan: &Firstn,
        places: &Places<'_>,
        placed: usize,
        this: Try,
    ) -> usize {
        let i = this.r.wrapping_sub(self.first).cast_unsigned() as usize;
        let position = place_number(placed);
        if i < self.len && (!plan.depends_on_position(context.map) || self.position_of(i) == position) {
            return i;
        }
        (self.first, self.position) = (this.r, position);
        // A first try is followed by that for the next place, another one by the next for the same place.
        self.stride = (this.failures == 0).into();
        let is_wide = context.together.borrow().is_wide();
        let wanted = (plan.count.abs_diff(this.rep) as usize).min(places.items.len() - placed);
        self.len = worthwhile(wanted, this.failures, self.root, is_wide);
        self.make(context, plan, &places.items[..placed]);
        0
    }

    fn make<T: Topology, O: Observer>(&mut self, context: &Context<'_, T, O>, plan: &Firstn, taken: &[Slot]) {
        let (first, position, stride) = (self.first, self.position, self.stride);
        let rank = |i: usize| first.wrapping_add(i as i32);
        let position = |i: usize| position.wrapping_add(stride * i as i32);
        for i in 0..self.len {
            self.items.start(i, self.item, rank(i), position(i));
        }
        context.descend_all(&mut self.items, &ToKind(plan.kind));
        if !plan.leaf {
            return;
        }
        for i in 0..self.len {
            let item = self.items.reached[i];
            self.leaves.reached[i] = NOT_MADE;
            // Leaves below a bucket that is taken are not wanted.
            if item < 0 && !holds(taken, item) && !self.items.reached[..i].contains(&item) {
                let rank = plan.leaf_rep(usize::try_from(position(i)).unwrap_or(0), rank(i));
                self.leaves.start(i, item, rank, position(i));
            }
        }
        context.descend_all(&mut self.leaves, &ToKind(0));
    }
}

impl Firstn {
    /// The plan for the one leaf below a chosen item.
    fn of_leaf(&self) -> Self {
        Self { kind: 0, tries: self.leaf_tries, leaf_tries: 0, leaf: false, ..*self }
    }

    /// Whether every try starts from the top.
    pub(super) fn has_no_local_tries(&self) -> bool {
        self.local_tries == 0 && self.local_fallback_tries == 0
    }

    /// Whether several descents from `root` are faster together than one by one: not where each is a single choice that
    /// is no draw, or no choice at all.
    #[inline]
    fn gains_ahead(&self, root: &Bucket<'_>) -> bool {
        let is_drawn = matches!(root.algorithm, Algorithm::Straw { .. } | Algorithm::Straw2 { .. });
        self.leaf || root.items.first().is_none_or(|&item| item < 0) || (is_drawn && root.items.len() > 1)
    }

    /// Whether what a descent reaches depends on the place it is for.
    #[inline]
    fn depends_on_position<T: Topology>(&self, map: &T) -> bool {
        map.is_positional() || (self.leaf && !self.stable)
    }

    /// The replica number that the leaf's rank counts from.
    #[inline]
    pub(super) fn leaf_rep(&self, position: usize, r: i32) -> i32 {
        let first = if self.stable { 0 } else { place_number(position) };
        first.wrapping_add(self.leaf_rank(r))
    }

    /// What a leaf's rank takes over from that of its parent.
    fn leaf_rank(&self, r: i32) -> i32 {
        // The shift counts modulo 32, as the processor of the original does.
        if self.vary_r == 0 { 0 } else { r.wrapping_shr(self.vary_r.wrapping_sub(1)) }
    }

    /// Whether a bucket is chosen from by permutation after so many failures in one place.
    #[inline]
    fn falls_back(&self, bucket: &Bucket<'_>, local_failures: u32) -> bool {
        self.local_fallback_tries > 0
            && local_failures >= size(bucket) >> 1
            && local_failures > self.local_fallback_tries
    }

    /// Whether the next try starts in the same bucket instead of the top.
    #[inline]
    fn stays_in(&self, bucket: &Bucket<'_>, judgement: Judgement, local_failures: u32) -> bool {
        (judgement == Judgement::Collision && local_failures <= self.local_tries)
            || (self.local_fallback_tries > 0
                && local_failures <= size(bucket).wrapping_add(self.local_fallback_tries))
    }
}

/// Number of items as the C interface holds it.
#[inline]
fn size(bucket: &Bucket<'_>) -> u32 {
    u32::try_from(bucket.items.len()).unwrap_or(u32::MAX)
}
