//! Any map file, edited: each edit leaves a map that can be written and read, or the map as it was.
#![no_main]

use crush::map::{
    DEFAULT_CHOOSE_ARGS, ErasureProfile, Location, Map, Name, Reclassification, Release, SimpleRule, TunablesProfile,
};
use libfuzzer_sys::fuzz_target;

/// Bytes for each edit, in front of the file.
const EDIT: usize = 6;
/// A shadow's id, which the file names, may ask for a million slots: each edit would go over all of them.
const MOST_SLOTS: usize = 1 << 12;

fuzz_target!(|bytes: &[u8]| {
    let Some((&count, rest)) = bytes.split_first() else { return };
    let edits = usize::from(count % 8) * EDIT;
    let Some((edits, file)) = rest.split_at_checked(edits) else { return };
    let Ok(mut map) = Map::decode(file) else { return };
    // Each edit copies the map.
    if file.len() > 1 << 16 {
        return;
    }
    for edit in edits.chunks_exact(EDIT) {
        if map.max_buckets() > MOST_SLOTS {
            return;
        }
        let before = map.try_clone().expect("memory");
        if apply(&mut map, edit).is_none() {
            assert!(map == before, "a refused edit changed the map");
            continue;
        }
        let written = map.encode(Release::Tentacle).expect("an edited map can be written");
        Map::decode(&written).expect("an edited map can be read");
    }
});

/// Some item of the map: of the buckets and devices that it has, or any small number.
fn item(map: &Map, byte: u8) -> i32 {
    let number = i32::from(byte.cast_signed());
    if map.bucket(number).is_some() || number >= 0 { number } else { -1 }
}

fn name(map: &Map, byte: u8) -> Name {
    map.names().name(item(map, byte)).cloned().unwrap_or_else(|| format!("n{byte}").as_str().into())
}

/// A bucket, and what type it has or might have.
fn location(map: &Map, bytes: [u8; 2]) -> Location {
    let pair = |byte: u8| {
        let bucket = item(map, byte);
        let kind = map.type_name_of(bucket).or_else(|| map.types().name(i32::from(byte % 4)));
        Some((kind?.clone(), name(map, byte)))
    };
    bytes.into_iter().filter_map(pair).collect()
}

/// Does an edit; none if it was refused.
fn apply(map: &mut Map, edit: &[u8]) -> Option<()> {
    let &[kind, a, b, c, d, w] = edit else { return None };
    let (first, second) = (item(map, a), item(map, b));
    let (named, place) = (name(map, a), location(map, [b, c]));
    let weight = f32::from(w) / 16.0 - 0.5;
    match kind % 26 {
        0 => map.insert_item(first, weight, named, &place).ok(),
        1 => map.update_item(first, weight, named, &place).ok().map(drop),
        2 => map.create_or_move_item(first, weight, named, &place).ok().map(drop),
        3 => map.move_bucket(first, &place).ok(),
        4 => map.link_bucket(first, &place).ok(),
        5 => map.swap_bucket(first, second).ok(),
        6 => map.remove_item(first).ok(),
        7 => map.unlink_item(first).ok(),
        8 => map.remove_item_under(first, second, d % 2 == 0).ok(),
        9 => map.adjust_item_weightf(first, weight).ok().map(drop),
        10 => map.adjust_subtree_weightf(first, weight).ok().map(drop),
        11 => map.reweight().ok(),
        12 => map.rebuild_roots_with_classes().ok(),
        13 => map.update_device_class(first, format!("c{}", c % 3).as_str()).ok().map(drop),
        14 => map.remove_device_class(first).ok().map(drop),
        15 => map.set_subtree_class(named, format!("c{}", c % 3).as_str()).ok(),
        16 => map.add_bucket(format!("b{c}").as_str(), map.types().name(i32::from(d % 4))?.clone()).ok().map(drop),
        17 => map.rename_bucket(named, format!("r{c}").as_str()).ok(),
        18 => map.add_simple_rule(&SimpleRule::replicated(format!("s{c}").as_str(), named, "")).ok().map(drop),
        19 => map
            .add_erasure_rule(format!("e{c}").as_str(), &ErasureProfile { root: named, ..ErasureProfile::default() })
            .ok()
            .map(drop),
        20 => map.remove_rule(u32::from(a)).ok(),
        21 => map.choose_args_create(DEFAULT_CHOOSE_ARGS, usize::from(d % 4)).ok(),
        22 => {
            let weights = vec![u32::from(w) << 12; usize::from(d % 4)];
            map.choose_args_adjust_item_weight(DEFAULT_CHOOSE_ARGS, first, &weights).ok().map(drop)
        }
        23 => {
            let roots = [(named, "c0".into())].into();
            map.reclassify(&Reclassification { roots, ..Reclassification::default() }, &mut |_| ()).ok()
        }
        24 => {
            let buckets = [(named, ("c1".into(), name(map, b)))].into();
            map.reclassify(&Reclassification { buckets, ..Reclassification::default() }, &mut |_| ()).ok()
        }
        _ => {
            let profiles = [TunablesProfile::Legacy, TunablesProfile::Hammer, TunablesProfile::Optimal];
            map.set_tunables_profile(profiles[usize::from(a % 3)]);
            Some(())
        }
    }
}
