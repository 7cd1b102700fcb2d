//! A pending choice is made here: from a bucket down to an item of the wanted type.
//!
//! A descent depends on the input, the starting bucket, the rank and the position alone, never on what was chosen
//! before: `ahead` makes several at once before their answers are wanted.
#![forbid(unsafe_code)]

use super::context::Context;
use super::{Observer, Topology};
use crate::bucket::Bucket;

/// Where a descent ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reached {
    /// At an item of the wanted type.
    Item(i32),
    /// At a bucket without items: worth another try.
    Empty,
    /// At an item that no retry helps against: a device where a bucket was wanted, a device beyond the map's, a missing
    /// bucket, or buckets that lead in a circle.
    Bad,
}

impl<'a, T: Topology, O: Observer> Context<'a, T, O> {
    /// Descends from `from` to an item of type `kind`; `choose` makes the choice in each bucket on the way.
    ///
    /// Leaves the bucket of the last choice in `from`.
    #[inline]
    pub(super) fn descend(
        &self,
        from: &mut Bucket<'a>,
        kind: i32,
        choose: impl Fn(&Bucket<'a>) -> Option<i32>,
    ) -> Reached {
        // More levels than buckets: one was entered twice, and since nothing changes on the way the walk would not end.
        for _ in 0..=self.map.max_buckets() {
            match step(self.map, choose(from), kind) {
                Err(reached) => return reached,
                Ok(item) => match self.map.bucket(item) {
                    Some(bucket) => *from = bucket,
                    None => return Reached::Bad,
                },
            }
        }
        Reached::Bad
    }
}

/// What a descent to type `kind` does after a choice: it ends, or goes on in the bucket that was chosen.
#[inline]
pub(super) fn step<T: Topology>(map: &T, chosen: Option<i32>, kind: i32) -> Result<i32, Reached> {
    let item = chosen.ok_or(Reached::Empty)?;
    if item >= map.max_devices() {
        return Err(Reached::Bad);
    }
    if item >= 0 {
        return Err(if kind == 0 { Reached::Item(item) } else { Reached::Bad });
    }
    match map.kind(item) {
        None => Err(Reached::Bad),
        Some(found) if i32::from(found) == kind => Err(Reached::Item(item)),
        Some(_) => Ok(item),
    }
}
