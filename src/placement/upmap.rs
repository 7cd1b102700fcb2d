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
            let outcome = match &mut places {
                None => replace(map, raw, from, to),
                Some(places) => replace_placed(map, raw, places, from, to),
            };
            tell(Change::Item { from, to, outcome });
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

fn replace(map: &OsdMap, raw: &mut [i32], from: i32, to: i32) -> ItemOutcome {
    if raw.contains(&to) {
        return ItemOutcome::AlreadyThere;
    }
    if is_out(map, to) {
        return ItemOutcome::Out;
    }
    let Some(place) = raw.iter_mut().find(|osd| **osd == from) else { return ItemOutcome::NotThere };
    *place = to;
    ItemOutcome::Replaced
}

/// As [`replace`], where it is known at which places the devices are.
fn replace_placed(map: &OsdMap, raw: &mut [i32], places: &mut Places, from: i32, to: i32) -> ItemOutcome {
    if places.has(to) {
        return ItemOutcome::AlreadyThere;
    }
    if is_out(map, to) {
        return ItemOutcome::Out;
    }
    let Some(place) = places.first(from) else { return ItemOutcome::NotThere };
    raw[place] = to;
    places.replace(place, from, to);
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
