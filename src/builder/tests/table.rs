//! Creating maps, tunables, finalizing, and the bucket table (spec 03 sections 2, 4 and 10).

use super::fixture::*;
use crate::abi::*;
use crate::builder::tunables::{self, MapTunables};
use crate::capi::builder::*;
use crate::capi::crush::*;
use core::ptr::null_mut;

const OPTIMAL: MapTunables = MapTunables {
    choose_local_tries: 0,
    choose_local_fallback_tries: 0,
    choose_total_tries: 50,
    chooseleaf_descend_once: 1,
    chooseleaf_vary_r: 1,
    chooseleaf_stable: 1,
    straw_calc_version: 0,
    allowed_bucket_algs: 0x36,
    msr_descents: 0,
    msr_collision_tries: 0,
};

const LEGACY: MapTunables = MapTunables {
    choose_local_tries: 2,
    choose_local_fallback_tries: 5,
    choose_total_tries: 19,
    chooseleaf_descend_once: 0,
    chooseleaf_vary_r: 0,
    chooseleaf_stable: 0,
    allowed_bucket_algs: 0x16,
    ..OPTIMAL
};

#[test]
fn a_new_map_is_empty_with_optimal_tunables() {
    let map = Map::new();
    assert_eq!(tunables::read(map.get()), OPTIMAL);
    let raw = map.get();
    assert!(raw.buckets.is_null() && raw.rules.is_null() && raw.choose_tries.is_null());
    assert_eq!((raw.max_buckets, raw.max_rules, raw.max_devices, raw.working_size), (0, 0, 0, 0));
}

#[test]
fn presets_leave_alone_what_they_do_not_set() {
    let map = Map::new();
    let msr = if cfg!(any(feature = "abi-pacific", feature = "abi-reef")) { 0 } else { 77 };
    let marked = MapTunables {
        straw_calc_version: 9,
        msr_descents: msr,
        msr_collision_tries: msr,
        chooseleaf_stable: 8,
        ..OPTIMAL
    };
    map.set(|raw| {
        tunables::write(raw, &marked);
        (raw.max_devices, raw.working_size) = (11, 12);
    });
    // SAFETY: the map is alive.
    unsafe { set_optimal_crush_map(map.raw) };
    assert_eq!(tunables::read(map.get()), MapTunables { chooseleaf_stable: 1, ..marked });
    // SAFETY: the map is alive.
    unsafe { set_legacy_crush_map(map.raw) };
    let expected = MapTunables { msr_descents: msr, msr_collision_tries: msr, ..LEGACY };
    assert_eq!(tunables::read(map.get()), expected);
    assert_eq!((map.get().max_devices, map.get().working_size), (11, 12));
}

fn finalize(map: &Map) -> (i32, usize) {
    // SAFETY: the map is alive.
    unsafe { crush_finalize(map.raw) };
    (map.get().max_devices, map.get().working_size)
}

#[test]
fn finalize_counts_items_of_all_algorithms() {
    let map = Map::new();
    assert_eq!(finalize(&map), (0, 8));
    for (alg, id) in ALL.into_iter().zip([-1, -2, -3, -4, -5]) {
        map.add(id, alg, &[id * -10, -1], &[1, 1]);
        assert_eq!(finalize(&map), (id * -10 + 1, 8 + 8 * 8 + -id as usize * (16 + 8)));
    }
}

#[test]
fn finalize_wraps_at_the_largest_item() {
    let map = Map::new();
    map.add(-1, STRAW2, &[1, i32::MAX, 5], &[1, 1, 1]);
    assert_eq!(finalize(&map).0, 6);
    map.add(-2, STRAW2, &[i32::MAX], &[1]);
    assert_eq!(finalize(&map).0, i32::MIN);
}

#[test]
fn finalize_without_a_table() {
    let map = Map::new();
    map.set(|raw| (raw.max_buckets, raw.max_devices) = (4, 9));
    assert_eq!(finalize(&map), (0, 8 + 8 * 4));
}

#[test]
fn ids_are_given_in_order_and_gaps_filled() {
    let map = Map::new();
    // SAFETY: the map is alive.
    let next = || unsafe { crush_get_next_bucket_id(map.raw) };
    assert_eq!(next(), -1);
    map.add(-2, LIST, &[], &[]);
    assert_eq!((next(), map.get().max_buckets), (-1, 8));
    let mut id = 0;
    let bucket = map.make(LIST, &[], &[]);
    // SAFETY: map, bucket and id are alive.
    assert_eq!(unsafe { crush_add_bucket(map.raw, 0, bucket.raw(), &mut id) }, 0);
    assert_eq!((id, bucket.header().id, next()), (-1, -1, -3));
}

#[test]
fn the_table_doubles_from_8_or_from_a_foreign_length() {
    let map = Map::new();
    map.add(-8, LIST, &[], &[]);
    assert_eq!(map.get().max_buckets, 8);
    map.add(-9, LIST, &[], &[]);
    assert_eq!(map.get().max_buckets, 16);
    map.add(-100, LIST, &[], &[]);
    assert_eq!(map.get().max_buckets, 128);

    let map = Map::new();
    map.set(|raw| raw.max_buckets = 5);
    map.add(-5, LIST, &[], &[]);
    assert_eq!(map.get().max_buckets, 5);
    map.add(-6, LIST, &[], &[]);
    assert_eq!(map.get().max_buckets, 10);
}

