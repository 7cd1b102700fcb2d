//! The longest straw, against the largest product in order.

use super::Kernels;
use super::fenced::Fenced;
use super::{first_largest, inverted, kernels};
use crate::random::Random;
use crate::simd::LANES;

fn scalar(draws: &[u16], straws: &[u32]) -> usize {
    first_largest(draws.iter().zip(straws).map(|(&draw, &straw)| u64::from(draw) * u64::from(straw)))
}

fn check(kernels: Kernels, draws: &[u16], straws: &[u32]) {
    let found = kernels.best_straw(&inverted(draws), straws);
    assert_eq!(found, scalar(draws, straws), "draws {draws:?}, straws {straws:?}");
}

#[test]
fn every_lane_count() {
    let Some(kernels) = kernels() else { return };
    let mut fenced = Fenced::new();
    let mut random = Random::of_case(2);
    for len in 1..=LANES {
        let draws: Vec<u16> = (0..len).map(|_| random.u32() as u16).collect();
        let straws: Vec<u32> = (0..len).map(|_| random.u32()).collect();
        check(kernels, &draws, fenced.hold(&straws));
        // Equal products everywhere but at one place, which may be any.
        let winner = random.below(len);
        let draws: Vec<u16> = (0..len).map(|lane| 1000 + u16::from(lane == winner)).collect();
        check(kernels, &draws, fenced.hold(&vec![0x1_0000; len]));
    }
}

#[test]
fn the_winner_in_every_lane() {
    let Some(kernels) = kernels() else { return };
    for len in 1..=70 {
        for winner in 0..len {
            let mut straws = vec![0x1_0000; len];
            straws[winner] = 0x1_0001;
            check(kernels, &vec![0xffff; len], &straws);
        }
    }
}

#[test]
fn the_first_of_equal_products_wins() {
    let Some(kernels) = kernels() else { return };
    for len in 2..=40 {
        for first in 0..len {
            for second in first + 1..len {
                let mut draws = vec![5; len];
                (draws[first], draws[second]) = (600, 300);
                let mut straws = vec![7; len];
                (straws[first], straws[second]) = (0x1000, 0x2000);
                check(kernels, &draws, &straws);
            }
        }
    }
}

#[test]
fn nothing_but_zeros_gives_the_first() {
    let Some(kernels) = kernels() else { return };
    for len in 1..=40 {
        check(kernels, &vec![0; len], &vec![u32::MAX; len]);
        check(kernels, &vec![0xffff; len], &vec![0; len]);
        check(kernels, &vec![0; len], &vec![0; len]);
    }
}

/// Products up to 65535 (2^32 - 1), beyond 32 bits, that differ in their last bits only.
#[test]
fn extreme_straws() {
    let Some(kernels) = kernels() else { return };
    let straws = [0, 1, 2, 0xffff, 0x1_0000, 0x7fff_ffff, 0x8000_0000, u32::MAX - 1, u32::MAX];
    let draws = [0, 1, 2, 0x7fff, 0x8000, 0xfffe, 0xffff];
    for case in 0..20_000 {
        let mut random = Random::of_case(case);
        let len = 1 + random.below(40);
        let draws: Vec<u16> = (0..len).map(|_| random.pick(&draws)).collect();
        let straws: Vec<u32> = (0..len).map(|_| random.pick(&straws)).collect();
        check(kernels, &draws, &straws);
    }
}

#[test]
fn every_draw_beside_its_neighbour() {
    let Some(kernels) = kernels() else { return };
    for draw in 0..0xffff_u16 {
        for straw in [1, 0x1_0000, u32::MAX] {
            let mut draws = [draw; 9];
            draws[usize::from(draw) % 9] = draw + 1;
            check(kernels, &draws, &[straw; 9]);
        }
    }
}
