//! Descents made ahead, several at once.
//!
//! What a descent reaches does not depend on what was chosen before, so the descents of all replicas are made level by
//! level together, with every vector lane busy, and judged in order afterwards. A descent whose answer is not wanted in
//! the end costs its draws and changes nothing.
#![forbid(unsafe_code)]

use super::context::Context;
use super::descent::Reached;
use super::{NONE, Observer, Topology};
use crate::bucket::together::Items;
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

/// Some descents: where each starts from, and what it reached.
pub(super) struct Descents {
    /// Item number of the bucket that each chooses from next or chose from last.
    pub(super) at: [i32; WINDOW],
    /// The item that each reached, or a mark.
    pub(super) reached: [i32; WINDOW],
    /// Those that have not ended, a bit each.
    pending: Bits,
}

impl Descents {
    /// No descents.
    #[inline]
    pub(super) fn new() -> Self {
        Self { at: [0; WINDOW], reached: [NOT_MADE; WINDOW], pending: Bits(0) }
    }

    /// Lets descent `i` start from bucket `at`.
    #[inline]
    pub(super) fn start(&mut self, i: usize, at: i32) {
        (self.at[i], self.reached[i]) = (at, NOT_MADE);
        self.pending.0 |= 1 << i;
    }

    /// Ends descent `i`.
    #[inline]
    fn end(&mut self, i: usize, reached: i32) {
        self.reached[i] = reached;
        self.pending.remove(i);
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
/// tries failed, many will. Elsewhere a descent that is not wanted costs as much as any other.
#[inline]
pub(super) fn worthwhile(wanted: usize, failures: u32, root: &Bucket<'_>, is_wide: bool) -> usize {
    let items = root.items.len();
    let draws = matches!(root.algorithm, Algorithm::Straw { .. } | Algorithm::Straw2 { .. });
    if !is_wide || !draws {
        return if failures == 0 { wanted.clamp(1, WINDOW) } else { 1 };
    }
    let likely = (failures as usize).min(SPECULATIVE_LANES / items.max(1));
    let count = wanted.max(likely).clamp(1, WINDOW);
    let spare = count.saturating_mul(items).wrapping_neg() % 16;
    if count < WINDOW && items <= spare { count + 1 } else { count }
}

impl<'a, T: Topology, O: Observer> Context<'a, T, O> {
    /// Makes the pending descents of an ordinary rule, down to items of type `kind`.
    ///
    /// `rank` and `position` tell those of a descent; `rank` is asked with the number of the bucket on the way.
    #[inline]
    pub(super) fn descend_all(
        &self,
        descents: &mut Descents,
        kind: i32,
        rank: impl Fn(usize, i32) -> i32,
        position: impl Fn(usize) -> i32,
    ) {
        self.descend_all_by(descents, rank, position, |chosen| self.step(chosen, kind));
    }

    /// Makes the pending descents; `step` tells what a descent does after a choice: it ends, or goes on in a bucket.
    #[inline]
    pub(super) fn descend_all_by(
        &self,
        descents: &mut Descents,
        rank: impl Fn(usize, i32) -> i32,
        position: impl Fn(usize) -> i32,
        step: impl Fn(Option<i32>) -> Result<i32, Reached>,
    ) {
        let mut together = self.together.borrow_mut();
        let mut levels = self.map.max_buckets();
        let mut items: Items = [NONE; WINDOW];
        while descents.pending.0 != 0 {
            // Not marked among the items, where hostile buckets have any number.
            let mut chosen = descents.pending;
            for i in descents.pending {
                let (at, position) = (descents.at[i], position(i));
                let (x, r) = (self.x, rank(i, at));
                if let Some(choice) = self.map.drawn(at, position) {
                    self.observer.choice(choice.items.len());
                    together.choose(i, choice, x, r, &mut items);
                    continue;
                }
                let other = self.map.bucket(at).and_then(|bucket| {
                    self.observer.choice(bucket.items.len());
                    together.choose_other(&bucket, self.choose_arg(&bucket, position), x, r)
                });
                match other {
                    Some(item) => items[i] = item,
                    None => chosen.remove(i),
                }
            }
            together.finish(self.x, &mut items);
            for i in descents.pending {
                match step(chosen.has(i).then_some(items[i])) {
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
}
