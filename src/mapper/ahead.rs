//! Descents made ahead, several at once.
//!
//! What a descent reaches does not depend on what was chosen before, so the descents of all replicas are made level by
//! level together, with every vector lane busy, and judged in order afterwards. A descent whose answer is not wanted in
//! the end costs its draws and changes nothing.
#![forbid(unsafe_code)]

use super::context::Context;
use super::descent::{Reached, step};
use super::{NONE, Observer, Topology};
use crate::bucket::together::{Items, Together};
use crate::bucket::{Algorithm, Bucket};

pub(super) use crate::bucket::together::WINDOW;

/// Device numbers from here on are not told from the marks below; maps that have such devices go without this.
pub(super) const MAX_DEVICES: i32 = NOT_MADE;

/// Marks a descent that ended at [`Reached::Bad`].
pub(super) const BAD: i32 = NONE;
/// Marks a descent that ended at [`Reached::Empty`].
pub(super) const EMPTY: i32 = NONE - 1;
/// Marks a descent that was not made, or has not ended.
pub(super) const NOT_MADE: i32 = NONE - 2;

/// Some descents: what each is for, where it is, and what it reached.
pub(super) struct Descents {
    /// Item number of the bucket that each chooses from next or chose from last.
    pub(super) at: [i32; WINDOW],
    /// The rank of its choices, but for uniform buckets where [`Course`] says otherwise.
    ranks: [i32; WINDOW],
    /// The position of the result that it is for.
    positions: [i32; WINDOW],
    /// The item that each reached, or a mark.
    pub(super) reached: [i32; WINDOW],
    /// Those that have not ended, a bit each.
    pending: Bits,
}

impl Descents {
    /// No descents.
    #[inline]
    pub(super) fn new() -> Self {
        let (at, ranks, positions) = ([0; WINDOW], [0; WINDOW], [0; WINDOW]);
        Self { at, ranks, positions, reached: [NOT_MADE; WINDOW], pending: Bits(0) }
    }

    /// Lets descent `i` start from bucket `at`.
    #[inline]
    pub(super) fn start(&mut self, i: usize, at: i32, rank: i32, position: i32) {
        (self.at[i], self.ranks[i], self.positions[i]) = (at, rank, position);
        self.pending.0 |= 1 << i;
    }

    /// Ends descent `i`.
    #[inline]
    fn end(&mut self, i: usize, reached: i32) {
        self.reached[i] = reached;
        self.pending.remove(i);
    }
}

/// What rules for descents made together, besides the descents themselves.
pub(super) trait Course<T> {
    /// What a descent does after a choice: it ends, or goes on in the bucket that was chosen.
    fn step(&self, map: &T, chosen: Option<i32>) -> Result<i32, Reached>;

    /// The rank of descent `i` as a uniform bucket of `size` items sees it; elsewhere it is `rank`.
    #[inline]
    fn rank_in_uniform(&self, i: usize, rank: i32, size: usize) -> i32 {
        let _ = (i, size);
        rank
    }
}

/// Descents of an ordinary rule to items of a type.
pub(super) struct ToKind(pub(super) i32);

impl<T: Topology> Course<T> for ToKind {
    #[inline]
    fn step(&self, map: &T, chosen: Option<i32>) -> Result<i32, Reached> {
        step(map, chosen, self.0)
    }
}

/// The numbers of the bits that are set.
#[derive(Clone, Copy)]
struct Bits(u32);

impl Bits {
    #[inline]
    fn has(self, i: usize) -> bool {
        self.0 & (1 << i) != 0
    }

    #[inline]
    fn remove(&mut self, i: usize) {
        self.0 &= !(1 << i);
    }
}

impl Iterator for Bits {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let lowest = (self.0 != 0).then(|| self.0.trailing_zeros() as usize % WINDOW);
        self.0 &= self.0.wrapping_sub(1);
        lowest
    }
}

/// Lanes that tries which may not be wanted are worth.
const SPECULATIVE_LANES: usize = 256;

