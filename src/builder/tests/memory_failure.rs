//! Every function with its 1st, 2nd, ... allocation failing: the answer is -ENOMEM or NULL, the state is the documented
//! one, nothing leaks (maps check that on drop), and what is left works.

use super::fixture::*;
use crate::abi::*;
use crate::builder::alloc::faults::{live_blocks, with_failure_at};
use crate::builder::{
    BucketAlgorithm, BucketSpec, BuildError, OwnedMap, StoredBucket, StoredRule, StoredWeights,
};
use crate::capi::builder::*;
use crate::capi::crush::crush_destroy_rule;
use crate::capi::undeclared::crush_calc_straw;
use core::ptr::null_mut;

/// Fails the allocations of `work` one after the other, each time on a map of its own; `check` sees the answer of the
/// failed call. Returns how many allocations there were.
fn fail_each<R>(work: impl Fn(&Map) -> R, check: impl Fn(&Map, R)) -> usize {
    for n in 0.. {
        let map = Map::new();
        let (answer, failed) = with_failure_at(n, || work(&map));
        if !failed {
            return n;
        }
        check(&map, answer);
    }
    unreachable!("the allocations of a call are finite")
}

#[test]
fn creating_a_map() {
    let live = live_blocks();
    let (map, failed) = with_failure_at(0, || crush_create());
    assert!(failed && map.is_null());
    assert_eq!(live_blocks(), live);
}

#[test]
fn making_buckets() {
    for (alg, allocations) in [(UNIFORM, 2), (LIST, 4), (TREE, 3), (STRAW, 5), (STRAW2, 3)] {
        let make = |map: &Map| map.try_make(alg, &[1, 2], &[3, 3]).is_none();
        assert_eq!(fail_each(make, |_, is_null| assert!(is_null)), allocations, "algorithm {alg}");
    }
}

#[cfg(feature = "abi-pacific")]
fn make_rule() -> *mut crush_rule {
    crush_make_rule(3, 0, 1, 1, 10)
}

#[cfg(not(feature = "abi-pacific"))]
fn make_rule() -> *mut crush_rule {
    crush_make_rule(3, 1)
}

#[test]
fn making_and_adding_rules() {
    let make = |_: &Map| {
        let rule = make_rule();
        let is_null = rule.is_null();
        // SAFETY: just made, or NULL.
        unsafe { crush_destroy_rule(rule) };
        is_null
    };
    assert_eq!(fail_each(make, |_, is_null| assert!(is_null)), 1);
    for number in [-1, 0, 200] {
        // SAFETY: the map is alive, and NULL stands for an empty place.
        let add = |map: &Map| unsafe { crush_add_rule(map.raw, null_mut(), number) };
        let unchanged = |map: &Map, answer| assert_eq!((answer, map.get().max_rules), (ENOMEM, 0));
        assert_eq!(fail_each(add, unchanged), 1);
    }
}

#[test]
fn adding_buckets_leaves_max_buckets() {
    for id in [0, -1, -100] {
        let map = Map::new();
        let bucket = map.make(LIST, &[], &[]);
        let (answer, failed) = with_failure_at(0, || map.add_bucket(id, bucket.raw()));
        assert_eq!((answer, failed), (ENOMEM, true));
        assert_eq!((map.get().max_buckets, bucket.header().id), (0, 0));
    }
    let map = Map::new();
    map.add(-8, LIST, &[], &[]);
    let bucket = map.make(LIST, &[], &[]);
    let (answer, failed) = with_failure_at(0, || map.add_bucket(-9, bucket.raw()));
    assert_eq!((answer, failed, map.get().max_buckets), (ENOMEM, true, 8));
    assert_eq!(map.add_bucket(-9, bucket.raw()), 0);
}

