//! Every level of instructions gives the same answers, over maps that no builder makes.

use super::hostile_map::{HostileMap, Numbers, map};
use super::plain::UNTOUCHED;
use crate::mapper::{DeviceWeights, Observer, Slot, Topology, do_rule, scratch_used};
use crate::simd::Level;
use std::cell::RefCell;

/// What an observer was told.
#[derive(Default)]
struct Tries(RefCell<Vec<u32>>);

impl Observer for Tries {
    fn tries(&self, tries: u32) {
        self.0.borrow_mut().push(tries);
    }
}

/// The answer with one level, and what an observer was told.
fn answer(
    level: Level,
    map: &HostileMap,
    x: i32,
    places: usize,
    devices: &[u32],
) -> (usize, Vec<i32>, Vec<u32>) {
    level.during(|| {
        let used = scratch_used(map, &map.rule(0).unwrap(), places).unwrap();
        let (mut result, mut scratch) = (vec![UNTOUCHED; places], vec![Slot::new(7); used]);
        let tries = Tries::default();
        let placed = do_rule(map, 0, x, &mut result, DeviceWeights(devices), &mut scratch, &tries);
        (placed, result, tries.0.into_inner())
    })
}

#[test]
fn all_levels_agree_over_hostile_maps() {
    if Level::current() == Level::Scalar {
        // So that a run without vectors does not look like a comparison.
        println!("SKIPPED: this processor, or CRUSHX_SIMD, has the scalar level alone");
        return;
    }
    let mut numbers = Numbers(0x1234_5678_9abc_def1);
    let mut placed = 0;
    for case in 0..1500 {
        let map = map(&mut numbers);
        let devices: Vec<u32> = (0..90).map(|_| numbers.pick(&[0, 0x8000, 0x1_0000, 0x1_0000])).collect();
        for _ in 0..8 {
            let (x, places) = (numbers.next().cast_signed(), numbers.pick(&[1, 3, 6, 20, 40]));
            let expected = answer(Level::Scalar, &map, x, places, &devices);
            placed += expected.0;
            for level in [Level::Avx2, Level::Avx512] {
                let found = answer(level, &map, x, places, &devices);
                assert_eq!(found, expected, "{}, case {case}, input {x}", level.name());
            }
        }
    }
    assert!(placed > 10_000, "{placed} items were placed: the maps are too hostile");
}
