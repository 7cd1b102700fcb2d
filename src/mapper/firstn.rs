//! firstn: distinct items, failures left out (spec 02 section 10.1).
//!
//! Replicas are placed one after another. Each makes a descent of rank `rep + failures`; when the answer collides with an
//! earlier replica or is refused, it tries again: in the same bucket while local tries last, else from the top.
#![forbid(unsafe_code)]

mod plan;
mod tries;

pub(super) use plan::Firstn;

use self::tries::{Ahead, OneByOne, Tries, Try};
use super::ahead::{BAD, EMPTY, MAX_DEVICES, NOT_MADE};
use super::context::Context;
use super::descent::Reached;
use super::slot::{Slot, holds, place_number};
use super::{Event, Judgement, Observer, Topology};
use crate::bucket::Bucket;

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
