//! Tunables: the profiles of Ceph's releases, and odd ones.

use crate::case::Tunables;
use crate::rng::Rng;

/// Tunables of a map.
pub(crate) fn tunables(rng: &mut Rng) -> Tunables {
    let bobtail = Tunables {
        local_tries: 0,
        local_fallback_tries: 0,
        total_tries: 50,
        descend_once: 1,
        ..Tunables::LEGACY
    };
    let firefly = Tunables { vary_r: 1, ..bobtail };
    let hammer = Tunables { straw_calc_version: 1, ..firefly };
    let base = match rng.below(8) {
        0 => Tunables::LEGACY,
        1 => bobtail,
        2 => firefly,
        3 => hammer,
        4 | 5 => Tunables::OPTIMAL,
        _ => odd(rng),
    };
    let (msr_descents, msr_collision_tries) = match rng.below(4) {
        0 => (100, 100),
        1 => (rng.below(6) as u32, rng.below(6) as u32),
        _ => (rng.range(1, 40) as u32, rng.range(1, 40) as u32),
    };
    Tunables { msr_descents, msr_collision_tries, ..base }
}

fn odd(rng: &mut Rng) -> Tunables {
    Tunables {
        local_tries: rng.pick(&[0, 0, 1, 2, 3, 7]),
        local_fallback_tries: rng.pick(&[0, 0, 1, 2, 5, 10]),
        total_tries: rng.pick(&[0, 1, 2, 3, 7, 19, 50, 100, u32::MAX]),
        descend_once: rng.pick(&[0, 1, 1, 7]),
        vary_r: rng.pick(&[0, 1, 2, 3, 4, 5, 31, 32, 33, 34, 40, 128, 255]),
        stable: rng.pick(&[0, 1, 1, 9]),
        straw_calc_version: rng.pick(&[0, 1, 2, 7]),
        ..Tunables::OPTIMAL
    }
}
