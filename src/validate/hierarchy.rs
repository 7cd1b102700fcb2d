//! Buckets below buckets: circles and depth.
#![forbid(unsafe_code)]

use super::{Fault, Place, Report, USUAL_DEPTH};
use crate::mapper::Topology;
use std::collections::{HashMap, TryReserveError};

/// Looks at how buckets contain each other.
pub(super) fn examine<T: Topology>(map: &T, report: &mut Report) -> Result<(), TryReserveError> {
    let mut search = Search { map, depths: HashMap::new(), stack: Vec::new() };
    for slot in 0..map.max_buckets() {
        search.go_down(!slot.cast_signed(), report)?;
    }
    if report.depth > USUAL_DEPTH {
        report.add(Place::Map, Fault::Deep(report.depth))?;
    }
    Ok(())
}

/// A search in depth that keeps its own stack, since hostile hierarchies are deeper than any.
struct Search<'m, T> {
    map: &'m T,
    /// Levels from a bucket down; `None` while the search is below it.
    depths: HashMap<i32, Option<u64>>,
    stack: Vec<Visit>,
}

/// A bucket on the way.
struct Visit {
    bucket: i32,
    /// Items that were looked at.
    seen: usize,
    /// Levels below it so far.
    below: u64,
}

impl<T: Topology> Search<'_, T> {
    fn go_down(&mut self, top: i32, report: &mut Report) -> Result<(), TryReserveError> {
        if !self.depths.contains_key(&top) {
            self.enter(top)?;
        }
        while let Some(mut visit) = self.stack.pop() {
            let items = self.map.bucket(visit.bucket).map_or(&[][..], |bucket| bucket.items);
            let Some(&item) = items.get(visit.seen) else {
                let depth = visit.below + 1;
                // It was entered; `insert` would reserve room once more.
                if let Some(known) = self.depths.get_mut(&visit.bucket) {
                    *known = Some(depth);
                }
                report.depth = report.depth.max(depth);
                if let Some(above) = self.stack.last_mut() {
                    above.below = above.below.max(depth);
                }
                continue;
            };
            let place = Place::Item { bucket: visit.bucket, index: visit.seen };
            visit.seen += 1;
            let known = self.depths.get(&item).copied();
            if let Some(Some(depth)) = known {
                visit.below = visit.below.max(depth);
            }
            self.stack.push(visit);
            match known {
                Some(None) => report.add(place, Fault::Circle(item))?,
                None if item < 0 => self.enter(item)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn enter(&mut self, bucket: i32) -> Result<(), TryReserveError> {
        if bucket < 0 && self.map.bucket(bucket).is_some() {
            self.depths.try_reserve(1)?;
            self.stack.try_reserve(1)?;
            self.depths.insert(bucket, None);
            self.stack.push(Visit { bucket, seen: 0, below: 0 });
        }
        Ok(())
    }
}
