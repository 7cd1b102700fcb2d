//! Upstream's defects, row by row of spec 03 section 12: what is visible is kept, what is unsafe is not.

use super::fixture::*;
use crate::abi::*;
use crate::builder::alloc::faults;
use crate::builder::tree_geometry::MOST_ITEMS;
use crate::capi::builder::*;
use crate::capi::crush::crush_destroy_bucket;
use crate::capi::undeclared::*;
use core::ptr::null_mut;

#[test]
fn a_uniform_bucket_of_weight_0_cannot_be_made_but_its_empty_form_keeps_a_weight() {
    let map = Map::new();
    assert!(map.try_make(UNIFORM, &[1, 2], &[0]).is_none());
    assert!(map.try_make(UNIFORM, &[1, 2], &[0x8000_0000]).is_none());
    // SAFETY: no items are read.
    let empty = unsafe { crush_make_uniform_bucket(0, 1, 0, null_mut(), 5) };
    // SAFETY: a live bucket.
    let bucket = unsafe { *empty };
    assert_eq!((bucket.item_weight, bucket.h.weight, bucket.h.items), (5, 0, null_mut()));
    // SAFETY: a live bucket.
    unsafe { crush_destroy_bucket(empty.cast()) };
}

#[test]
fn a_uniform_bucket_takes_items_of_its_own_weight_only() {
    let map = Map::new();
    let bucket = map.make(UNIFORM, &[1], &[7]);
    assert_eq!(bucket.remove(1), ENOMEM);
    assert_eq!((bucket.add(2, 8), bucket.header().size), (EINVAL, 0));
    assert_eq!((bucket.add(2, 7), bucket.show().as_str()), (0, "size 1 weight 7 items 2; item_weight 7"));
}

#[test]
fn a_uniform_bucket_is_adjusted_whichever_item_is_named() {
    let map = Map::new();
    let bucket = map.make(UNIFORM, &[1, 2], &[7]);
    assert_eq!((bucket.adjust(99, 0x8000_0001), bucket.header().weight), (-12, 2));
}

#[test]
fn a_list_bucket_checks_its_running_sum_and_not_its_weight() {
    let map = Map::new();
    let bucket = map.make(LIST, &[1], &[5]);
    bucket.set(|header: &mut crush_bucket| header.weight = u32::MAX);
    assert_eq!((bucket.add(2, 3), bucket.header().weight), (0, 2));
    bucket.set(|header: &mut crush_bucket| header.weight = 0);
    assert_eq!((bucket.add(3, u32::MAX), bucket.header().size), (ERANGE, 2));
}

#[test]
fn straw_and_straw2_sums_wrap_when_made_and_not_when_added_to() {
    let map = Map::new();
    for alg in [STRAW, STRAW2] {
        let bucket = map.make(alg, &[1, 2], &[u32::MAX, 3]);
        assert_eq!(bucket.header().weight, 2);
        assert_eq!((bucket.add(3, u32::MAX - 1), bucket.header().size), (ERANGE, 2));
        assert_eq!((bucket.add(3, u32::MAX - 2), bucket.header().size), (0, 3));
    }
}

#[test]
fn a_tree_cuts_off_items_that_weigh_nothing_at_its_end() {
    let map = Map::new();
    let bucket = map.make(TREE, &[1, 2, 3, 4], &[1, 0, 0, 4]);
    assert_eq!((bucket.remove(4), bucket.items()), (0, vec![1]));
}

#[test]
fn device_0_may_find_the_hole_of_another() {
    let map = Map::new();
    let bucket = map.make(TREE, &[5, 0, 7], &[1, 2, 3]);
    assert_eq!(bucket.remove(5), 0);
    assert_eq!((bucket.adjust(0, 9), bucket.item_weights()), (9, vec![9, 2, 3]));
}

#[test]
fn removing_the_last_item_leaves_no_dangling_pointer() {
    let map = Map::new();
    for alg in [UNIFORM, LIST] {
        let bucket = map.make(alg, &[3], &[6]);
        assert_eq!((bucket.remove(3), bucket.header().items), (ENOMEM, null_mut()));
        assert_eq!(bucket.remove(3), ENOENT);
        assert_eq!((bucket.add(4, 6), bucket.items(), bucket.header().weight), (0, vec![4], 6));
    }
    let tree = map.make(TREE, &[3, 4], &[6, 7]);
    assert_eq!((tree.remove(4), tree.remove(3)), (0, ENOMEM));
    assert_eq!(tree.show(), "size 1 weight 0 items 0; num_nodes 2; node 0 0");
    assert_eq!(tree.add(8, 9), 0);
    assert_eq!(tree.show(), "size 2 weight 9 items 0 8; num_nodes 4; node 0 0 9 9");
}

