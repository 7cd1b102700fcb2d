//! Spec 02 section 13.3 row by row, and the MSR facts of section 14.7.

use super::facts::{answer, two_hosts};
use super::hostile::beside_device_0;
use super::plain::{OPTIMAL, PlainMap};
use crate::mapper::{NONE, Unobserved};

const N: i32 = NONE;
const ONE: [u32; 6] = [0x1_0000; 6];
const FIRSTN: u8 = 4;
const INDEP: u8 = 5;
const EMIT: (u32, i32, i32) = (4, 0, 0);
const ROOT: (u32, i32, i32) = (1, -1, 0);

fn indep(steps: &[(u32, i32, i32)]) -> Vec<i32> {
    answer(two_hosts(), INDEP, steps, 1, &ONE)
}

fn firstn(steps: &[(u32, i32, i32)]) -> Vec<i32> {
    answer(two_hosts(), FIRSTN, steps, 1, &ONE)
}

/// The number returned and the whole result: rules that fail leave what they wrote.
fn whole(steps: &[(u32, i32, i32)]) -> (usize, Vec<i32>) {
    two_hosts().rule(INDEP, steps).map(0, 1, 4, &ONE, &Unobserved)
}

#[test]
fn a_malformed_block_after_a_good_one_returns_nothing_but_leaves_the_result() {
    assert_eq!(whole(&[ROOT, (16, 2, 0), EMIT, EMIT]), (0, vec![0, 5, N, N]));
    assert_eq!(whole(&[ROOT, (16, 2, 0), EMIT, (0, 0, 0)]), (0, vec![0, 5, N, N]));
    assert_eq!(whole(&[ROOT, (16, 2, 0), EMIT, (14, 5, 0), ROOT, (16, 2, 0), EMIT]), (0, vec![0, 5, N, N]));
    assert_eq!(whole(&[ROOT, (16, 2, 0)]), (0, vec![N; 4]));
}

#[test]
fn counts_beyond_any_result_need_no_space() {
    for count in [1_000_000, 4_000_000, i32::MAX, -1] {
        assert_eq!(indep(&[ROOT, (16, count, 0), EMIT]), [0, 5, 3, 2], "count {count}");
    }
}

#[test]
fn devices_without_a_weight_are_out() {
    assert_eq!(answer(two_hosts(), INDEP, &[ROOT, (16, 4, 0), EMIT], 1, &ONE[..2]), [0, N, 1, N]);
}

#[test]
fn a_product_that_wraps_in_a_second_block() {
    assert_eq!(indep(&[ROOT, (16, 1, 0), EMIT, ROOT, (16, -1, 0), EMIT]), [0, N, N, N]);
}

#[test]
fn a_block_that_starts_at_the_end_is_harmless() {
    let steps = [(1, -2, 0), (16, 3, 0), EMIT, (1, -3, 0), (16, 3, 0), EMIT, (1, -3, 0), EMIT];
    assert_eq!(indep(&steps), [0, 2, 1, 5]);
}

#[test]
fn taking_a_device_yields_it_once() {
    assert_eq!(indep(&[(1, 2, 0), EMIT]), [2, N, N, N]);
    assert_eq!(firstn(&[(1, 2, 0), EMIT]), [2]);
    assert_eq!(indep(&[(1, 2, 0), EMIT, (1, 4, 0), EMIT]), [2, 4, N, N]);
    assert_eq!(firstn(&[(1, 2, 0), EMIT, (1, 4, 0), EMIT]), [2, 4]);
    let five: Vec<_> = [(1, 2, 0), EMIT].repeat(5);
    assert_eq!(indep(&five), [2; 4]);
    assert_eq!(firstn(&five), [2; 4]);
}

#[test]
fn nothing_is_chosen_below_a_device() {
    assert_eq!(indep(&[(1, 2, 0), (16, 1, 0), EMIT]), []);
    assert_eq!(firstn(&[(1, 2, 0), (16, 1, 0), EMIT]), []);
}

#[test]
fn blocks_that_can_choose_nothing_take_up_their_range() {
    let then = [(1, 2, 0), EMIT];
    let after = |first: &[(u32, i32, i32)]| indep(&[first, &then].concat());
    assert_eq!(after(&[ROOT, EMIT]), [N, 2, N, N], "a bucket and no choose step");
    assert_eq!(after(&[(1, -9, 0), (16, 2, 0), EMIT]), [N, N, 2, N], "a missing bucket");
    assert_eq!(after(&[(1, -9, 0), EMIT]), [N, 2, N, N], "a missing bucket and no choose step");
}

