//! indep: every item has its own position, failures leave holes (spec 02 section 10.2).
//!
//! Positions are filled in passes. In pass f each position that is still empty makes a descent whose rank depends on the
//! position and f alone; a position that fails waits for the next pass and never shifts another one.
#![forbid(unsafe_code)]

mod ahead;
mod rank;

use self::ahead::{Ahead, Indeps, Origin};
use self::rank::Rank;
use super::ahead::{BAD, EMPTY, NOT_MADE, WINDOW, worthwhile};
use super::context::Context;
use super::descent::{Reached, step};
use super::slot::{Slot, holds, place_number};
use super::{Event, Judgement, NONE, Observer, Topology, UNDEF};
use crate::bucket::Bucket;

/// What an indep step asks for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Indep {
    /// Positions that the rank counts with; at least as many as there are places.
    pub(super) count: i32,
    /// Type of the items.
    pub(super) kind: i32,
    /// Passes.
    pub(super) tries: u32,
    /// Passes for the leaf below one item.
    pub(super) leaf_tries: u32,
    /// Whether each item is taken down to a device.
    pub(super) leaf: bool,
}

impl<'a, T: Topology, O: Observer> Context<'a, T, O> {
    /// Fills all `items` with items below the bucket `root` or holes, and `leaves` with the leaf of each.
    pub(super) fn indep(&self, root: i32, plan: &Indep, items: &mut [Slot], leaves: &mut [Slot]) {
        items.fill(Slot::EMPTY);
        leaves.fill(Slot::EMPTY);
        let mut left = items.len();
        let mut pass = 0;
        let window = if O::IN_ORDER { 1 } else { WINDOW };
        while left > 0 && pass < plan.tries {
            let end = pass + self.passes_together(root, left, pass).min(plan.tries - pass);
            let mut next = 0;
            while next < items.len() && left > 0 {
                let mut ahead = Ahead::new();
                let first = next;
                for pass in pass..end {
                    next = ahead.gather(root, plan.count, items, first, pass, window);
                }
                if O::IN_ORDER {
                    self.indep_descend_alone(plan, &mut ahead);
                } else {
                    self.indep_descend_ahead(plan, items, &mut ahead);
                }
                left -= self.indep_judge_passes(plan, items, leaves, &ahead, left, &mut pass);
            }
            pass += 1;
        }
        for (place, _) in items.iter().enumerate().filter(|(_, slot)| O::IN_ORDER && slot.get() == UNDEF) {
            self.observer.event(Event::GaveUp { place, failures: pass });
        }
        leave_holes(items);
        leave_holes(leaves);
        self.observer.tries(pass);
    }

    /// How many passes to make descents for together: more than one where few places are left after many passes, and
    /// draws go through vectors.
    fn passes_together(&self, root: i32, left: usize, pass: u32) -> u32 {
        let Some(bucket) = self.map.bucket(root) else {
            return 1;
        };
        let is_wide = self.together.borrow().is_wide() && !O::IN_ORDER;
        let worthwhile = worthwhile(1, pass, &bucket, is_wide) / left.max(1);
        u32::try_from(worthwhile).unwrap_or(1).max(1)
    }

    /// Makes the descents that were gathered, and the first try for the leaf below each bucket that they reach.
    fn indep_descend_ahead(&self, plan: &Indep, items: &[Slot], ahead: &mut Ahead) {
        let origins = ahead.origins;
        let rank = |i: usize| origins[i].rank(plan.count);
        self.descend_all(&mut ahead.items, &Indeps { kind: plan.kind, rank });
        if !plan.leaf {
            return;
        }
        let mut parents = [0; WINDOW];
        for (i, parent) in parents.iter_mut().enumerate().take(ahead.len) {
            let item = ahead.items.reached[i];
            let earlier = origins[..i].iter().zip(ahead.items.reached);
            let taken =
                earlier.filter(|(origin, _)| origin.pass == origins[i].pass).any(|(_, other)| other == item);
            if item < 0 && !taken && !holds(items, item) {
                *parent = rank(i).below(self.map, ahead.items.at[i]);
                let leaf_rank = Rank { parent: *parent, pass: 0, ..rank(i) };
                ahead.leaves.start(i, item, leaf_rank.elsewhere(), place_number(origins[i].place));
            }
        }
        let leaf_rank = |i: usize| Rank { parent: parents[i], pass: 0, ..rank(i) };
        self.descend_all(&mut ahead.leaves, &Indeps { kind: 0, rank: leaf_rank });
    }

    /// Makes the one descent that was gathered, telling of each choice.
    fn indep_descend_alone(&self, plan: &Indep, ahead: &mut Ahead) {
        if ahead.len == 0 {
            return;
        }
        let Origin { place, pass } = ahead.origins[0];
        self.observer.event(Event::Try { place, failures: pass });
        let (rank, items) = (ahead.origins[0].rank(plan.count), &mut ahead.items);
        items.reached[0] = BAD;
        // More levels than buckets: see `descend`.
        for _ in 0..=self.map.max_buckets() {
            let Some(bucket) = self.map.bucket(items.at[0]) else { return };
            match step(self.map, self.choose(&bucket, rank.in_bucket(&bucket), 0), plan.kind) {
                Ok(below) => items.at[0] = below,
                Err(Reached::Bad) => return,
                Err(Reached::Empty) => return items.reached[0] = EMPTY,
                Err(Reached::Item(item)) => return items.reached[0] = item,
            }
        }
    }

