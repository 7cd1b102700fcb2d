//! A placer gives the answers of the map that it was made from.

use super::{DEFAULT_BUDGET, PlaceError, Placer, PlacerError};
use crate::mapper::tests::hostile_map::{HostileMap, Numbers, map};
use crate::mapper::{DeviceWeights, NONE, Slot, Step, Topology, Unobserved, do_rule, scratch_used};
use crate::simd::Level;

/// What mapping over the map itself gives, unused places emptied.
fn expected(map: &HostileMap, x: u32, places: usize, devices: &[u32]) -> (usize, Vec<i32>) {
    let used = scratch_used(map, &map.rule(0).unwrap(), places).unwrap();
    let (mut result, mut scratch) = (vec![NONE; places], vec![Slot::EMPTY; used]);
    let x = x.cast_signed();
    let placed = do_rule(map, 0, x, &mut result, DeviceWeights(devices), &mut scratch, &Unobserved);
    result[placed..].fill(NONE);
    (placed, result)
}

/// Compares all answers for a map, one by one, in a batch and on two threads.
fn compare(map: &HostileMap, places: usize, devices: &[u32], inputs: &[u32], case: &str) -> usize {
    let placer = Placer::with_budget(map, 0, places, devices, u64::MAX).unwrap();
    let (mut rows, mut lens) = (vec![7; inputs.len() * places], vec![0; inputs.len()]);
    placer.place_batch(inputs, &mut rows, Some(&mut lens)).unwrap();
    let mut again = vec![8; rows.len()];
    placer.par_place_batch(inputs, &mut again, None, 2).unwrap();
    assert_eq!(again, rows, "{case}");
    let mut placed = 0;
    for (i, &x) in inputs.iter().enumerate() {
        let (len, row) = expected(map, x, places, devices);
        assert_eq!((lens[i], &rows[i * places..][..places]), (len, &row[..]), "{case}, input {x}");
        let mut alone = vec![9; places];
        assert_eq!((placer.place(x, &mut alone), alone), (Ok(len), row), "{case}, input {x}, alone");
        placed += len;
    }
    placed
}

#[test]
fn answers_are_those_of_the_map() {
    for level in Level::ALL {
        let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
        let mut placed = 0;
        level.during(|| {
            for case in 0..60 {
                let map = map(&mut numbers);
                let devices: Vec<u32> =
                    (0..90).map(|_| numbers.pick(&[0, 0x8000, 0x1_0000, 0x1_0000])).collect();
                // Long results are tried where tries are few.
                let long = case % 8 == 0 && map.tunables.choose_total_tries < 20;
                let places = if long { 400 } else { numbers.pick(&[1, 3, 6, 20]) };
                let inputs: Vec<u32> = (0..numbers.pick(&[1, 20, 60, 200])).map(|_| numbers.next()).collect();
                placed += compare(&map, places, &devices, &inputs, &format!("{level:?}, case {case}"));
            }
        });
        assert!(placed > 1_000, "{placed} items were placed: the maps are too hostile");
    }
}

/// A map of one bucket of two devices.
fn pair(steps: &[(u32, i32, i32)]) -> HostileMap {
    let mut numbers = Numbers(1);
    let mut map = map(&mut numbers);
    map.steps = steps.iter().map(|&(op, arg1, arg2)| Step { op, arg1, arg2 }).collect();
    map.kind = 1;
    map
}

#[test]
fn what_cannot_be_prepared_is_refused() {
    let one = pair(&[(1, -1, 0), (2, 0, 0), (4, 0, 0)]);
    assert_eq!(Placer::new(&one, 1, 3, &[]).unwrap_err(), PlacerError::UnknownRule(1));
    assert_eq!(Placer::new(&one, 0, 0, &[]).unwrap_err(), PlacerError::EmptyResult);
    let endless = pair(&[(8, i32::MAX, 0), (1, -1, 0), (2, 1000, 0), (4, 0, 0)]);
    let error = Placer::new(&endless, 0, 1000, &[]).unwrap_err();
    let PlacerError::OverBudget { work, budget: DEFAULT_BUDGET } = error else { panic!("{error}") };
    assert!(error.to_string().contains(&work.draws.to_string()), "{error}");
    assert!(Placer::with_budget(&endless, 0, 1000, &[], u64::MAX).is_ok());
}

#[test]
fn results_of_another_length_are_refused() {
    let placer =
        Placer::with_budget(&pair(&[(1, -1, 0), (2, 0, 0), (4, 0, 0)]), 0, 3, &[], u64::MAX).unwrap();
    assert_eq!(placer.place(1, &mut [0; 2]), Err(PlaceError::Results { expected: 3, found: 2 }));
    let mut rows = [5; 6];
    let wrong = placer.place_batch(&[1, 2], &mut rows, Some(&mut [0; 3]));
    assert_eq!(wrong, Err(PlaceError::Lengths { expected: 2, found: 3 }));
    assert_eq!(placer.place_batch(&[1], &mut rows, None), Err(PlaceError::Results { expected: 3, found: 6 }));
    assert_eq!(
        placer.par_place_batch(&[1], &mut rows, None, 3),
        Err(PlaceError::Results { expected: 3, found: 6 })
    );
    assert_eq!(rows, [5; 6]);
    assert_eq!(placer.place_batch(&[], &mut [], None), Ok(()));
    assert_eq!(placer.par_place_batch(&[], &mut [], None, 0), Ok(()));
}

#[test]
fn threads_share_a_batch() {
    let mut numbers = Numbers(5);
    let map = map(&mut numbers);
    let placer = Placer::with_budget(&map, 0, 3, &[0x1_0000; 90], u64::MAX).unwrap();
    let inputs: Vec<u32> = (0..5000).collect();
    let (mut one, mut lens) = (vec![0; 15_000], vec![0; 5000]);
    placer.place_batch(&inputs, &mut one, Some(&mut lens)).unwrap();
    for threads in [0, 1, 2, 7, 1000] {
        let (mut many, mut many_lens) = (vec![1; 15_000], vec![9; 5000]);
        placer.par_place_batch(&inputs, &mut many, Some(&mut many_lens), threads).unwrap();
        assert!(many == one && many_lens == lens, "{threads} threads");
    }
}

#[test]
fn memory_is_told() {
    let map = pair(&[(1, -1, 0), (2, 0, 0), (4, 0, 0)]);
    let placer = Placer::new(&map, 0, 3, &[0x1_0000; 1000]).unwrap();
    assert!((4000..100_000).contains(&placer.memory()), "{} bytes", placer.memory());
}