#[test]
fn an_overflow_leaves_the_count_and_grown_arrays() {
    let map = Map::new();
    for alg in [LIST, STRAW, STRAW2] {
        let bucket = map.make(alg, &[3], &[u32::MAX]);
        let before = bucket.show();
        assert_eq!((bucket.add(4, 1), bucket.show()), (ERANGE, before));
        assert_eq!(faults::size_of_block(bucket.header().items), Some(8));
    }
    let uniform = map.make(UNIFORM, &[3], &[u32::MAX]);
    assert_eq!((uniform.add(4, u32::MAX), uniform.items()), (ERANGE, vec![3]));
}

#[test]
fn a_tree_overflow_keeps_the_nodes_below_and_the_new_num_nodes() {
    let map = Map::new();
    let tree = map.make(TREE, &[1, 2, 3, 4], &[u32::MAX - 9, 1, 1, 1]);
    assert_eq!(tree.add(5, 8), ERANGE);
    let nodes = "0 fffffff6 fffffff7 1 fffffff9 1 2 1 fffffff9 8 8 0 8 0 0 0";
    assert_eq!(tree.show(), format!("size 4 weight fffffff9 items 1 2 3 4; num_nodes 16; node {nodes}"));
    assert_eq!(tree.add(5, 1), 0);
    let nodes = "0 fffffff6 fffffff7 1 fffffff9 1 2 1 fffffffa 1 9 0 9 0 0 0";
    assert_eq!(tree.show(), format!("size 5 weight fffffffa items 1 2 3 4 5; num_nodes 16; node {nodes}"));
}

#[test]
fn a_tree_holds_64_items() {
    let map = Map::new();
    let items: Vec<_> = (0..65).collect();
    assert!(map.try_make(TREE, &items, &[1; 65]).is_none());
    let tree = map.make(TREE, &items[..MOST_ITEMS], &[1; MOST_ITEMS]);
    let before = tree.show();
    assert_eq!((tree.nodes().len(), tree.add(64, 1), tree.show()), (128, ENOMEM, before));
}

#[test]
fn negative_sizes_make_nothing() {
    let map = Map::new();
    let array = |alg, size| {
        // SAFETY: a negative size reads nothing.
        unsafe { crush_make_bucket(map.raw, alg, 0, 1, size, null_mut(), null_mut()) }
    };
    for alg in ALL {
        assert!(array(alg, -1).is_null());
        assert!(array(alg, i32::MIN).is_null());
        assert!(array(alg, 3).is_null(), "NULL arrays of 3");
    }
    // SAFETY: a negative size reads nothing.
    assert!(unsafe { crush_make_uniform_bucket(0, 1, -1, null_mut(), 1) }.is_null());
}

#[test]
fn a_missing_child_counts_with_the_weight_it_has() {
    let map = Map::new();
    for (alg, id) in [(LIST, -1), (TREE, -2), (STRAW, -3), (STRAW2, -4)] {
        let bucket = map.add(id, alg, &[-7, -70000, 5], &[1, 2, 3]);
        assert_eq!((bucket.reweight(), bucket.item_weights(), bucket.header().weight), (0, vec![1, 2, 3], 6));
    }
    map.add(-6, STRAW2, &[1], &[100]);
    let uniform = map.add(-5, UNIFORM, &[-6, -7, -70000], &[9]);
    assert_eq!(
        (uniform.reweight(), uniform.show().as_str()),
        (0, "size 3 weight 12c items -6 -7 -70000; item_weight 64")
    );
    let devices = map.make(UNIFORM, &[-7, 1], &[9]);
    assert_eq!((devices.reweight(), devices.header().weight), (0, 18));
}

