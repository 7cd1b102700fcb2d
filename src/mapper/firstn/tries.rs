//! Where the descents of tries from the top come from: each made when it is asked for, or several ahead.
#![forbid(unsafe_code)]

use super::{Firstn, Places};
use crate::bucket::Bucket;
use crate::mapper::ahead::{BAD, Descents, EMPTY, NOT_MADE, ToKind, worthwhile};
use crate::mapper::context::Context;
use crate::mapper::descent::{Reached, step};
use crate::mapper::slot::{Slot, holds, place_number};
use crate::mapper::{Observer, Topology};

/// One try for a replica.
pub(super) struct Try {
    /// Number of the replica.
    pub(super) rep: i32,
    /// Its rank.
    pub(super) r: i32,
    /// Tries that failed before.
    pub(super) failures: u32,
}

/// Where the descents of tries come from.
pub(super) trait Tries<'a, T, O> {
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
pub(super) struct OneByOne<'a> {
    pub(super) root: Bucket<'a>,
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
pub(super) struct Ahead<'r> {
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
    pub(super) fn new(item: i32, root: &'r Bucket<'r>) -> Self {
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
