//! The descents of several places, or several passes, together.
#![forbid(unsafe_code)]

use super::rank::Rank;
use crate::mapper::ahead::{Course, Descents, WINDOW};
use crate::mapper::descent::{Reached, step};
use crate::mapper::slot::{Slot, place_number};
use crate::mapper::{Topology, UNDEF};

/// Descents to items of a type, with the rank of each.
pub(super) struct Indeps<R> {
    pub(super) kind: i32,
    pub(super) rank: R,
}

impl<T: Topology, R: Fn(usize) -> Rank> Course<T> for Indeps<R> {
    #[inline]
    fn step(&self, map: &T, chosen: Option<i32>) -> Result<i32, Reached> {
        step(map, chosen, self.kind)
    }

    #[inline]
    fn rank_in_uniform(&self, i: usize, _: i32, size: usize) -> i32 {
        (self.rank)(i).in_uniform(size)
    }
}

/// What a descent is for.
#[derive(Clone, Copy)]
pub(super) struct Origin {
    pub(super) place: usize,
    pub(super) pass: u32,
}

impl Origin {
    #[inline]
    pub(super) fn rank(self, count: i32) -> Rank {
        Rank { place: place_number(self.place), parent: 0, count, pass: self.pass }
    }
}

/// Descents for some of the places, in one pass or several.
pub(super) struct Ahead {
    pub(super) origins: [Origin; WINDOW],
    pub(super) len: usize,
    pub(super) items: Descents,
    pub(super) leaves: Descents,
}

impl Ahead {
    #[inline]
    pub(super) fn new() -> Self {
        let origins = [Origin { place: 0, pass: 0 }; WINDOW];
        Self { origins, len: 0, items: Descents::new(), leaves: Descents::new() }
    }

    /// Gathers descents from `root` for the empty places from `next` on, as many as there is room for; returns the place to
    /// go on with.
    pub(super) fn gather(
        &mut self,
        root: i32,
        count: i32,
        items: &[Slot],
        mut next: usize,
        pass: u32,
        window: usize,
    ) -> usize {
        while next < items.len() && self.len < window {
            if items[next].get() == UNDEF {
                let origin = Origin { place: next, pass };
                self.origins[self.len] = origin;
                // Positions are those of the whole step.
                self.items.start(self.len, root, origin.rank(count).elsewhere(), 0);
                self.len += 1;
            }
            next += 1;
        }
        next
    }
}
