//! Filling the lanes: what is written, what is left alone, what is read.

use super::fenced::Fenced;
use super::kernels;
use crate::random::Random;
use core::mem::MaybeUninit;

/// What lanes hold before they are filled.
const UNTOUCHED: u32 = 0x5a5a_5a5a;
/// The most that `append` may write behind the last id.
const SPILL: usize = 8;

fn values(row: &[MaybeUninit<u32>]) -> Vec<u32> {
    // SAFETY: all were initialised when they were made.
    row.iter().map(|lane| unsafe { lane.assume_init() }).collect()
}

#[test]
fn ids_and_rank_of_every_length_at_every_start() {
    let Some(kernels) = kernels() else { return };
    let mut fenced = Fenced::new();
    let mut random = Random::of_case(1);
    for len in 0..=130 {
        let ids: Vec<i32> = (0..len).map(|_| random.u32().cast_signed()).collect();
        let ids = fenced.hold(&ids);
        for start in 0..17 {
            let rank = random.pick(&[0, 1, u32::MAX, 0x8000_0000, 7]);
            let mut rows = [(); 2].map(|()| vec![MaybeUninit::new(UNTOUCHED); start + len + 2 * SPILL]);
            let [id_row, rank_row] = &mut rows;
            kernels.append(ids, rank, &mut id_row[start..], &mut rank_row[start..]);
            let [id_row, rank_row] = rows.map(|row| values(&row));
            let end = start + len;
            assert!(id_row[start..end].iter().zip(ids).all(|(&lane, &id)| lane == id.cast_unsigned()));
            assert!(rank_row[start..end].iter().all(|&lane| lane == rank), "{len} lanes from {start}");
            for row in [id_row, rank_row] {
                assert!(row[..start].iter().all(|&lane| lane == UNTOUCHED), "written before the first lane");
                assert!(row[end + SPILL..].iter().all(|&lane| lane == UNTOUCHED), "written too far behind");
            }
        }
    }
}

#[test]
fn padding_fills_sixteen_lanes() {
    let Some(kernels) = kernels() else { return };
    for start in 0..17 {
        let mut rows = [(); 2].map(|()| vec![MaybeUninit::new(UNTOUCHED); start + 32]);
        let [id_row, rank_row] = &mut rows;
        kernels.pad(&mut id_row[start..], &mut rank_row[start..]);
        for row in rows.map(|row| values(&row)) {
            assert!(row[..start].iter().all(|&lane| lane == UNTOUCHED), "written before the first lane");
            assert!(row[start..start + 16].iter().all(|&lane| lane != UNTOUCHED), "sixteen lanes are filled");
            assert!(row[start + 16..].iter().all(|&lane| lane == UNTOUCHED), "written behind them");
        }
    }
}

#[test]
fn closing_fills_thirty_two_draws_with_the_worst() {
    let Some(kernels) = kernels() else { return };
    for start in 0..17 {
        let mut draws = vec![MaybeUninit::new(0x5a5a_u16); start + 48];
        kernels.close(&mut draws[start..]);
        // SAFETY: all were initialised when they were made.
        let draws: Vec<u16> = draws.iter().map(|draw| unsafe { draw.assume_init() }).collect();
        assert!(draws[..start].iter().all(|&draw| draw == 0x5a5a), "written before the first");
        assert_eq!(draws[start..start + 32], [u16::MAX; 32]);
        assert_eq!(draws[start + 32..], [0x5a5a; 16], "written behind the last");
    }
}

/// Wider vectors are put together from the ends of choices, which lie where memory ends.
#[test]
fn wide_vectors_hold_choices_one_after_another() {
    let Some(kernels) = kernels() else { return };
    let mut random = Random::of_case(2);
    for case in 0..3_000 {
        let sizes: Vec<usize> =
            (0..1 + random.below(6)).map(|_| random.below([18, 40, 70][case % 3])).collect();
        let ids: Vec<Vec<i32>> =
            sizes.iter().map(|&len| (0..len).map(|_| random.u32().cast_signed()).collect()).collect();
        let mut fences: Vec<Fenced> = ids.iter().map(|_| Fenced::new()).collect();
        let choices: Vec<(&[i32], u32)> = fences
            .iter_mut()
            .zip(&ids)
            .zip(0..)
            .map(|((fence, ids), rank)| (fence.hold(ids), rank))
            .collect();
        let Some([id_row, rank_row]) = kernels.filled(&choices) else { return };
        let expected =
            choices.iter().flat_map(|(ids, rank)| ids.iter().map(|id| (id.cast_unsigned(), *rank)));
        let expected: Vec<(u32, u32)> = expected.collect();
        assert_eq!(id_row.len(), expected.len().next_multiple_of(16), "{sizes:?}");
        let found: Vec<(u32, u32)> = id_row.into_iter().zip(rank_row).take(expected.len()).collect();
        assert_eq!(found, expected, "{sizes:?}");
    }
}