#[test]
fn rules_without_blocks() {
    for steps in [&[][..], &[(14, 5, 0), (15, 5, 0)]] {
        assert_eq!(firstn(steps), []);
        assert_eq!(indep(steps), [N; 4]);
    }
}

#[test]
fn empty_and_missing_buckets_fail_an_attempt() {
    let map = PlainMap { tunables: OPTIMAL, ..PlainMap::default() }
        .straw2(-1, 3, &[-2, -3, -4], &ONE[..3])
        .straw2(-2, 2, &[], &[])
        .straw2(-3, 2, &[0, 1, 2, 3], &ONE[..4]);
    for x in 0..20 {
        let mut placed = answer(map.clone(), FIRSTN, &[ROOT, (16, 4, 0), EMIT], x, &ONE);
        placed.sort_unstable();
        assert_eq!(placed, [0, 1, 2, 3], "input {x}");
    }
}

#[test]
fn circles_fail_an_attempt() {
    let map = PlainMap { tunables: OPTIMAL, ..PlainMap::default() }.straw2(-1, 3, &[-1], &ONE[..1]);
    assert_eq!(answer(map, INDEP, &[ROOT, (16, 2, 1), (16, 1, 0), EMIT], 1, &ONE), [N; 4]);
}

#[test]
fn steps_whose_types_do_not_fit_map_nothing() {
    assert_eq!(indep(&[ROOT, (16, 2, 1), EMIT]), [N; 4], "a bucket at the last step");
    assert_eq!(indep(&[ROOT, (16, 2, 0), (16, 1, 0), EMIT]), [N; 4], "a device before the last step");
    assert_eq!(indep(&[ROOT, (16, 1, 0), (16, 2, 0), EMIT]), [N; 4], "a device for two places");
    assert_eq!(indep(&[ROOT, (16, 2, 9), (16, 1, 0), EMIT]), [N; 4], "a type that nothing has");
}

#[test]
fn buckets_of_the_device_type_are_out() {
    let map = PlainMap { tunables: OPTIMAL, ..PlainMap::default() }.straw2(-1, 3, &[-2], &ONE[..1]).straw2(
        -2,
        0,
        &[0, 1],
        &ONE[..2],
    );
    assert_eq!(answer(map, INDEP, &[ROOT, (16, 2, 0), EMIT], 1, &ONE), [N; 4]);
}

#[test]
fn products_that_wrap_to_nothing_map_nothing() {
    let steps = [ROOT, (16, 0x1_0000, 1), (16, 0x1_0000, 0), EMIT];
    assert_eq!(indep(&steps), [N; 4]);
    let uneven = [ROOT, (16, 3, 1), (16, i32::MAX, 0), EMIT];
    assert_eq!(indep(&uneven).len(), 4, "the product of the later steps does not divide the whole");
}

#[test]
fn blocks_of_absurd_length_map_nothing() {
    let mut steps = vec![ROOT];
    steps.extend([(16, 1, 1)].repeat(5_000));
    steps.extend([(16, 1, 0), EMIT]);
    assert_eq!(indep(&steps), [N; 4]);
}

#[test]
fn a_device_numbered_like_an_empty_place_is_out() {
    let map = PlainMap { tunables: OPTIMAL, ..PlainMap::default() }.straw2(-1, 1, &[i32::MAX - 1], &ONE[..1]);
    assert_eq!(answer(map, INDEP, &[ROOT, (16, 2, 0), EMIT], 1, &ONE), [N; 4]);
}

/// The device limit of a map means nothing to MSR rules: only the weights do.
#[test]
fn devices_beyond_the_map_are_accepted() {
    let mut map = two_hosts();
    map.max_devices = 1;
    let steps = [ROOT, (16, 4, 0), EMIT];
    assert_eq!(answer(map, INDEP, &steps, 1, &ONE), indep(&steps));
}

#[test]
fn the_number_of_a_device_that_is_out_makes_no_difference() {
    let answers = |other| {
        let steps = [(14, 1, 0), ROOT, (16, 1, 0), EMIT];
        [0, 1, 2, 3, 4, 5, 6, 7].map(|x| answer(beside_device_0(other), INDEP, &steps, x, &ONE))
    };
    let expected = answers(6);
    assert!([0, N].iter().all(|first| expected.iter().any(|answer| answer[0] == *first)));
    for other in i32::MAX - 3..i32::MAX {
        assert_eq!(answers(other), expected, "device {other}");
    }
}
