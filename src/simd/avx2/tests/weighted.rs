//! The winner of a straw2 bucket, against the largest draw in order.

use super::Kernels;
use super::fenced::Fenced;
use super::{best_weighted, first_largest, inverted, kernels};
use crate::ln::{draw, ln};
use crate::random::Random;
use crate::simd::LANES;

/// The largest weight for which different logarithms give different quotients.
const MAX_EQUAL: u32 = 56_128_037;
/// The first weight for which some different logarithms give equal quotients (`ln`).
const MERGING: u32 = 56_136_799;
/// The first weight that is a negative divisor.
const NEGATIVE: u32 = 1 << 31;
/// Weights around the borders of what each kernel may judge, all below 2^31.
const POSITIVE: [u32; 10] =
    [1, 2, 3, 0x1_0000, 0x1_0001, MAX_EQUAL - 1, MAX_EQUAL, MAX_EQUAL + 1, NEGATIVE - 2, NEGATIVE - 1];
/// All boundary weights.
const BOUNDARY: [u32; 15] = [
    0,
    1,
    2,
    3,
    0x1_0000,
    0x1_0001,
    MAX_EQUAL - 1,
    MAX_EQUAL,
    MAX_EQUAL + 1,
    MERGING,
    NEGATIVE - 1,
    NEGATIVE,
    NEGATIVE + 1,
    u32::MAX - 1,
    u32::MAX,
];

fn scalar(draws: &[u16], weights: &[u32]) -> usize {
    first_largest(draws.iter().zip(weights).map(|(&u, &weight)| draw(u32::from(u), weight)))
}

fn check(kernels: Kernels, draws: &[u16], weights: &[u32]) {
    check_lanes(kernels, &inverted(draws), weights, scalar(draws, weights));
}

/// The kernels choose `winner`, whatever lies in lanes that are no item's.
fn check_lanes(kernels: Kernels, inverted: &[u16], weights: &[u32], winner: usize) {
    let (general, few) = best_weighted(kernels, inverted, weights);
    assert_eq!(general, winner, "draws inverted {inverted:?}, weights {weights:?}");
    let serves = weights.len() <= Kernels::FEW && weights.iter().all(|&weight| weight < NEGATIVE);
    let expected = serves.then_some(winner);
    assert_eq!(few, expected, "few items: draws inverted {inverted:?}, weights {weights:?}");
}

/// Draws within `width` of each other, from `least` up, in every order over time.
fn close_draws(random: &mut Random, len: usize, least: u16, width: usize) -> Vec<u16> {
    (0..len).map(|_| least.saturating_add(random.below(width + 1) as u16)).collect()
}

#[test]
fn every_lane_count() {
    let Some(kernels) = kernels() else { return };
    let mut fenced = Fenced::new();
    for len in 1..=LANES {
        let mut random = Random::of_case(len as u64);
        for equal in [1, 0x1_0000, MAX_EQUAL, MAX_EQUAL + 1, NEGATIVE, 0] {
            let draws: Vec<u16> = (0..len).map(|_| random.u32() as u16).collect();
            check(kernels, &draws, fenced.hold(&vec![equal; len]));
            // The largest draw in any place, nearly reached elsewhere.
            let mut draws = close_draws(&mut random, len, 999, 1);
            draws[random.below(len)] = 1001;
            check(kernels, &draws, fenced.hold(&vec![equal; len]));
        }
        for shift in [1, 8, 20] {
            let draws: Vec<u16> = (0..len).map(|_| random.u32() as u16).collect();
            let weights: Vec<u32> = (0..len).map(|_| random.u32() >> shift).collect();
            check(kernels, &draws, fenced.hold(&weights));
        }
    }
}

#[test]
fn the_winner_in_every_lane() {
    let Some(kernels) = kernels() else { return };
    for len in 1..=70 {
        for winner in 0..len {
            let mut draws = vec![0; len];
            draws[winner] = 2;
            for weight in [0x1_0000, MAX_EQUAL + 1] {
                check(kernels, &draws, &vec![weight; len]);
            }
            let mut weights = vec![0x1_0000; len];
            weights[winner] = 0x2_0000;
            check(kernels, &vec![0x7fff; len], &weights);
            // Among weights of 0 any other weight wins.
            let mut weights = vec![0; len];
            weights[winner] = 1;
            check(kernels, &vec![0; len], &weights);
        }
    }
}

