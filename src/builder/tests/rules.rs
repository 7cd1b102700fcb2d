//! Rules and the rule table (spec 03 section 3).

use super::fixture::*;
use crate::abi::*;
use crate::builder::stored::{StoredRule, read_rule};
use crate::capi::builder::*;
use crate::capi::crush::crush_destroy_rule;
use core::ptr::{NonNull, null_mut};

#[cfg(feature = "abi-pacific")]
fn make_rule(len: i32, r#type: i32) -> *mut crush_rule {
    crush_make_rule(len, 0, r#type, 1, 100)
}

#[cfg(not(feature = "abi-pacific"))]
fn make_rule(len: i32, r#type: i32) -> *mut crush_rule {
    crush_make_rule(len, r#type)
}

fn contents<'a>(rule: *mut crush_rule) -> StoredRule<'a> {
    // SAFETY: tests pass live rules and drop the result before they are freed.
    unsafe { read_rule(NonNull::new(rule).expect("a rule")) }
}

fn destroy(rule: *mut crush_rule) {
    // SAFETY: a live rule in no map, or NULL.
    unsafe { crush_destroy_rule(rule) }
}

impl Map {
    fn add_rule(&self, rule: *mut crush_rule, number: i32) -> i32 {
        // SAFETY: the map is alive, the rule too or NULL.
        unsafe { crush_add_rule(self.raw, rule, number) }
    }

    /// Adds a rule of its own; frees it if the map does not take it.
    fn add_new_rule(&self, number: i32) -> i32 {
        let rule = make_rule(0, 1);
        let result = self.add_rule(rule, number);
        if result < 0 {
            destroy(rule);
        }
        result
    }
}

#[test]
fn a_new_rule_has_its_type_and_empty_steps() {
    let rule = make_rule(2, 0x103);
    let empty = crush_rule_step { op: 0, arg1: 0, arg2: 0 };
    let expected = StoredRule { ruleset: 0, r#type: 3, min_size: 1, max_size: 100, steps: &[empty, empty] };
    assert_eq!(contents(rule), expected);
    destroy(rule);
    assert!(make_rule(-1, 1).is_null());
    assert!(make_rule(i32::MIN, 1).is_null());
    destroy(null_mut());
}

#[test]
fn steps_are_set_within_the_rule_only() {
    let rule = make_rule(2, 1);
    let set = |pos, op| {
        // SAFETY: a live rule.
        unsafe { crush_rule_set_step(rule, pos, op, -5, i32::MIN) }
    };
    for outside in [2, 3, -1, i32::MIN, i32::MAX] {
        set(outside, 7);
    }
    set(1, -1);
    let steps = contents(rule).steps;
    assert_eq!(steps[0], crush_rule_step { op: 0, arg1: 0, arg2: 0 });
    assert_eq!(steps[1], crush_rule_step { op: u32::MAX, arg1: -5, arg2: i32::MIN });
    destroy(rule);
    // SAFETY: NULL is allowed.
    unsafe { crush_rule_set_step(null_mut(), 0, 1, 2, 3) };
}

#[test]
fn numbers_beyond_the_table_and_their_limit() {
    let map = Map::new();
    assert_eq!(map.add_new_rule(1000), 1000);
    assert_eq!(map.get().max_rules, 1001);
    assert_eq!(map.add_new_rule(1001), ENOSPC);
    assert_eq!(map.get().max_rules, 1001);
    assert_eq!(map.add_new_rule(5), 5);
    assert_eq!(map.add_new_rule(-1), 0);
}

#[test]
fn a_replaced_rule_is_left_to_the_caller() {
    let map = Map::new();
    let first = make_rule(1, 1);
    assert_eq!(map.add_rule(first, 5), 5);
    assert_eq!(map.add_new_rule(5), 5);
    assert_eq!(contents(first).steps.len(), 1);
    destroy(first);
}

#[test]
fn automatic_numbers_end_with_255() {
    let map = Map::new();
    for number in 0..256 {
        assert_eq!(map.add_new_rule(-1), number);
    }
    assert_eq!(map.add_new_rule(256), ENOSPC);
    assert_eq!(map.add_new_rule(-1), ENOSPC);
    assert_eq!(map.add_new_rule(i32::MIN), ENOSPC);
    assert_eq!(map.get().max_rules, 256);
}

#[test]
fn automatic_numbers_fill_gaps_but_not_from_256() {
    let map = Map::new();
    assert_eq!(map.add_new_rule(300), 300);
    for number in 0..256 {
        assert_eq!(map.add_new_rule(-7), number);
    }
    assert_eq!(map.add_new_rule(-1), ENOSPC);
    assert_eq!(map.add_new_rule(299), 299);
}

#[test]
fn no_rule_is_stored_as_an_empty_place() {
    let map = Map::new();
    assert_eq!(map.add_rule(null_mut(), 3), 3);
    assert_eq!(map.get().max_rules, 4);
    assert_eq!(map.add_rule(null_mut(), -1), 0);
    let rule = make_rule(0, 1);
    // SAFETY: NULL is allowed, and the rule is alive.
    assert_eq!(unsafe { crush_add_rule(null_mut(), rule, 0) }, EINVAL);
    destroy(rule);
}

#[test]
fn a_missing_table_counts_as_empty() {
    let map = Map::new();
    map.set(|raw| raw.max_rules = 3);
    assert_eq!(map.add_new_rule(-1), 0);
    assert_eq!(map.add_new_rule(2), 2);
    assert_eq!(map.get().max_rules, 3);
}
