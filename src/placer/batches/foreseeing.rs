//! A prepared map that answers from what was foreseen.
#![forbid(unsafe_code)]

use super::foresight::{Foresight, Made, UNKNOWN};
use crate::bucket::{Bucket, ChooseArg, Drawn};
use crate::mapper::{Rule, Topology, Tunables};
use crate::placer::flat::FlatMap;
use core::cell::Cell;

/// A prepared map that knows what some choices for one input yield.
pub(in crate::placer) struct Foreseeing<'a> {
    map: &'a FlatMap,
    foresight: &'a Foresight,
    is_positional: bool,
    /// Number of the input in its block.
    input: usize,
    /// The entry that is likely to be asked for next.
    next: Cell<usize>,
}

impl<'a> Foreseeing<'a> {
    /// The map as input number `input` of the block sees it.
    #[inline]
    pub(super) fn new(map: &'a FlatMap, foresight: &'a Foresight, is_positional: bool, input: usize) -> Self {
        Self { map, foresight, is_positional, input, next: Cell::new(0) }
    }

    /// What an entry chose, if that is the choice in bucket `item` with this rank and position.
    #[inline]
    fn at(&self, made: &Made, item: i32, rank: i32, position: i32) -> Option<i32> {
        let foresight = self.foresight;
        if made.rank != rank || (self.is_positional && made.position != position) {
            return None;
        }
        let rows = if made.reached { &foresight.reached } else { &foresight.items };
        let bucket = match made.from {
            usize::MAX => made.root,
            row => *rows.get(row + self.input)?,
        };
        if bucket != item {
            return None;
        }
        foresight.items.get(made.items + self.input).copied().filter(|&chosen| chosen != UNKNOWN)
    }

    /// Looks through all entries.
    #[inline(never)]
    fn search(&self, item: i32, rank: i32, position: i32) -> Option<i32> {
        let found = |(number, made)| Some((number, self.at(made, item, rank, position)?));
        let (number, chosen) = self.foresight.made.iter().enumerate().find_map(found)?;
        self.next.set(number + 1);
        Some(chosen)
    }
}

impl Topology for Foreseeing<'_> {
    #[inline]
    fn max_buckets(&self) -> u32 {
        self.map.max_buckets()
    }

    #[inline]
    fn max_devices(&self) -> i32 {
        self.map.max_devices()
    }

    #[inline]
    fn bucket(&self, item: i32) -> Option<Bucket<'_>> {
        self.map.bucket(item)
    }

    #[inline]
    fn kind(&self, item: i32) -> Option<u16> {
        self.map.kind(item)
    }

    #[inline]
    fn drawn(&self, item: i32, position: i32) -> Option<Drawn<'_>> {
        self.map.drawn(item, position)
    }

    #[inline]
    fn foreseen(&self, item: i32, rank: i32, position: i32) -> Option<i32> {
        let (least, most) = self.foresight.ranks_made;
        if rank < least || rank > most {
            return None;
        }
        let next = self.next.get();
        let expected = self.foresight.made.get(next).and_then(|made| self.at(made, item, rank, position));
        if expected.is_some() {
            self.next.set(next + 1);
            return expected;
        }
        self.search(item, rank, position)
    }

    #[inline]
    fn uniform_size(&self, item: i32) -> Option<usize> {
        self.map.uniform_size(item)
    }

    #[inline]
    fn is_positional(&self) -> bool {
        self.map.is_positional()
    }

    #[inline]
    fn choose_arg(&self, bucket: &Bucket<'_>, position: i32) -> ChooseArg<'_> {
        self.map.choose_arg(bucket, position)
    }

    fn positions(&self, bucket: &Bucket<'_>) -> u32 {
        self.map.positions(bucket)
    }

    fn tunables(&self) -> Tunables {
        self.map.tunables()
    }

    fn max_rules(&self) -> u32 {
        self.map.max_rules()
    }

    fn rule(&self, ruleno: u32) -> Option<Rule<'_>> {
        self.map.rule(ruleno)
    }
}