/// What of a bucket a failed call may not change: all but what lies beyond its size.
fn edit_each(
    alg: i32,
    items: &[i32],
    edit: impl Fn(&Bucket<'_>) -> i32,
    check: impl Fn(&Bucket<'_>),
) -> usize {
    let weights = vec![0x1_0000; items.len()];
    for n in 0.. {
        let map = Map::new();
        let bucket = map.make(alg, items, &weights);
        let (answer, failed) = with_failure_at(n, || edit(&bucket));
        if !failed {
            return n;
        }
        assert_eq!(answer, ENOMEM, "algorithm {alg}, allocation {n}");
        check(&bucket);
        assert_eq!(bucket.add(77, 0x1_0000), 0, "algorithm {alg}, allocation {n}");
        assert_eq!(bucket.remove(77), 0, "algorithm {alg}, allocation {n}");
    }
    unreachable!("the allocations of a call are finite")
}

#[test]
fn adding_items_changes_nothing() {
    for (alg, allocations) in [(UNIFORM, 1), (LIST, 3), (TREE, 2), (STRAW2, 2)] {
        let map = Map::new();
        // The fifth item of a tree needs more nodes.
        let before = map.make(alg, &[1, 2, 3, 4], &[0x1_0000; 4]).show();
        let unchanged = |bucket: &Bucket<'_>| assert_eq!(bucket.show(), before);
        assert_eq!(edit_each(alg, &[1, 2, 3, 4], |bucket| bucket.add(5, 0x1_0000), unchanged), allocations);
    }
}

#[test]
fn adding_to_a_straw_bucket_keeps_the_item_if_only_the_straws_fail() {
    let state = |bucket: &Bucket<'_>| (bucket.header().size, bucket.header().weight, bucket.straws());
    let check = |bucket: &Bucket<'_>| {
        let unchanged = (2, 0x2_0000, vec![0x1_0000; 2]);
        let added = (3, 0x3_0000, vec![0x1_0000, 0x1_0000, 0]);
        assert!([unchanged, added].contains(&state(bucket)), "{}", bucket.show());
    };
    assert_eq!(edit_each(STRAW, &[1, 2], |bucket| bucket.add(5, 0x1_0000), check), 4);
}

#[test]
fn removing_items_leaves_a_bucket_that_is_one_smaller() {
    for (alg, allocations) in [(UNIFORM, 1), (LIST, 3), (TREE, 2), (STRAW, 4), (STRAW2, 2)] {
        let shrunk = |bucket: &Bucket<'_>| {
            assert_eq!((bucket.items(), bucket.header().weight), (vec![1, 2, 3, 4], 0x4_0000));
            assert_eq!(bucket.item_weights(), [0x1_0000; 4]);
        };
        assert_eq!(edit_each(alg, &[1, 2, 3, 4, 5], |bucket| bucket.remove(5), shrunk), allocations, "{alg}");
    }
}

#[test]
fn adjusting_a_straw_bucket_keeps_the_old_straws() {
    let check = |bucket: &Bucket<'_>| {
        assert_eq!(bucket.show(), "size 2 weight 30000 items 1 2; w 10000 20000; straws 10000 10000");
    };
    assert_eq!(edit_each(STRAW, &[1, 2], |bucket| bucket.adjust(2, 0x2_0000), check), 1);
    for alg in [UNIFORM, LIST, TREE, STRAW2] {
        let nothing_allocated = edit_each(alg, &[1, 2], |bucket| bucket.adjust(2, 0x2_0000), |_| {});
        assert_eq!(nothing_allocated, 0);
    }
}

#[test]
fn computing_straws_changes_nothing() {
    let map = Map::with_straw_version(1);
    let bucket = map.make(STRAW, &[1, 2], &[1, 2]);
    let before = bucket.show();
    // SAFETY: map and bucket are alive.
    let calc = || unsafe { crush_calc_straw(map.raw, bucket.raw().cast()) };
    assert_eq!((with_failure_at(0, calc), bucket.show()), ((ENOMEM, true), before));
}

#[test]
fn reweighting_changes_nothing_or_leaves_the_straws() {
    for n in 0..=3 {
        let map = Map::new();
        let child = map.add(-2, LIST, &[1, 2], &[3, 4]);
        child.set(|header: &mut crush_bucket| header.weight = 99);
        let parent = map.add(-1, STRAW, &[-2, 7], &[50, 50]);
        let before = (child.show(), parent.show());
        let (answer, failed) = with_failure_at(n, || parent.reweight());
        if n < 2 {
            assert_eq!((answer, failed, (child.show(), parent.show())), (ENOMEM, true, before));
        } else {
            // Upstream does not look whether there was memory for the straws.
            assert_eq!((answer, failed, child.header().weight), (0, n == 2, 7));
            assert_eq!(parent.straws() == [0x1_0000, 0x1_0000], n == 2, "{}", parent.show());
            assert_eq!(parent.item_weights(), [7, 50]);
        }
    }
}