#[test]
fn a_uniform_bucket_averages_only_when_most_items_are_buckets() {
    let map = Map::new();
    map.add(-2, STRAW2, &[1], &[100]);
    map.add(-3, STRAW2, &[1], &[51]);
    let half = map.make(UNIFORM, &[-2, 8, -3, 9], &[7]);
    assert_eq!((half.reweight(), half.header().weight), (0, 28));
    let most = map.make(UNIFORM, &[-2, 8, -3], &[7]);
    assert_eq!((most.reweight(), most.item_weight(0), most.header().weight), (0, 75, 225));
}

#[test]
fn reweighting_stops_at_an_overflow() {
    for (alg, after) in [
        (UNIFORM, "size 3 weight 1b items -2 -2 4; item_weight 9"),
        (LIST, "size 3 weight 80000000 items -2 -2 4; w 80000000 80000000 9; sum 9 12 1b"),
        (TREE, "size 3 weight 80000000 items -2 -2 4; num_nodes 8; node 0 80000000 12 80000000 1b 9 9 0"),
        (STRAW, "size 3 weight 80000000 items -2 -2 4; w 80000000 80000000 9; straws 10000 10000 10000"),
        (STRAW2, "size 3 weight 80000000 items -2 -2 4; w 80000000 80000000 9"),
    ] {
        let map = Map::new();
        map.add(-2, STRAW2, &[1], &[0x8000_0000]);
        let bucket = map.add(-1, alg, &[-2, -2, 4], &[9, 9, 9]);
        assert_eq!((bucket.reweight(), bucket.show().as_str()), (ERANGE, after));
        // The bucket above takes over what is there.
        let above = map.add(-3, STRAW2, &[-1], &[5]);
        assert_eq!((above.reweight(), above.header().weight), (0, bucket.header().weight));
    }
}

#[test]
fn a_bucket_in_itself_counts_with_its_present_weight() {
    let map = Map::new();
    let bucket = map.add(-1, STRAW2, &[4, -1, 5], &[10, 20, 30]);
    // When its turn comes, only item 4 has been counted.
    assert_eq!((bucket.reweight(), bucket.item_weights(), bucket.header().weight), (0, vec![10, 10, 30], 50));
}

#[test]
fn a_bucket_that_is_being_reweighted_is_not_entered_again() {
    let map = Map::new();
    let a = map.add(-1, LIST, &[1, -2], &[100, 0]);
    let b = map.add(-2, STRAW2, &[2, -3], &[20, 0]);
    let c = map.add(-3, TREE, &[3, -1], &[3, 0]);
    assert_eq!(a.reweight(), 0);
    // c finds a at 100, b finds c complete, a finds b complete.
    assert_eq!((c.header().weight, b.header().weight, a.header().weight), (103, 123, 223));
    assert_eq!(b.reweight(), 0);
    // Now a finds b at 20, c finds a complete.
    assert_eq!((a.header().weight, c.header().weight, b.header().weight), (120, 123, 143));
}

#[test]
fn a_cycle_below_is_entered_from_every_side() {
    let map = Map::new();
    map.add(-1, STRAW2, &[-2, -3], &[0, 0]);
    let a = map.add(-2, STRAW2, &[1, -3], &[10, 0]);
    let b = map.add(-3, STRAW2, &[2, -2], &[200, 0]);
    let top = map.add(-4, STRAW2, &[-1], &[0]);
    assert_eq!(top.reweight(), 0);
    // From a: b = 200 + 10, a = 10 + 210. Then from b: a = 10 + 200, b = 200 + 210.
    assert_eq!((a.header().weight, b.header().weight, top.header().weight), (210, 410, 220 + 410));
}

#[test]
fn many_crossing_cycles_come_to_an_end() {
    let map = Map::new();
    let ids: Vec<_> = (1..=40).map(|id| -id).collect();
    let buckets: Vec<_> = ids.iter().map(|&id| map.add(id, STRAW2, &ids, &[0; 40])).collect();
    assert_eq!(buckets[0].reweight(), 0);
}

#[test]
fn shared_children_take_no_more_time() {
    let map = Map::new();
    // 2^60 paths from the top to the bottom.
    for id in 1..60 {
        map.add(-id, STRAW2, &[-id - 1, -id - 1], &[0, 0]);
    }
    map.add(-60, STRAW2, &[1], &[3]);
    let near_bottom = map.add(-61, STRAW2, &[-50], &[0]);
    assert_eq!((near_bottom.reweight(), near_bottom.header().weight), (0, 3 << 10));
    // From a depth of 31 on the weights overflow, and what is partial is used.
    let top = map.add(-62, STRAW2, &[-1], &[0]);
    assert_eq!((top.reweight(), top.header().weight), (0, 3 << 30));
}

