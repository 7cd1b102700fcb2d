//! Explicit overrides of where a PG is (spec 09 section 5).
#![forbid(unsafe_code)]

use super::PgId;
use crate::mapper::NONE;
use crate::osdmap::OsdMap;

/// Applies the overrides of a PG, in place. `primaries` is false for releases that do not know `pg_upmap_primaries`.
pub(super) fn apply(map: &OsdMap, pg: PgId, raw: &mut Vec<i32>, primaries: bool) {
    if let Some(list) = map.pg_upmap.get(&pg) {
        if list.iter().any(|&osd| is_out(map, osd)) {
            return;
        }
        raw.clone_from(list);
    }
    for &(from, to) in map.pg_upmap_items.get(&pg).into_iter().flatten() {
        replace(map, raw, from, to);
    }
    if let Some(&primary) = map.pg_upmap_primaries.get(&pg)
        && primaries
        && map.weight(primary) != 0
        && let Some(position @ 1..) = raw.iter().position(|&osd| osd == primary)
    {
        raw.swap(0, position);
    }
}

/// A device of the map that is out; others are not looked at here.
fn is_out(map: &OsdMap, osd: i32) -> bool {
    osd != NONE && (0..map.max_osd).contains(&osd) && map.weight(osd) == 0
}

fn replace(map: &OsdMap, raw: &mut [i32], from: i32, to: i32) {
    if !raw.contains(&to)
        && !is_out(map, to)
        && let Some(place) = raw.iter_mut().find(|osd| **osd == from)
    {
        *place = to;
    }
}
