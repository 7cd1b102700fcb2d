//! Draws of the lanes against the scalar hash.

use super::Kernels;
use super::kernels_of_all_levels;
use crate::hash::HashKind;
use crate::random::Random;
use crate::simd::LANES;
use core::mem::MaybeUninit;

/// Words at the ends of their range, and the constants of the hash.
const EDGES: [u32; 14] = [
    0,
    1,
    2,
    0x7fff_ffff,
    0x8000_0000,
    0x8000_0001,
    u32::MAX - 1,
    u32::MAX,
    0xffff,
    0x1_0000,
    1_315_423_911,
    231_232,
    1_232,
    0x5555_5555,
];

/// What the lanes behind the draws hold before the kernel runs.
const UNTOUCHED: u16 = 0x5a5a;

fn scalar(x: u32, id: u32, rank: u32) -> u16 {
    !(HashKind::Rjenkins1.hash3(x, id, rank) as u16)
}

/// Compares all lanes; the arrays begin `shift` lanes into their memory, so that they are aligned to nothing.
fn check(x: u32, ids: &[u32], ranks: &[u32], shift: usize) {
    for kernels in kernels_of_all_levels() {
        check_with(kernels, x, ids, ranks, shift);
    }
}

fn check_with(kernels: Kernels, x: u32, ids: &[u32], ranks: &[u32], shift: usize) {
    let shifted = |numbers: &[u32]| [vec![0; shift], numbers.to_vec()].concat();
    let (id_memory, rank_memory) = (shifted(ids), shifted(ranks));
    let end = shift + ids.len();
    let mut draws = vec![MaybeUninit::new(UNTOUCHED); end + 16];
    kernels.draws(x, &id_memory[shift..], &rank_memory[shift..], &mut draws[shift..end]);
    // SAFETY: all were initialised when they were made.
    let draws: Vec<u16> = draws.iter().map(|draw| unsafe { draw.assume_init() }).collect();
    let expected = ids.iter().zip(ranks).map(|(&id, &rank)| scalar(x, id, rank));
    assert!(draws[shift..end].iter().copied().eq(expected), "{x} {ids:?} {ranks:?}");
    assert!(draws[..shift].iter().all(|&draw| draw == UNTOUCHED), "written before the first lane");
    assert_eq!(draws[end..], [UNTOUCHED; 16], "written behind the last lane");
}

#[test]
fn every_lane_of_every_length_equals_the_scalar_hash() {
    let mut random = Random::of_case(1);
    for len in (0..=LANES).step_by(16) {
        for shift in 0..9 {
            let mut words = || (0..len).map(|_| random.u32()).collect::<Vec<_>>();
            let (ids, ranks) = (words(), words());
            check(random.u32(), &ids, &ranks, shift);
        }
    }
}

#[test]
fn extreme_words_in_every_lane() {
    for x in EDGES {
        for rank in EDGES {
            // Each edge comes by every one of the 32 lanes that go through the rows side by side.
            for turn in 0..EDGES.len() {
                let ids: Vec<u32> = (0..48).map(|lane| EDGES[(lane + turn) % EDGES.len()]).collect();
                let ranks: Vec<u32> =
                    (0..48).map(|lane| if lane % 2 == 0 { rank } else { EDGES[lane % 14] }).collect();
                check(x, &ids, &ranks, turn % 5);
            }
        }
    }
}

/// A lane in which the 45 rows would carry an error into the low 16 bits only rarely shows it over many words.
#[test]
fn many_random_words() {
    for case in 0..4_000 {
        let mut random = Random::of_case(case);
        let mut words = || (0..64).map(|_| random.u32()).collect::<Vec<_>>();
        let (ids, ranks) = (words(), words());
        check(random.u32(), &ids, &ranks, 0);
    }
}