/// How many descents from `root` to make together when `wanted` are, after `failures` in a row.
///
/// Where draws go through vectors, one more is made if it fits them anyway, and as many more as failed before: where many
/// tries failed, many will. Places of a permutation come by the dozen as well. Elsewhere a descent that is not wanted costs
/// as much as any other.
#[inline]
pub(super) fn worthwhile(wanted: usize, failures: u32, root: &Bucket<'_>, is_wide: bool) -> usize {
    let items = root.items.len();
    match root.algorithm {
        Algorithm::Straw { .. } | Algorithm::Straw2 { .. } if is_wide => {}
        Algorithm::Uniform if is_wide => return wanted.max(failures as usize).clamp(1, WINDOW),
        _ => return if failures == 0 { wanted.clamp(1, WINDOW) } else { 1 },
    }
    let likely = if failures == 0 { 0 } else { (failures as usize).min(SPECULATIVE_LANES / items.max(1)) };
    let count = wanted.max(likely).clamp(1, WINDOW);
    let spare = count.saturating_mul(items).wrapping_neg() % 16;
    if count < WINDOW && items <= spare { count + 1 } else { count }
}

impl<'a, T: Topology, O: Observer> Context<'a, T, O> {
    /// Makes the pending descents.
    pub(super) fn descend_all(&self, descents: &mut Descents, course: &impl Course<T>) {
        let mut together = self.together.borrow_mut();
        let mut levels = self.map.max_buckets();
        let mut items: Items = [NONE; WINDOW];
        while descents.pending.0 != 0 {
            let chosen = self.choose_all(descents, course, &mut together, &mut items);
            for i in descents.pending {
                match course.step(self.map, chosen.has(i).then_some(items[i])) {
                    Ok(below) if levels > 0 => descents.at[i] = below,
                    Ok(_) | Err(Reached::Bad) => descents.end(i, BAD),
                    Err(Reached::Empty) => descents.end(i, EMPTY),
                    Err(Reached::Item(item)) => descents.end(i, item),
                }
            }
            // More levels than buckets: see `descend`.
            levels = levels.saturating_sub(1);
        }
    }

    /// Makes the next choice of each pending descent; returns which of them found something to choose.
    #[inline]
    fn choose_all(
        &self,
        descents: &Descents,
        course: &impl Course<T>,
        together: &mut Together<'a>,
        items: &mut Items,
    ) -> Bits {
        // Not marked among the items, where hostile buckets have any number.
        let mut chosen = descents.pending;
        let is_positional = self.map.is_positional();
        for i in descents.pending {
            let (at, rank) = (descents.at[i], descents.ranks[i]);
            let position = if is_positional { descents.positions[i] } else { 0 };
            if let Some(item) = self.map.foreseen(at, rank, position) {
                items[i] = item;
                continue;
            }
            if let Some(choice) = self.map.drawn(at, position) {
                self.observer.choice(choice.items.len());
                if let &[item] = choice.items {
                    items[i] = item;
                } else if !together.push(i, choice, rank) {
                    self.choose_unpacked(i, at, position, rank, together, items);
                }
                continue;
            }
            match self.choose_other(
                at,
                position,
                |size| course.rank_in_uniform(i, rank, size),
                rank,
                together,
            ) {
                Some(item) => items[i] = item,
                None => chosen.remove(i),
            }
        }
        together.finish(self.x, items);
        chosen
    }

    /// Makes a choice by draws that was not packed.
    #[inline(never)]
    fn choose_unpacked(
        &self,
        i: usize,
        at: i32,
        position: i32,
        rank: i32,
        together: &mut Together<'a>,
        items: &mut Items,
    ) {
        if let Some(choice) = self.map.drawn(at, position) {
            together.choose(i, choice, self.x, rank, items);
        }
    }

    /// The item that a bucket of another kind chooses.
    #[inline]
    fn choose_other(
        &self,
        at: i32,
        position: i32,
        in_uniform: impl Fn(usize) -> i32,
        rank: i32,
        together: &mut Together<'a>,
    ) -> Option<i32> {
        let bucket = self.map.bucket(at)?;
        self.observer.choice(bucket.items.len());
        let rank = match bucket.algorithm {
            Algorithm::Uniform => in_uniform(bucket.items.len()),
            _ => rank,
        };
        together.choose_other(&bucket, self.choose_arg(&bucket, position), self.x, rank)
    }
}