#[test]
fn making_choose_args() {
    let make = |map: &Map| {
        map.set(|raw| raw.max_buckets = 3);
        // SAFETY: the map is alive.
        let args = unsafe { crush_make_choose_args(map.raw, 2) };
        let is_null = args.is_null();
        // SAFETY: just made, or NULL.
        unsafe { crush_destroy_choose_args(args) };
        is_null
    };
    assert_eq!(fail_each(make, |_, is_null| assert!(is_null)), 1);
}

#[cfg(feature = "abi-pacific")]
#[test]
fn finding_roots() {
    let find = |map: &Map| {
        let mut ids = null_mut();
        // SAFETY: the map is alive, and `ids` is writable.
        let count = unsafe { crate::capi::helpers::crush_find_roots(map.raw, &mut ids) };
        let is_null = ids.is_null();
        // SAFETY: the array belongs to the caller, or NULL.
        unsafe { crate::builder::alloc::release(ids) };
        (count, is_null)
    };
    assert_eq!(fail_each(find, |_, answer| assert_eq!(answer, (ENOMEM, true))), 2);
}

/// Fails the allocations of `work` on owned maps and expects an error each time.
fn fail_each_owned(work: impl Fn(&mut OwnedMap) -> Result<(), BuildError>) -> usize {
    for n in 0.. {
        let mut map = OwnedMap::new().unwrap();
        map.set_max_buckets(2).unwrap();
        let live = live_blocks();
        let (answer, failed) = with_failure_at(n, || work(&mut map));
        if !failed {
            return n;
        }
        assert_eq!((answer, live_blocks()), (Err(BuildError::NoMemory), live));
        assert_eq!((map.bucket(0), map.rule(0), map.max_buckets()), (None, None, 2));
    }
    unreachable!("the allocations of a call are finite")
}

#[test]
fn owned_maps() {
    assert_eq!(with_failure_at(0, || OwnedMap::new().err()), (Some(BuildError::NoMemory), true));
    assert_eq!(fail_each_owned(|map| map.set_max_buckets(9)), 1);
    let empty = StoredRule { ruleset: 0, r#type: 1, min_size: 1, max_size: 9, steps: &[] };
    assert_eq!(fail_each_owned(|map| map.add_rule(&empty, None).map(drop)), 2);
    let spec = BucketSpec {
        id: -4,
        algorithm: BucketAlgorithm::Straw,
        hash: 0,
        r#type: 1,
        items: &[1],
        weights: &[1],
    };
    assert_eq!(fail_each_owned(|map| map.add_bucket(&spec).map(drop)), 6);
    let (items, item_weights): (&[i32], &[u32]) = (&[1, 2], &[3, 4]);
    for (weights, allocations) in [
        (StoredWeights::Uniform { item_weight: 1 }, 2),
        (StoredWeights::List { item_weights, sum_weights: item_weights }, 4),
        (StoredWeights::Tree { node_weights: item_weights }, 3),
        (StoredWeights::Straw { item_weights, straws: item_weights }, 4),
        (StoredWeights::Straw2 { item_weights }, 3),
    ] {
        let bucket = StoredBucket { id: -1, r#type: 1, hash: 0, weight: 7, items, weights };
        assert_eq!(fail_each_owned(|map| map.place_bucket(0, &bucket)), allocations);
    }
}

#[test]
fn copying_an_owned_map() {
    let mut map = OwnedMap::new().unwrap();
    let spec = BucketSpec {
        id: -1,
        algorithm: BucketAlgorithm::Straw2,
        hash: 0,
        r#type: 1,
        items: &[1],
        weights: &[1],
    };
    map.add_bucket(&spec).unwrap();
    map.add_rule(&StoredRule { ruleset: 0, r#type: 1, min_size: 1, max_size: 9, steps: &[] }, None).unwrap();
    let live = live_blocks();
    let failing = (0..).take_while(|&n| {
        let (copy, failed) = with_failure_at(n, || map.try_clone().err());
        assert_eq!((copy, live_blocks()), (failed.then_some(BuildError::NoMemory), live));
        failed
    });
    // The map, two tables, the bucket with two arrays, the rule.
    assert_eq!(failing.count(), 7);
}