#[test]
fn a_chain_as_deep_as_the_table() {
    let map = Map::new();
    const DEEP: i32 = 100_000;
    map.add(-DEEP, STRAW2, &[7], &[0x1_0000]);
    for id in 1..DEEP {
        map.make_in_map(-id, LIST, &[-id - 1], &[0]);
    }
    let top = map.add(-DEEP - 1, TREE, &[-1], &[0]);
    assert_eq!((top.reweight(), top.header().weight), (0, 0x1_0000));
}

#[test]
fn reweighting_without_a_map_works_where_no_map_is_needed() {
    let map = Map::new();
    let reweight = |bucket: &Bucket<'_>| {
        // SAFETY: the bucket is alive.
        unsafe { crush_reweight_bucket(null_mut(), bucket.raw()) }
    };
    for alg in ALL {
        let devices = map.make(alg, &[1, 2], &[3, 3]);
        assert_eq!(reweight(&devices), if alg == STRAW { EINVAL } else { 0 }, "algorithm {alg}");
        assert_eq!(reweight(&map.make(alg, &[], &[])), 0);
        assert_eq!(reweight(&map.make(alg, &[1, -1], &[3, 3])), EINVAL);
    }
    // SAFETY: NULL is allowed.
    assert_eq!(unsafe { crush_reweight_bucket(map.raw, null_mut()) }, EINVAL);
}

#[test]
fn editing_without_a_map_works_where_no_map_is_needed() {
    let map = Map::new();
    for alg in ALL {
        let bucket = map.make(alg, &[1, 2], &[3, 3]);
        let before = bucket.show();
        // SAFETY: the bucket is alive.
        let add = unsafe { crush_bucket_add_item(null_mut(), bucket.raw(), 4, 3) };
        // SAFETY: the bucket is alive.
        let adjust = unsafe { crush_bucket_adjust_item_weight(null_mut(), bucket.raw(), 1, 5) };
        // SAFETY: the bucket is alive.
        let remove = unsafe { crush_bucket_remove_item(null_mut(), bucket.raw(), 1) };
        if alg == STRAW {
            assert_eq!((add, adjust, remove, bucket.show()), (EINVAL, EINVAL, EINVAL, before));
        } else {
            assert_eq!((add, adjust, remove), (0, if alg == UNIFORM { 6 } else { 2 }, 0), "algorithm {alg}");
        }
    }
}

#[test]
fn a_bucket_of_unknown_algorithm_answers_minus_1_and_is_not_freed() {
    let map = Map::new();
    let bucket = map.make(STRAW2, &[1, -1], &[3, 4]);
    for alg in [0, 6, 9, 255] {
        bucket.set(|header: &mut crush_bucket| header.alg = alg);
        assert_eq!(
            (bucket.add(1, 1), bucket.remove(1), bucket.adjust(1, 1), bucket.reweight()),
            (-1, -1, -1, -1)
        );
        assert_eq!(bucket.item_weight(0), 0);
        let live = faults::live_blocks();
        // SAFETY: a live bucket, which the call leaves alone.
        unsafe { crush_destroy_bucket(bucket.raw()) };
        assert_eq!(faults::live_blocks(), live);
    }
    bucket.set(|header: &mut crush_bucket| header.alg = STRAW2 as u8);
    assert_eq!(bucket.show(), "size 2 weight 7 items 1 -1; w 3 4");
}

#[test]
fn a_child_of_unknown_algorithm_is_counted_and_not_entered() {
    let map = Map::new();
    let child = map.add(-2, STRAW2, &[1], &[3]);
    child.set(|header: &mut crush_bucket| (header.alg, header.weight) = (77, 1000));
    let parent = map.add(-1, STRAW2, &[-2, 4], &[1, 1]);
    assert_eq!((parent.reweight(), parent.header().weight), (0, 1001));
    child.set(|header: &mut crush_bucket| header.alg = STRAW2 as u8);
}

