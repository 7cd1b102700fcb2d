//! firstn: distinct items, failures left out (spec 02 section 10.1).
//!
//! Replicas are placed one after another. Each makes a descent of rank `rep + failures`; when the answer collides with an
//! earlier replica or is refused, it tries again: in the same bucket while local tries last, else from the top.
#![forbid(unsafe_code)]

use super::context::Context;
use super::descent::Reached;
use super::slot::{Slot, holds, place_number};
use super::{Observer, Topology};
use crate::bucket::{Bucket, permutation};

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

/// The judgement on one descent.
enum Verdict {
    Accepted,
    Rejected,
    Collided,
}

impl<'a, T: Topology, O: Observer> Context<'a, T, O> {
    /// Fills `places` from the front with items below `root`; returns how many.
    pub(super) fn firstn(&self, root: Bucket<'a>, plan: &Firstn, places: &mut Places<'_>) -> usize {
        let mut placed = 0;
        let mut rep = 0;
        while rep < plan.count && placed < places.items.len() {
            if let Some((item, failures)) = self.firstn_place(root, plan, places, placed, rep) {
                places.items[placed].set(item);
                placed += 1;
                self.observer.tries(failures);
            }
            rep += 1;
        }
        placed
    }

    /// Finds the item of replica `rep` for place `position`, and the failures it took; `None` gives the replica up.
    fn firstn_place(
        &self,
        root: Bucket<'a>,
        plan: &Firstn,
        places: &mut Places<'_>,
        position: usize,
        rep: i32,
    ) -> Option<(i32, u32)> {
        let mut failures = 0u32;
        let mut bucket = root;
        let mut local_failures = 0u32;
        loop {
            let r = rep.wrapping_add(failures.cast_signed());
            let reached = self.firstn_descend(&mut bucket, plan, r, local_failures, position);
            let verdict = match reached {
                Reached::Bad => return None,
                Reached::Empty => Verdict::Rejected,
                Reached::Item(item) => match self.firstn_judge(plan, places, position, item, r) {
                    Verdict::Accepted => return Some((item, failures)),
                    verdict => verdict,
                },
            };
            failures = failures.wrapping_add(1);
            local_failures = local_failures.wrapping_add(1);
            if plan.stays_in(&bucket, &verdict, local_failures) {
                continue;
            }
            if failures >= plan.tries {
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
                permutation::choose(bucket, self.x, r)
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
    ) -> Verdict {
        if holds(&places.items[..position], item) {
            return Verdict::Collided;
        }
        if plan.leaf && !self.firstn_leaf(plan, places, position, item, r) {
            return Verdict::Rejected;
        }
        if plan.kind == 0 && self.is_out(item) {
            return Verdict::Rejected;
        }
        Verdict::Accepted
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
            if item >= 0 { Some(item) } else { self.firstn_leaf_below(plan, places, position, item, r) };
        if let Some(leaf) = leaf {
            places.leaves[position].set(leaf);
        }
        leaf.is_some()
    }

    fn firstn_leaf_below(
        &self,
        plan: &Firstn,
        places: &mut Places<'_>,
        position: usize,
        item: i32,
        r: i32,
    ) -> Option<i32> {
        let bucket = self.map.bucket(item)?;
        let first = if plan.stable { 0 } else { place_number(position) };
        let rep = first.wrapping_add(plan.leaf_rank(r));
        // The leaves are the items of this inner call.
        let mut inner = Places { items: &mut *places.leaves, leaves: &mut [] };
        let (leaf, failures) = self.firstn_place(bucket, &plan.of_leaf(), &mut inner, position, rep)?;
        self.observer.tries(failures);
        Some(leaf)
    }
}

impl Firstn {
    /// The plan for the one leaf below a chosen item.
    fn of_leaf(&self) -> Self {
        Self { kind: 0, tries: self.leaf_tries, leaf_tries: 0, leaf: false, ..*self }
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
    fn stays_in(&self, bucket: &Bucket<'_>, verdict: &Verdict, local_failures: u32) -> bool {
        (matches!(verdict, Verdict::Collided) && local_failures <= self.local_tries)
            || (self.local_fallback_tries > 0
                && local_failures <= size(bucket).wrapping_add(self.local_fallback_tries))
    }
}

/// Number of items as the C interface holds it.
#[inline]
fn size(bucket: &Bucket<'_>) -> u32 {
    u32::try_from(bucket.items.len()).unwrap_or(u32::MAX)
}
