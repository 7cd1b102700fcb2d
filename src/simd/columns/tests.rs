//! Columns against the definition, at every level.

use super::{COLUMNS, Column, Winner};
use crate::bucket::Drawn;
use crate::random::Random;
use crate::simd::{Avx2, Level};

/// Weights around every boundary that the kernels know.
fn weights(random: &mut Random, len: usize) -> Vec<u32> {
    const EDGES: [u32; 11] =
        [0, 1, 2, 0x1_0000, 0x1_0001, 56_128_037, 56_128_038, 56_136_799, 0x7fff_ffff, 0x8000_0000, u32::MAX];
    let (mixture, one) = (random.below(7), random.pick(&EDGES));
    let weight = |_| match mixture {
        0 | 1 => one,
        2 => random.pick(&EDGES[..9]),
        3 => random.u32() >> 1,
        4 => random.below(0x4_0000) as u32,
        5 => random.pick(&EDGES),
        // Some without weight, the others equal.
        _ => one * u32::from(random.below(3) > 0),
    };
    (0..len).map(weight).collect()
}

/// Compares the winners of a bucket for many inputs; returns how many were found and how many left open.
fn compare(avx2: Avx2, random: &mut Random, choice: &Drawn<'_>, case: &str) -> (usize, usize) {
    let Some(column) = Column::of(choice).unwrap() else {
        return (0, 0);
    };
    let lanes = COLUMNS * (1 + random.below(9));
    let inputs: Vec<u32> = (0..lanes).map(|_| random.u32()).collect();
    let ranks: Vec<u32> = (0..lanes).map(|_| random.pick(&[0, 1, 2, 77, u32::MAX])).collect();
    let mut winners = vec![Winner::default(); lanes];
    column.choose(avx2, &inputs, &ranks, &mut winners);
    let (mut found, mut open) = (0, 0);
    for ((&x, &rank), &winner) in inputs.iter().zip(&ranks).zip(&winners) {
        match column.item(winner) {
            None => open += 1,
            item => {
                assert_eq!(
                    item,
                    choice.choose(x.cast_signed(), rank.cast_signed()),
                    "{case}, input {x}, rank {rank}"
                );
                found += 1;
            }
        }
    }
    (found, open)
}

#[test]
fn winners_are_those_of_the_definition() {
    for level in Level::ALL {
        let (mut found, mut open) = (0, 0);
        level.during(|| {
            let Some(avx2) = Avx2::get() else {
                println!("SKIPPED: {level:?} has no columns");
                return;
            };
            for case in 0..800 {
                let mut random = Random::of_case(case);
                let len = random.pick(&[1, 2, 3, 8, 12, 20, 33, 100, 400]);
                let (weights, straws) = (weights(&mut random, len), random.below(4) == 0);
                let items: Vec<i32> = (0..len as i32).map(|i| i - 7).collect();
                let ids: Vec<i32> = (0..len).map(|_| random.u32().cast_signed()).collect();
                let choice = Drawn::new(&items, &ids, &weights, straws).unwrap();
                let (more, left) = compare(avx2, &mut random, &choice, &format!("{level:?}, case {case}"));
                (found, open) = (found + more, open + left);
            }
        });
        if level > Level::Scalar && level <= Level::current() {
            assert!(found > 30_000 && open * 20 < found, "{level:?}: {found} found, {open} open");
        }
    }
}

/// Draws that are neighbours, where the logarithm is flat or turns.
#[test]
fn close_draws_are_left_open_where_logarithms_do_not_tell_them_apart() {
    let choice = Drawn::new(&[0, 1], &[0, 1], &[1, 1], false).unwrap();
    let column = Column::of(&choice).unwrap().unwrap();
    for best in 0..=0xffff_u32 {
        let value = |u: u32| choice.value(u, 1);
        for second in [best, best.saturating_sub(1), best.saturating_sub(2)] {
            // Whatever lies behind is at most as large as the second.
            let below = second.saturating_sub(u32::from(second == best));
            let tells =
                best == second && value(below) < value(best) || second < best && value(second) < value(best);
            let settles = column.settles(best, second);
            assert!(!settles || tells || best == 0, "draws {best} and {second}");
        }
    }
}
