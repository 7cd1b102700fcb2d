//! Explicit overrides of where a PG is (spec 09 section 5).
#![forbid(unsafe_code)]

use super::PgId;
use super::change::{Change, ItemOutcome, PrimaryOutcome};
use super::places::Places;
use crate::mapper::NONE;
use crate::osdmap::OsdMap;

/// Devices of a set that is looked through for each pair.
const SHORT: usize = 256;

/// Applies the overrides of a PG, in place. `primaries` is false for releases that do not know `pg_upmap_primaries`.
pub(super) fn apply(
    map: &OsdMap,
    pg: PgId,
    raw: &mut Vec<i32>,
    primaries: bool,
    tell: &mut impl FnMut(Change),
) {
    if let Some(list) = map.pg_upmap.get(&pg) {
        if let Some(&out) = list.iter().find(|&&osd| is_out(map, osd)) {
            return tell(Change::UpmapRefused { out });
        }
        raw.clone_from(list);
        tell(Change::Upmap(list.clone()));
    }
    if let Some(pairs) = map.pg_upmap_items.get(&pg) {
        let mut places = (raw.len() > SHORT).then(|| Places::of(raw));
        for &(from, to) in pairs {
            tell(Change::Item { from, to, outcome: replace(map, raw, &mut places, from, to) });
        }
    }
    if let Some(&osd) = map.pg_upmap_primaries.get(&pg) {
        let outcome = if primaries { lead(map, raw, osd) } else { PrimaryOutcome::Unknown };
        tell(Change::Primary { osd, outcome });
    }
}

/// A device of the map that is out; others are not looked at here.
pub(super) fn is_out(map: &OsdMap, osd: i32) -> bool {
    osd != NONE && (0..map.max_osd).contains(&osd) && map.weight(osd) == 0
}

/// Puts one device in the place of another. `places` tells where they are, for sets too long to be looked through.
fn replace(map: &OsdMap, raw: &mut [i32], places: &mut Option<Places>, from: i32, to: i32) -> ItemOutcome {
    let first = |osd| match &*places {
        None => raw.iter().position(|&other| other == osd),
        Some(places) => places.first(osd),
    };
    if first(to).is_some() {
        return ItemOutcome::AlreadyThere;
    }
    if is_out(map, to) {
        return ItemOutcome::Out;
    }
    let Some(place) = first(from) else { return ItemOutcome::NotThere };
    raw[place] = to;
    if let Some(places) = places {
        places.replace(place, from, to);
    }
    ItemOutcome::Replaced
}

fn lead(map: &OsdMap, raw: &mut [i32], primary: i32) -> PrimaryOutcome {
    if map.weight(primary) == 0 {
        return PrimaryOutcome::Out;
    }
    match raw.iter().position(|&osd| osd == primary) {
        None => PrimaryOutcome::NotThere,
        Some(0) => PrimaryOutcome::AlreadyFirst,
        Some(position) => {
            raw.swap(0, position);
            PrimaryOutcome::Swapped
        }
    }
}