#[test]
fn a_taken_id_is_refused_and_the_table_stays_grown() {
    let map = Map::new();
    map.add(-1, LIST, &[], &[]);
    let bucket = map.make(LIST, &[], &[]);
    let mut id = 55;
    // SAFETY: map, bucket and id are alive.
    assert_eq!(unsafe { crush_add_bucket(map.raw, -1, bucket.raw(), &mut id) }, EEXIST);
    assert_eq!((id, bucket.header().id, map.get().max_buckets), (55, 0, 8));
}

#[test]
fn ids_without_a_slot_are_refused() {
    let map = Map::new();
    let bucket = map.make(LIST, &[], &[]);
    for (id, error) in [(1, EINVAL), (i32::MAX, EINVAL), (i32::MIN, ENOMEM), (-(1 << 30) - 1, ENOMEM)] {
        assert_eq!(map.add_bucket(id, bucket.raw()), error, "{id}");
        assert_eq!((map.get().max_buckets, bucket.header().id), (0, 0));
    }
}

impl Map {
    fn remove_bucket(&self, bucket: &Bucket<'_>) -> i32 {
        // SAFETY: map and bucket are alive.
        unsafe { crush_remove_bucket(self.raw, bucket.give_away()) }
    }
}

#[test]
fn a_removed_bucket_leaves_an_empty_slot_and_dangling_ids() {
    let map = Map::new();
    let parent = map.add(-1, STRAW2, &[-2], &[1]);
    let child = map.add(-2, STRAW2, &[3], &[1]);
    assert_eq!(map.remove_bucket(&child), 0);
    assert_eq!((parent.items(), map.get().max_buckets), (vec![-2], 8));
    map.add(-2, LIST, &[], &[]);
}

#[test]
fn removing_a_bucket_whose_id_has_no_slot_only_frees_it() {
    let map = Map::new();
    map.add(-1, STRAW2, &[3], &[1]);
    for id in [0, 7, i32::MAX, -9, i32::MIN] {
        let bucket = map.make(TREE, &[1], &[1]);
        bucket.set(|header: &mut crush_bucket| header.id = id);
        assert_eq!(map.remove_bucket(&bucket), 0, "{id}");
    }
    map.add(-2, STRAW2, &[3], &[1]);
}

#[test]
fn removing_a_bucket_clears_its_slot_whatever_is_there() {
    let map = Map::new();
    let kept = map.add(-1, STRAW2, &[3], &[1]);
    let stranger = map.make(LIST, &[1], &[1]);
    stranger.set(|header: &mut crush_bucket| header.id = -1);
    assert_eq!(map.remove_bucket(&stranger), 0);
    map.add(-1, LIST, &[], &[]);
    assert_eq!(kept.items(), [3]);
}

#[test]
#[expect(clippy::multiple_unsafe_ops_per_block, reason = "a list of calls with one reason to be safe")]
fn null_is_answered() {
    let map = Map::new();
    let bucket = map.make(LIST, &[1], &[1]);
    // SAFETY: NULL is allowed everywhere here.
    unsafe {
        crush_finalize(null_mut());
        assert_eq!(crush_get_next_bucket_id(null_mut()), EINVAL);
        assert_eq!(crush_add_bucket(null_mut(), 0, bucket.raw(), null_mut()), EINVAL);
        assert_eq!(crush_add_bucket(map.raw, 0, null_mut(), null_mut()), EINVAL);
        assert_eq!(crush_remove_bucket(map.raw, null_mut()), EINVAL);
        assert_eq!(crush_remove_bucket(null_mut(), bucket.raw()), EINVAL);
        set_legacy_crush_map(null_mut());
        set_optimal_crush_map(null_mut());
        crush_destroy(null_mut());
        crush_destroy_bucket(null_mut());
        crush_destroy_bucket_uniform(null_mut());
        crush_destroy_bucket_list(null_mut());
        crush_destroy_bucket_tree(null_mut());
        crush_destroy_bucket_straw(null_mut());
        crush_destroy_bucket_straw2(null_mut());
        assert_eq!(crush_get_bucket_item_weight(null_mut(), 0), 0);
    }
    assert_eq!(map.get().max_buckets, 0);
}

#[test]
fn a_half_made_map_is_destroyed() {
    let map = Map::new();
    map.set(|raw| (raw.max_buckets, raw.max_rules) = (3, 9));
    let map = Map::new();
    for (alg, id) in ALL.into_iter().zip([-1, -2, -3, -4, -5]) {
        let bucket = map.add(id, alg, &[], &[]);
        bucket.set(|header: &mut crush_bucket| header.size = 1000);
    }
}

#[test]
fn names_of_algorithms() {
    let name = |alg| {
        // SAFETY: the function returns static text.
        unsafe { core::ffi::CStr::from_ptr(crush_bucket_alg_name(alg)) }.to_str().unwrap()
    };
    let names: Vec<_> = (-1..8).map(name).collect();
    assert_eq!(
        names,
        ["unknown", "unknown", "uniform", "list", "tree", "straw", "straw2", "unknown", "unknown"]
    );
    assert_eq!(name(257), "unknown");
}
