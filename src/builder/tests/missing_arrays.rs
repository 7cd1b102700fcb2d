//! Buckets whose arrays are missing or do not fit, as a decoder of hostile input leaves them (spec 03 section 12).

use super::fixture::*;
use crate::abi::*;
use crate::builder::alloc::release;
use core::ptr::null_mut;

/// Frees an array of a bucket and leaves NULL in its place.
fn drop_array<T>(array: &mut *mut T) {
    let array = core::mem::replace(array, null_mut());
    // SAFETY: tests pass arrays that the builder allocated, and this takes the only pointer away.
    unsafe { release(array) };
}

/// Buckets of three items of weight 5 with each of their arrays missing in turn.
fn every_gap(map: &Map) -> Vec<Bucket<'_>> {
    let make = |alg| map.make(alg, &[1, 2, 3], &[5, 5, 5]);
    let without_items = ALL.map(|alg| {
        let bucket = make(alg);
        bucket.set(|header: &mut crush_bucket| drop_array(&mut header.items));
        bucket
    });
    let [weights, sums, nodes, straw_weights, straws, straw2] =
        [LIST, LIST, TREE, STRAW, STRAW, STRAW2].map(make);
    weights.set(|bucket: &mut crush_bucket_list| drop_array(&mut bucket.item_weights));
    sums.set(|bucket: &mut crush_bucket_list| drop_array(&mut bucket.sum_weights));
    nodes.set(|bucket: &mut crush_bucket_tree| drop_array(&mut bucket.node_weights));
    straw_weights.set(|bucket: &mut crush_bucket_straw| drop_array(&mut bucket.item_weights));
    straws.set(|bucket: &mut crush_bucket_straw| drop_array(&mut bucket.straws));
    straw2.set(|bucket: &mut crush_bucket_straw2| drop_array(&mut bucket.item_weights));
    without_items.into_iter().chain([weights, sums, nodes, straw_weights, straws, straw2]).collect()
}

#[test]
fn nothing_is_found_in_an_incomplete_bucket() {
    let map = Map::new();
    for bucket in every_gap(&map) {
        let before = bucket.show();
        assert_eq!((bucket.remove(2), bucket.show()), (ENOENT, before.clone()));
        if i32::from(bucket.header().alg) == UNIFORM {
            assert_eq!((bucket.adjust(2, 9), bucket.header().weight), (12, 27));
        } else {
            assert_eq!((bucket.adjust(2, 9), bucket.show()), (0, before));
        }
    }
}

#[test]
fn an_incomplete_bucket_keeps_its_weight_when_reweighted() {
    let map = Map::new();
    for bucket in every_gap(&map) {
        let before = bucket.show();
        assert_eq!((bucket.reweight(), bucket.show()), (0, before));
    }
}

#[test]
fn adding_fills_missing_arrays_with_zeros() {
    let map = Map::new();
    for bucket in every_gap(&map) {
        let had_items = !bucket.header().items.is_null();
        let had_weights = bucket.item_weight(0) != 0;
        assert_eq!(bucket.add(4, 5), 0, "{}", bucket.show());
        assert_eq!(bucket.items(), if had_items { [1, 2, 3, 4] } else { [0, 0, 0, 4] });
        assert_eq!(bucket.item_weights(), if had_weights { [5, 5, 5, 5] } else { [0, 0, 0, 5] });
        assert_eq!(bucket.header().weight, 20);
        // Where only the new item weighs something, the tree has nothing left.
        let last_of_tree = i32::from(bucket.header().alg) == TREE && !had_weights;
        assert_eq!(bucket.remove(4), if last_of_tree { ENOMEM } else { 0 });
    }
}

fn set_nodes(bucket: &Bucket<'_>, num_nodes: u8) {
    bucket.set(|bucket: &mut crush_bucket_tree| bucket.num_nodes = num_nodes);
}

#[test]
fn tree_nodes_beyond_num_nodes_read_as_0_and_are_not_written() {
    let map = Map::new();
    let tree = map.make(TREE, &[1, 2, 3, 4], &[1, 2, 3, 4]);
    set_nodes(&tree, 4);
    assert_eq!(tree.item_weights(), [1, 2, 0, 0]);
    assert_eq!((tree.adjust(3, 100), tree.adjust(2, 7)), (100, 5));
    assert_eq!(tree.show(), "size 4 weight 73 items 1 2 3 4; num_nodes 4; node 0 1 8 7");
    assert_eq!(tree.reweight(), 0);
    assert_eq!((tree.header().weight, tree.nodes()), (8, vec![0, 1, 8, 7]));
    set_nodes(&tree, 8);
    // Leaf, parent and root of item 3 beyond node 3 kept their values.
    assert_eq!(tree.nodes(), [0, 1, 8, 7, 10, 3, 7, 4]);
}

#[test]
fn a_tree_without_nodes_for_its_items_shrinks_and_grows() {
    let map = Map::new();
    let tree = map.make(TREE, &[1, 2, 3, 4], &[1, 2, 3, 4]);
    set_nodes(&tree, 2);
    assert_eq!(tree.remove(4), 0);
    assert_eq!(tree.show(), "size 1 weight a items 1; num_nodes 2; node 0 1");

    let tree = map.make(TREE, &[1, 2, 3, 4], &[1, 2, 3, 4]);
    set_nodes(&tree, 0);
    assert_eq!((tree.remove(4), tree.items()), (ENOMEM, vec![1, 2, 3, 0]));
    assert_eq!(tree.add(5, 6), 0);
    assert_eq!(tree.nodes(), [0, 0, 0, 0, 0, 0, 0, 0, 6, 6, 6, 0, 6, 0, 0, 0]);
}

#[test]
fn a_tree_of_too_many_items_is_left_as_it_is() {
    let map = Map::new();
    let items: Vec<_> = (0..64).collect();
    let tree = map.make(TREE, &items, &[1; 64]);
    // As decoded: 100 items and 128 nodes.
    tree.set(|header: &mut crush_bucket| {
        drop_array(&mut header.items);
        let items: Vec<_> = (0..100).collect();
        header.items = crate::builder::array::Array::copy_of(&items).unwrap().into_raw();
        header.size = 100;
    });
    assert_eq!((tree.adjust(99, 7), tree.adjust(63, 3), tree.header().weight), (7, 2, 73));
    assert_eq!((tree.add(100, 1), tree.header().size), (ENOMEM, 100));
    assert_eq!((tree.remove(99), tree.header().size, tree.nodes().len()), (0, 64, 128));
}
