//! What the interface of Ceph up to 16 and stand-alone libcrush 1.0 has in addition.

use super::fixture::*;
use crate::builder::alloc::{faults, release};
use crate::builder::array::slice;
use crate::builder::stored::read_rule;
use crate::capi::builder::{crush_add_rule, crush_make_rule};
use crate::capi::helpers::crush_find_roots;
use crate::capi::mapper::crush_find_rule;
use core::ptr::{NonNull, null_mut};

#[test]
fn a_new_rule_has_the_low_8_bits_of_its_mask() {
    let rule = crush_make_rule(0, 0x1ff, -2, 0x301, 256);
    // SAFETY: a live rule.
    let contents = unsafe { read_rule(NonNull::new(rule).unwrap()) };
    assert_eq!((contents.ruleset, contents.r#type, contents.min_size, contents.max_size), (255, 254, 1, 0));
    // SAFETY: a live rule that no map holds.
    unsafe { release(rule) };
}

#[test]
fn the_first_rule_that_fits_is_found() {
    let map = Map::new();
    let rules = [(7, 0, 1, 1, 3), (5, 0, 1, 2, 4), (2, 1, 1, 0, 255), (3, 0, 3, 5, 5)];
    for (number, ruleset, r#type, min_size, max_size) in rules {
        let rule = crush_make_rule(0, ruleset, r#type, min_size, max_size);
        // SAFETY: map and rule are alive.
        assert_eq!(unsafe { crush_add_rule(map.raw, rule, number) }, number);
    }
    let find = |ruleset, r#type, size| {
        // SAFETY: the map is alive.
        unsafe { crush_find_rule(map.raw, ruleset, r#type, size) }
    };
    assert_eq!([find(0, 1, 1), find(0, 1, 3), find(0, 1, 4), find(0, 1, 5)], [7, 5, 5, -1]);
    assert_eq!([find(1, 1, 0), find(1, 1, 255), find(1, 1, 256), find(1, 1, -1)], [2, 2, -1, -1]);
    assert_eq!([find(0, 3, 5), find(0, 3, 4), find(256, 3, 5), find(-256, 3, 5)], [3, -1, -1, -1]);
}

fn roots(map: &Map) -> Result<Vec<i32>, i32> {
    let mut ids = null_mut();
    // SAFETY: the map is alive, and `ids` is writable.
    let count = unsafe { crush_find_roots(map.raw, &mut ids) };
    if count < 0 {
        assert!(ids.is_null());
        return Err(count);
    }
    assert_eq!(faults::size_of_block(ids), Some(4 * count as usize));
    // SAFETY: the function stored an array of `count` ids.
    let found = unsafe { slice(ids, count as usize) }.to_vec();
    // SAFETY: the array belongs to the test.
    unsafe { release(ids) };
    Ok(found)
}

#[test]
fn roots_are_no_buckets_item() {
    let map = Map::new();
    assert_eq!(roots(&map), Ok(vec![]));
    map.add(-2, STRAW2, &[-4, 1, -4], &[1, 1, 1]);
    map.add(-4, LIST, &[0, 2], &[1, 1]);
    map.add(-5, TREE, &[], &[]);
    // One that contains itself, and one that refers to no bucket.
    map.add(-6, STRAW, &[-6], &[1]);
    map.add(-1, STRAW2, &[-8], &[1]);
    assert_eq!(roots(&map), Ok(vec![-1, -2, -5]));
    map.add(-7, STRAW2, &[-9], &[1]);
    assert_eq!(roots(&map), Err(EINVAL));
}

#[test]
fn null_has_no_roots() {
    let map = Map::new();
    let mut ids = null_mut();
    // SAFETY: NULL is allowed.
    assert_eq!(unsafe { crush_find_roots(null_mut(), &mut ids) }, EINVAL);
    // SAFETY: NULL is allowed.
    assert_eq!(unsafe { crush_find_roots(map.raw, null_mut()) }, EINVAL);
}