    /// Judges what the gathered descents reached, in order; returns how many places are settled. `pass` moves on to the
    /// last one that was needed.
    fn indep_judge_passes(
        &self,
        plan: &Indep,
        items: &mut [Slot],
        leaves: &mut [Slot],
        ahead: &Ahead,
        left: usize,
        pass: &mut u32,
    ) -> usize {
        let mut settled = 0;
        for (i, origin) in ahead.origins.iter().enumerate().take(ahead.len) {
            if settled == left {
                break;
            }
            *pass = origin.pass;
            let rank = origin.rank(plan.count);
            let (at, item, leaf) = (ahead.items.at[i], ahead.items.reached[i], ahead.leaves.reached[i]);
            if items[origin.place].get() == UNDEF
                && self.indep_place(plan, items, leaves, &rank, at, item, leaf)
            {
                settled += 1;
            }
        }
        settled
    }

    /// Judges what the descent for one place reached; returns whether the place is settled.
    #[expect(
        clippy::too_many_arguments,
        reason = "the place's state is spread over the arrays that callers pass"
    )]
    fn indep_place(
        &self,
        plan: &Indep,
        items: &mut [Slot],
        leaves: &mut [Slot],
        rank: &Rank,
        at: i32,
        item: i32,
        leaf: i32,
    ) -> bool {
        let place = usize::try_from(rank.place).unwrap_or(0);
        let judgement = match item {
            EMPTY => Judgement::Empty,
            BAD => Judgement::Bad,
            item if holds(items, item) => Judgement::Collision,
            item => self.indep_judge(plan, leaves, rank, at, item, leaf),
        };
        self.observer.event(Event::Judged {
            item: (!matches!(judgement, Judgement::Empty | Judgement::Bad)).then_some(item),
            judgement,
        });
        match judgement {
            Judgement::Accepted => items[place].set(item),
            // The position stays a hole.
            Judgement::Bad => {
                items[place].set(NONE);
                leaves[place].set(NONE);
            }
            // It is tried again in the next pass.
            _ => return false,
        }
        true
    }

    /// Judges an item that no other place has: has it a leaf, does its device take the input?
    fn indep_judge(
        &self,
        plan: &Indep,
        leaves: &mut [Slot],
        rank: &Rank,
        parent: i32,
        item: i32,
        leaf: i32,
    ) -> Judgement {
        if plan.leaf {
            let leaf = if item >= 0 { item } else { self.indep_leaf(plan, rank, parent, item, leaf) };
            // A leaf is kept even if its device is found to be out below: chooseleaf with type 0 yields such devices.
            if let Ok(place) = usize::try_from(rank.place) {
                leaves[place].set(leaf);
            }
            if item < 0 && leaf == NONE {
                return Judgement::NoLeaf;
            }
        }
        if plan.kind == 0 && self.is_out(item) { Judgement::Out } else { Judgement::Accepted }
    }

    /// A device below the bucket `item`, or a hole. Leaves of other places are not looked at. `first` is what the
    /// first try reached, if that was made ahead.
    fn indep_leaf(&self, plan: &Indep, rank: &Rank, parent: i32, item: i32, first: i32) -> i32 {
        let (Some(parent), Some(bucket)) = (self.map.bucket(parent), self.map.bucket(item)) else {
            return NONE;
        };
        let parent_rank = rank.in_bucket(&parent);
        let mut leaf = NONE;
        let mut pass = 0;
        self.observer.event(Event::LeafSearch(item));
        while leaf == NONE && pass < plan.leaf_tries {
            self.observer
                .event(Event::Try { place: usize::try_from(rank.place).unwrap_or(0), failures: pass });
            let reached = match first {
                BAD if pass == 0 => Reached::Bad,
                EMPTY if pass == 0 => Reached::Empty,
                item if pass == 0 && item != NOT_MADE => Reached::Item(item),
                _ => self.indep_leaf_try(bucket, &Rank { parent: parent_rank, pass, ..*rank }),
            };
            pass += 1;
            let (item, judgement) = match reached {
                Reached::Bad => (None, Judgement::Bad),
                Reached::Empty => (None, Judgement::Empty),
                // An unfilled place holds UNDEF, so that an item of that number collides with itself.
                Reached::Item(UNDEF) => (Some(UNDEF), Judgement::Collision),
                Reached::Item(item) if self.is_out(item) => (Some(item), Judgement::Out),
                Reached::Item(item) => (Some(item), Judgement::Accepted),
            };
            self.observer.event(Event::Judged { item, judgement });
            match (judgement, item) {
                (Judgement::Accepted, Some(item)) => leaf = item,
                (Judgement::Bad, _) => break,
                _ => {}
            }
        }
        self.observer.event(Event::LeafFound((leaf != NONE).then_some(leaf)));
        self.observer.tries(pass);
        leaf
    }

    fn indep_leaf_try(&self, mut bucket: Bucket<'a>, rank: &Rank) -> Reached {
        self.descend(&mut bucket, 0, |bucket| self.choose(bucket, rank.in_bucket(bucket), rank.place))
    }
}

/// Turns places that were never filled into holes.
fn leave_holes(places: &mut [Slot]) {
    for place in places.iter_mut().filter(|place| place.get() == UNDEF) {
        place.set(NONE);
    }
}