#[test]
fn item_weights_are_found_within_the_bucket_only() {
    let map = Map::new();
    for alg in ALL {
        let bucket = map.make(alg, &[1, 2, 3], &[7, 7, 7]);
        assert_eq!(bucket.item_weights(), [7, 7, 7]);
        for outside in [3, -1, i32::MAX, i32::MIN] {
            assert_eq!(bucket.item_weight(outside), 0, "algorithm {alg} place {outside}");
        }
    }
}

#[test]
#[expect(clippy::multiple_unsafe_ops_per_block, reason = "a list of calls with one reason to be safe")]
fn null_buckets_are_answered() {
    let map = Map::new();
    let nothing = null_mut();
    // SAFETY: NULL is allowed everywhere here.
    let answers = unsafe {
        [
            crush_bucket_add_item(map.raw, nothing, 1, 1),
            crush_bucket_remove_item(map.raw, nothing, 1),
            crush_bucket_adjust_item_weight(map.raw, nothing, 1, 1),
            crush_calc_straw(map.raw, null_mut()),
            crush_add_uniform_bucket_item(null_mut(), 1, 1),
            crush_add_list_bucket_item(null_mut(), 1, 1),
            crush_add_tree_bucket_item(null_mut(), 1, 1),
            crush_add_straw_bucket_item(map.raw, null_mut(), 1, 1),
            crush_add_straw2_bucket_item(map.raw, null_mut(), 1, 1),
            crush_remove_uniform_bucket_item(null_mut(), 1),
            crush_remove_list_bucket_item(null_mut(), 1),
            crush_remove_tree_bucket_item(null_mut(), 1),
            crush_remove_straw_bucket_item(map.raw, null_mut(), 1),
            crush_remove_straw2_bucket_item(map.raw, null_mut(), 1),
            crush_adjust_uniform_bucket_item_weight(null_mut(), 1, 1),
            crush_adjust_list_bucket_item_weight(null_mut(), 1, 1),
            crush_adjust_tree_bucket_item_weight(null_mut(), 1, 1),
            crush_adjust_straw_bucket_item_weight(map.raw, null_mut(), 1, 1),
            crush_adjust_straw2_bucket_item_weight(map.raw, null_mut(), 1, 1),
        ]
    };
    assert_eq!(answers, [EINVAL; 19]);
}

#[test]
#[expect(clippy::multiple_unsafe_ops_per_block, reason = "a list of calls with one reason to be safe")]
fn functions_for_one_algorithm_do_what_those_for_all_do() {
    let map = Map::with_straw_version(1);
    for alg in ALL {
        let (one, all) = (map.make(alg, &[1, 2, 3], &[5, 5, 5]), map.make(alg, &[1, 2, 3], &[5, 5, 5]));
        let (raw, m) = (one.raw(), map.raw);
        // SAFETY: map and bucket are alive, and the functions are those of the bucket's algorithm.
        let answers = unsafe {
            match alg {
                UNIFORM => [
                    crush_add_uniform_bucket_item(raw.cast(), 4, 5),
                    crush_adjust_uniform_bucket_item_weight(raw.cast(), 2, 9),
                    crush_remove_uniform_bucket_item(raw.cast(), 1),
                ],
                LIST => [
                    crush_add_list_bucket_item(raw.cast(), 4, 5),
                    crush_adjust_list_bucket_item_weight(raw.cast(), 2, 9),
                    crush_remove_list_bucket_item(raw.cast(), 1),
                ],
                TREE => [
                    crush_add_tree_bucket_item(raw.cast(), 4, 5),
                    crush_adjust_tree_bucket_item_weight(raw.cast(), 2, 9),
                    crush_remove_tree_bucket_item(raw.cast(), 1),
                ],
                STRAW => [
                    crush_add_straw_bucket_item(m, raw.cast(), 4, 5),
                    crush_adjust_straw_bucket_item_weight(m, raw.cast(), 2, 9),
                    crush_remove_straw_bucket_item(m, raw.cast(), 1),
                ],
                _ => [
                    crush_add_straw2_bucket_item(m, raw.cast(), 4, 5),
                    crush_adjust_straw2_bucket_item_weight(m, raw.cast(), 2, 9),
                    crush_remove_straw2_bucket_item(m, raw.cast(), 1),
                ],
            }
        };
        assert_eq!(answers, [all.add(4, 5), all.adjust(2, 9), all.remove(1)]);
        assert_eq!(one.show(), all.show());
    }
}
