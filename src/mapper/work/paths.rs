//! The longest descents.
#![forbid(unsafe_code)]

use super::Work;
use crate::mapper::Topology;
use std::collections::{HashMap, TryReserveError};

/// What descents from some buckets to items of one type can take and reach.
#[derive(Debug, Default)]
pub(super) struct Paths {
    /// The most that one descent takes.
    pub(super) longest: Work,
    /// Items of the largest bucket on the way.
    pub(super) largest: u64,
    /// The buckets of the type that can be reached.
    pub(super) targets: Vec<i32>,
    /// Whether there is a device on the way; whatever the type, multi-step-retry rules end there.
    pub(super) devices: bool,
}

/// What is known of a bucket.
#[derive(Clone, Copy)]
enum Known {
    /// The search is below it.
    Entered,
    /// The longest descent from it.
    Longest(Work),
}

impl Paths {
    /// Looks at all descents from `starts`, which are bucket numbers, to type `kind`.
    pub(super) fn find<T: Topology>(map: &T, starts: &[i32], kind: i32) -> Result<Self, TryReserveError> {
        let mut search = Search {
            map,
            kind,
            known: HashMap::new(),
            stack: Vec::new(),
            paths: Self::default(),
            circle: false,
        };
        for &start in starts {
            let longest = search.longest_from(start)?;
            search.paths.longest = search.paths.longest.max(longest);
        }
        let mut paths = search.paths;
        if search.circle {
            // A descent ends when it has made more choices than there are buckets.
            paths.longest = Work { choices: 1, draws: paths.largest } * (u64::from(map.max_buckets()) + 1);
        }
        paths.targets.sort_unstable();
        paths.targets.dedup();
        Ok(paths)
    }
}

/// A search in depth; hostile hierarchies are deeper than any stack, so that it keeps its own.
struct Search<'m, T> {
    map: &'m T,
    kind: i32,
    known: HashMap<i32, Known>,
    stack: Vec<Visit>,
    paths: Paths,
    circle: bool,
}

/// A bucket on the way.
struct Visit {
    bucket: i32,
    /// Items that were looked at.
    seen: usize,
    /// The longest descent below it so far.
    below: Work,
}

impl<T: Topology> Search<'_, T> {
    fn longest_from(&mut self, start: i32) -> Result<Work, TryReserveError> {
        let mut longest = self.enter(start)?;
        while let Some(mut visit) = self.stack.pop() {
            let Some(bucket) = self.map.bucket(visit.bucket) else {
                continue;
            };
            if let Some(&item) = bucket.items.get(visit.seen) {
                visit.seen += 1;
                self.stack.push(visit);
                let below = self.follow(item)?;
                self.raise(below);
                continue;
            }
            let items = bucket.items.len() as u64;
            longest = visit.below + Work { choices: 1, draws: items };
            self.paths.largest = self.paths.largest.max(items);
            // It was entered; `insert` would reserve room once more.
            if let Some(known) = self.known.get_mut(&visit.bucket) {
                *known = Known::Longest(longest);
            }
            self.raise(longest);
        }
        Ok(longest)
    }

    /// Tells the bucket on top of the stack how long a descent from one of its items can be.
    fn raise(&mut self, below: Work) {
        if let Some(visit) = self.stack.last_mut() {
            visit.below = visit.below.max(below);
        }
    }

    /// Goes on to an item of a bucket, if a descent does.
    fn follow(&mut self, item: i32) -> Result<Work, TryReserveError> {
        if item >= 0 {
            self.paths.devices |= item < self.map.max_devices();
            return Ok(Work::default());
        }
        match self.map.kind(item) {
            None => Ok(Work::default()),
            Some(kind) if i32::from(kind) == self.kind => {
                self.paths.targets.try_reserve(1)?;
                self.paths.targets.push(item);
                Ok(Work::default())
            }
            Some(_) => self.enter(item),
        }
    }

    /// What is known of a bucket; one that is not known is put on the stack.
    fn enter(&mut self, bucket: i32) -> Result<Work, TryReserveError> {
        match self.known.get(&bucket) {
            Some(&Known::Longest(longest)) => Ok(longest),
            Some(Known::Entered) => {
                self.circle = true;
                Ok(Work::default())
            }
            None => {
                self.known.try_reserve(1)?;
                self.stack.try_reserve(1)?;
                self.known.insert(bucket, Known::Entered);
                self.stack.push(Visit { bucket, seen: 0, below: Work::default() });
                Ok(Work::default())
            }
        }
    }
}
