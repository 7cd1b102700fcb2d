//! indep: every item has its own position, failures leave holes (spec 02 section 10.2).
//!
//! Positions are filled in passes. In pass f each position that is still empty makes a descent whose rank depends on the
//! position and f alone; a position that fails waits for the next pass and never shifts another one.
#![forbid(unsafe_code)]

use super::context::Context;
use super::descent::Reached;
use super::slot::{Slot, holds, place_number};
use super::{NONE, Observer, Topology, UNDEF};
use crate::bucket::{Algorithm, Bucket};

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

/// The judgement on one descent.
enum Verdict {
    Accepted(i32),
    /// Try again in the next pass.
    Rejected,
    /// The position stays a hole.
    Hopeless,
}

impl<'a, T: Topology, O: Observer> Context<'a, T, O> {
    /// Fills all `items` with items below `root` or holes, and `leaves` with the leaf of each.
    pub(super) fn indep(&self, root: Bucket<'a>, plan: &Indep, items: &mut [Slot], leaves: &mut [Slot]) {
        items.fill(Slot::EMPTY);
        leaves.fill(Slot::EMPTY);
        let mut left = items.len();
        let mut pass = 0;
        while left > 0 && pass < plan.tries {
            for place in 0..items.len() {
                if items[place].get() == UNDEF && self.indep_place(root, plan, items, leaves, place, pass) {
                    left -= 1;
                }
            }
            pass += 1;
        }
        leave_holes(items);
        leave_holes(leaves);
        self.observer.tries(pass);
    }

    /// Tries to fill one place in pass `pass`; returns whether it is settled.
    fn indep_place(
        &self,
        root: Bucket<'a>,
        plan: &Indep,
        items: &mut [Slot],
        leaves: &mut [Slot],
        place: usize,
        pass: u32,
    ) -> bool {
        let mut bucket = root;
        let rank = Rank { place: place_number(place), parent: 0, count: plan.count, pass };
        let reached = self.indep_descend(&mut bucket, plan.kind, &rank, 0);
        let verdict = match reached {
            Reached::Empty => Verdict::Rejected,
            Reached::Bad => Verdict::Hopeless,
            Reached::Item(item) if holds(items, item) => Verdict::Rejected,
            Reached::Item(item) => self.indep_judge(plan, leaves, &rank, &bucket, item),
        };
        match verdict {
            Verdict::Accepted(item) => items[place].set(item),
            Verdict::Rejected => return false,
            Verdict::Hopeless => {
                items[place].set(NONE);
                leaves[place].set(NONE);
            }
        }
        true
    }

    /// Descends from `bucket`; the rank follows the algorithm of each bucket on the way.
    fn indep_descend(&self, bucket: &mut Bucket<'a>, kind: i32, rank: &Rank, position: i32) -> Reached {
        self.descend(bucket, kind, |bucket| self.choose(bucket, rank.in_bucket(bucket), position))
    }

    /// Judges an item that no other place has: has it a leaf, does its device take the input?
    fn indep_judge(
        &self,
        plan: &Indep,
        leaves: &mut [Slot],
        rank: &Rank,
        parent: &Bucket<'_>,
        item: i32,
    ) -> Verdict {
        if plan.leaf {
            let leaf = if item >= 0 { item } else { self.indep_leaf(plan, rank, parent, item) };
            // A leaf is kept even if its device is found to be out below: chooseleaf with type 0 yields such devices.
            if let Ok(place) = usize::try_from(rank.place) {
                leaves[place].set(leaf);
            }
            if item < 0 && leaf == NONE {
                return Verdict::Rejected;
            }
        }
        if plan.kind == 0 && self.is_out(item) { Verdict::Rejected } else { Verdict::Accepted(item) }
    }

    /// A device below the bucket `item`, or a hole. Leaves of other places are not looked at.
    fn indep_leaf(&self, plan: &Indep, rank: &Rank, parent: &Bucket<'_>, item: i32) -> i32 {
        let Some(bucket) = self.map.bucket(item) else {
            return NONE;
        };
        let mut leaf = NONE;
        let mut pass = 0;
        let parent_rank = rank.in_bucket(parent);
        while leaf == NONE && pass < plan.leaf_tries {
            let rank = Rank { parent: parent_rank, pass, ..*rank };
            match self.indep_leaf_try(bucket, &rank) {
                Verdict::Accepted(item) => leaf = item,
                Verdict::Rejected => {}
                Verdict::Hopeless => {
                    pass += 1;
                    break;
                }
            }
            pass += 1;
        }
        self.observer.tries(pass);
        leaf
    }

    fn indep_leaf_try(&self, mut bucket: Bucket<'a>, rank: &Rank) -> Verdict {
        match self.indep_descend(&mut bucket, 0, rank, rank.place) {
            Reached::Empty => Verdict::Rejected,
            Reached::Bad => Verdict::Hopeless,
            // An unfilled place holds UNDEF, so that an item of that number collides with itself.
            Reached::Item(item) if item == UNDEF || self.is_out(item) => Verdict::Rejected,
            Reached::Item(item) => Verdict::Accepted(item),
        }
    }
}

/// What the rank of a descent is made of.
#[derive(Clone, Copy)]
struct Rank {
    /// The place that is to be filled.
    place: i32,
    /// Rank of the choice that this one is below.
    parent: i32,
    /// Positions of the step.
    count: i32,
    /// Passes made before.
    pass: u32,
}

impl Rank {
    /// The rank as `bucket` sees it, modulo 2^32.
    ///
    /// In a uniform bucket whose size the count divides, ranks that grow by the count would meet the same items in every
    /// pass: there they grow by one more.
    #[inline]
    fn in_bucket(&self, bucket: &Bucket<'_>) -> i32 {
        let count = self.count.cast_unsigned();
        let uniform = matches!(bucket.algorithm, Algorithm::Uniform);
        let divides = uniform && (bucket.items.len() as u32).checked_rem(count) == Some(0);
        let stride = if divides { count.wrapping_add(1) } else { count };
        let first = self.place.wrapping_add(self.parent);
        first.wrapping_add(stride.wrapping_mul(self.pass).cast_signed())
    }
}

/// Turns places that were never filled into holes.
fn leave_holes(places: &mut [Slot]) {
    for place in places.iter_mut().filter(|place| place.get() == UNDEF) {
        place.set(NONE);
    }
}