/// The weights are surveyed in vectors and a tail: one that differs counts wherever it is.
#[test]
fn one_differing_weight_in_every_lane() {
    let Some(kernels) = kernels() else { return };
    for len in 2..=70 {
        for place in 0..len {
            for odd in [0, 0xffff, 0x1_0001, MAX_EQUAL + 1, NEGATIVE - 1, NEGATIVE, u32::MAX] {
                let mut random = Random::of_case((len * 100 + place) as u64);
                let mut weights = vec![0x1_0000; len];
                weights[place] = odd;
                let draws = close_draws(&mut random, len, 40_000, 2);
                check(kernels, &draws, &weights);
            }
        }
    }
}

/// Every draw with its neighbours, as each of the boundary weights for all items.
#[test]
fn every_draw_with_equal_weights() {
    let Some(kernels) = kernels() else { return };
    for weight in BOUNDARY {
        for u in 0..=u16::MAX {
            // Below, above, twice; in an order that changes from draw to draw.
            let mut draws = [u, u.saturating_sub(1), u.saturating_add(1), u, u.saturating_sub(2)];
            draws.rotate_left(usize::from(u) % 5);
            check(kernels, &draws, &[weight; 5]);
            draws.reverse();
            check(kernels, &draws, &[weight; 5]);
        }
    }
}

/// Every draw with its neighbours, as the boundary weights next to each other.
#[test]
fn every_draw_with_mixed_weights() {
    let Some(kernels) = kernels() else { return };
    for weight in POSITIVE {
        for u in 0..=u16::MAX {
            let (below, above) = (u.saturating_sub(1), u.saturating_add(1));
            let (less, more) = (weight - 1, weight + 1);
            let mut items = [(u, weight), (u, more), (below, more), (above, weight), (above, less), (0, 0)];
            items.rotate_left(usize::from(u) % 6);
            check(kernels, &items.map(|(u, _)| u), &items.map(|(_, weight)| weight));
        }
    }
}

#[test]
fn every_draw_as_every_boundary_weight_at_once() {
    let Some(kernels) = kernels() else { return };
    for weights in [&BOUNDARY[..], &POSITIVE[..]] {
        for u in 0..=u16::MAX {
            let mut weights = weights.to_vec();
            let turn = usize::from(u) % weights.len();
            weights.rotate_left(turn);
            check(kernels, &vec![u; weights.len()], &weights);
        }
    }
}

/// Two draws of one logarithm: the first of them wins, whichever is the larger number.
#[test]
fn plateaus_go_to_the_first_index() {
    let Some(kernels) = kernels() else { return };
    let plateaus: Vec<u16> = (0..u16::MAX).filter(|&u| ln(u32::from(u)) == ln(u32::from(u) + 1)).collect();
    assert_eq!(plateaus.len(), 10_007);
    for u in plateaus {
        for pair in [[u, u + 1], [u + 1, u]] {
            let len = 2 + usize::from(u) % 30;
            let (first, second) = (usize::from(u) % (len - 1), len - 1);
            for weight in [1, 0x1_0000, MAX_EQUAL, NEGATIVE - 1] {
                let mut draws = vec![0; len];
                (draws[first], draws[second]) = (pair[0], pair[1]);
                check_lanes(kernels, &inverted(&draws), &vec![weight; len], first);
            }
        }
    }
}

/// 65534 beats 65535, which the vectors see as the larger draw.
#[test]
fn the_inversion_at_the_end() {
    let Some(kernels) = kernels() else { return };
    for len in 2..=40 {
        for winner in 0..len {
            for other in (0..len).filter(|&other| other != winner) {
                let mut draws = vec![0; len];
                (draws[winner], draws[other]) = (65_534, 65_535);
                for weight in [1, 0x1_0000, MAX_EQUAL] {
                    check_lanes(kernels, &inverted(&draws), &vec![weight; len], winner);
                }
                check(kernels, &draws, &vec![NEGATIVE - 1; len]);
                check(kernels, &draws, &vec![NEGATIVE; len]);
            }
        }
    }
}

