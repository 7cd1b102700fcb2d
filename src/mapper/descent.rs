//! A pending choice is made here: from a bucket down to an item of the wanted type.
//!
//! A descent depends on the input, the starting bucket, the rank and the position alone, never on what was chosen
//! before: callers may make descents ahead, or several at once, and judge the answers in order afterwards.
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
            let Some(item) = choose(from) else {
                return Reached::Empty;
            };
            if item >= self.map.max_devices() {
                return Reached::Bad;
            }
            if item >= 0 {
                return if kind == 0 { Reached::Item(item) } else { Reached::Bad };
            }
            let Some(bucket) = self.map.bucket(item) else {
                return Reached::Bad;
            };
            if i32::from(bucket.kind) == kind {
                return Reached::Item(item);
            }
            *from = bucket;
        }
        Reached::Bad
    }
}
