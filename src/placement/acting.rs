//! The set that serves a PG right now (spec 09 section 7).
#![forbid(unsafe_code)]

use super::PgId;
use super::affinity::first;
use super::change::Change;
use crate::mapper::NONE;
use crate::osdmap::{OsdMap, Pool};

/// The acting set of a PG and its primary, given the up set and its primary.
pub(super) fn acting(
    map: &OsdMap,
    pool: &Pool,
    pg: PgId,
    up: (&[i32], i32),
    optimizations: bool,
    tell: &mut impl FnMut(Change),
) -> (Vec<i32>, i32) {
    let mut temporary = Vec::new();
    for &osd in map.pg_temp.get(&pg).into_iter().flatten() {
        if map.is_up(osd) {
            temporary.push(osd);
            continue;
        }
        if osd != NONE {
            tell(Change::TemporaryDown(osd));
        }
        if !pool.can_shift() {
            temporary.push(NONE);
        }
    }
    let primary = map.primary_temp.get(&pg).copied();
    if let Some(osd) = primary {
        tell(Change::TemporaryPrimary(osd));
    }
    let primary = primary.unwrap_or_else(|| first(&temporary));
    if temporary.is_empty() {
        return (up.0.to_vec(), if primary == -1 { up.1 } else { primary });
    }
    if optimizations && pool.has_optimizations() {
        temporary = in_shard_order(pool, &temporary);
    }
    tell(Change::Temporary(temporary.clone()));
    (temporary, primary)
}

/// Puts a list that begins with the shards that may be primary back into the order of shards (section 7.2).
fn in_shard_order(pool: &Pool, stored: &[i32]) -> Vec<i32> {
    let size = usize::from(pool.size);
    let nonprimary = (0..size).filter(|&shard| pool.is_nonprimary(shard)).count();
    let (mut primaries, mut others) = (0..size, size - nonprimary..size);
    (0..size)
        .map(|shard| if pool.is_nonprimary(shard) { others.next() } else { primaries.next() })
        .map(|place| place.and_then(|place| stored.get(place)).copied().unwrap_or(NONE))
        .collect()
}