#[test]
fn draws_within_one_or_two_of_each_other() {
    let Some(kernels) = kernels() else { return };
    for case in 0..60_000 {
        let mut random = Random::of_case(case);
        let len = 1 + random.below(50);
        let highest = random.pick(&[2, 33_023, 65_280, 65_534, 65_535]);
        let least = if random.below(2) == 0 { random.u32() as u16 } else { highest - 2 };
        let width = 1 + random.below(2);
        let draws = close_draws(&mut random, len, least, width);
        let weight = random.pick(&BOUNDARY);
        check(kernels, &draws, &vec![weight; len]);
    }
}

/// Lanes behind the last item must lose even against draws of 0, which a sentinel of one less than them did not ensure.
#[test]
fn dead_lanes_never_win() {
    let Some(kernels) = kernels() else { return };
    for len in 1..=70_usize {
        for pattern in 0..64_u64 {
            let draws: Vec<u16> = (0..len).map(|lane| (pattern >> (lane % 6) & 1) as u16).collect();
            for dead in [0, 1, 0xfffe, 0xffff] {
                let mut lanes: Vec<u16> = draws.iter().map(|draw| !draw).collect();
                lanes.resize(len.next_multiple_of(16), dead);
                for weight in [1, 0x1_0000, MAX_EQUAL + 1, NEGATIVE - 1, NEGATIVE, 0] {
                    let weights = vec![weight; len];
                    check_lanes(kernels, &lanes, &weights, scalar(&draws, &weights));
                }
                let weights: Vec<u32> = (0..len as u32).map(|lane| lane % 3 * 0x1_0000).collect();
                check_lanes(kernels, &lanes, &weights, scalar(&draws, &weights));
            }
        }
    }
}

#[test]
fn weights_of_nothing() {
    let Some(kernels) = kernels() else { return };
    for len in 1..=70 {
        for u in [0, 1, 65_534, 65_535] {
            let draws = vec![u; len];
            check_lanes(kernels, &inverted(&draws), &vec![0; len], 0);
        }
        let rising: Vec<u16> = (0..len as u16).collect();
        check_lanes(kernels, &inverted(&rising), &vec![0; len], 0);
    }
}

/// A negative divisor beats every other weight, and among such the smallest quotient of magnitudes loses.
#[test]
fn weights_from_2_31_up() {
    let Some(kernels) = kernels() else { return };
    for case in 0..20_000 {
        let mut random = Random::of_case(case);
        let len = 1 + random.below(40);
        let draws: Vec<u16> = (0..len).map(|_| random.u32() as u16).collect();
        let rare = 1 + random.below(20);
        let weight = |random: &mut Random| {
            let huge = random.below(rare) == 0;
            if huge { random.pick(&BOUNDARY[11..]) } else { random.pick(&POSITIVE) }
        };
        let weights: Vec<u32> = (0..len).map(|_| weight(&mut random)).collect();
        check(kernels, &draws, &weights);
    }
}

/// Nothing is read behind the last weight.
#[test]
fn weights_that_end_where_memory_ends() {
    let Some(kernels) = kernels() else { return };
    let mut fenced = Fenced::new();
    let mut random = Random::of_case(3);
    for len in 1..=70 {
        for equal in [true, false] {
            let first = random.u32() >> 8 | 1;
            let weights: Vec<u32> = (0..len).map(|_| if equal { first } else { random.u32() >> 8 }).collect();
            let draws = inverted(&(0..len).map(|_| random.u32() as u16).collect::<Vec<_>>());
            let (general, few) = best_weighted(kernels, &draws, fenced.hold(&weights));
            assert_eq!(few.unwrap_or(general), general);
            assert!(general < len);
        }
    }
}
