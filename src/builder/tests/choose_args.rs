//! The block of `crush_make_choose_args` (spec 03 section 11).

use super::fixture::*;
use crate::abi::*;
use crate::builder::alloc::faults;
use crate::builder::array::slice;
use crate::capi::builder::*;
use core::ptr::null_mut;

/// A block, freed on drop.
struct Args(*mut crush_choose_arg);

impl Args {
    fn make(map: &Map, positions: i32) -> Option<Self> {
        // SAFETY: the map is alive.
        let args = unsafe { crush_make_choose_args(map.raw, positions) };
        (!args.is_null()).then_some(Self(args))
    }

    fn record(&self, slot: usize) -> crush_choose_arg {
        // SAFETY: tests ask for slots of the map only.
        unsafe { *self.0.wrapping_add(slot) }
    }

    fn offset<T>(&self, pointer: *const T) -> usize {
        pointer.addr() - self.0.addr()
    }

    fn ids(&self, slot: usize) -> Vec<i32> {
        let record = self.record(slot);
        // SAFETY: the record was written by the function under test, within its block.
        unsafe { slice(record.ids, record.ids_size as usize) }.to_vec()
    }

    fn weights(&self, slot: usize) -> Vec<Vec<u32>> {
        let record = self.record(slot);
        // SAFETY: the record was written by the function under test, within its block.
        let sets = (0..record.weight_set_positions as usize)
            .map(|place| unsafe { *record.weight_set.wrapping_add(place) });
        // SAFETY: as above.
        sets.map(|set| unsafe { slice(set.weights, set.size as usize) }.to_vec()).collect()
    }
}

impl Drop for Args {
    fn drop(&mut self) {
        // SAFETY: made by `crush_make_choose_args`.
        unsafe { crush_destroy_choose_args(self.0) };
    }
}

#[test]
fn the_block_is_laid_out_as_upstreams() {
    let map = Map::new();
    map.add(-1, STRAW2, &[10, 11, 12], &[1, 2, 3]);
    map.add(-3, STRAW2, &[20, -1], &[4, 5]);
    let args = Args::make(&map, 2).unwrap();
    assert_eq!(faults::size_of_block(args.0), Some(256 + 64 + 40 + 20));
    let offsets = |slot| {
        let record = args.record(slot);
        // SAFETY: the record has two weight sets.
        let weights = unsafe { (*record.weight_set).weights };
        (args.offset(record.weight_set), args.offset(weights), args.offset(record.ids))
    };
    assert_eq!((offsets(0), offsets(2)), ((256, 320, 360), (288, 344, 372)));
    assert_eq!((args.ids(0), args.weights(0)), (vec![10, 11, 12], vec![vec![1, 2, 3]; 2]));
    assert_eq!((args.ids(2), args.weights(2)), (vec![20, -1], vec![vec![4, 5]; 2]));
    for empty in [1, 3, 4, 5, 6, 7] {
        let record = args.record(empty);
        assert!(record.ids.is_null() && record.weight_set.is_null());
        assert_eq!((record.ids_size, record.weight_set_positions), (0, 0));
    }
}

#[test]
fn every_algorithm_gives_its_item_weights() {
    let map = Map::new();
    for (alg, id) in ALL.into_iter().zip([-1, -2, -3, -4, -5]) {
        map.add(id, alg, &[7, 8, 9], &[6, 6, 6]);
    }
    let unknown = map.add(-6, STRAW2, &[1], &[2]);
    unknown.set(|header: &mut crush_bucket| header.alg = 9);
    let args = Args::make(&map, 1).unwrap();
    for slot in 0..5 {
        assert_eq!((args.ids(slot), args.weights(slot)), (vec![7, 8, 9], vec![vec![6, 6, 6]]), "slot {slot}");
    }
    assert_eq!((args.ids(5), args.weights(5)), (vec![1], vec![vec![0]]));
    unknown.set(|header: &mut crush_bucket| header.alg = STRAW2 as u8);
}

#[test]
fn without_positions_there_are_ids_and_a_pointer_to_no_weight_sets() {
    let map = Map::new();
    map.add(-1, TREE, &[10, 11], &[1, 2]);
    let args = Args::make(&map, 0).unwrap();
    assert_eq!((args.ids(0), args.weights(0)), (vec![10, 11], vec![]));
    assert_eq!(args.offset(args.record(0).weight_set), 256);
    assert_eq!(faults::size_of_block(args.0), Some(256 + 8));
}

#[test]
fn an_empty_map_gives_an_empty_block() {
    assert!(Args::make(&Map::new(), 3).is_some());
}

#[test]
fn what_does_not_fit_is_refused() {
    let map = Map::new();
    map.add(-1, STRAW2, &[10], &[1]);
    for positions in [-1, i32::MIN, i32::MAX, 0x0666_6666] {
        assert!(Args::make(&map, positions).is_none(), "{positions}");
    }
    // SAFETY: NULL is allowed.
    assert!(unsafe { crush_make_choose_args(null_mut(), 1) }.is_null());
    // SAFETY: NULL is allowed.
    unsafe { crush_destroy_choose_args(null_mut()) };
}
