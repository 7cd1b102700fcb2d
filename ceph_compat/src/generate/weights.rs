//! Weights of items and devices.

use crate::case::alg;
use crate::rng::Rng;

/// How the weights of one map are made.
#[derive(Clone, Copy, Debug)]
pub(crate) enum WeightStyle {
    /// All 1.0.
    Equal,
    /// A few sizes of disks.
    Disks,
    /// Anything from 0 to 16.0.
    Mixed,
    /// Most of them 0.
    Zeros,
    /// A few units of the last place.
    Tiny,
    /// Around powers of two, up to 2^32 - 1.
    Extreme,
}

impl WeightStyle {
    /// A style for one map; the ordinary ones are more likely.
    pub(crate) fn any(rng: &mut Rng) -> Self {
        match rng.below(16) {
            0..=3 => Self::Equal,
            4..=7 => Self::Disks,
            8..=11 => Self::Mixed,
            12 | 13 => Self::Zeros,
            14 => Self::Tiny,
            _ => Self::Extreme,
        }
    }

    /// One weight.
    pub(crate) fn weight(self, rng: &mut Rng) -> u32 {
        match self {
            Self::Equal => 0x1_0000,
            Self::Disks => rng.pick(&[0x1_0000, 0x1_d1c2, 0x3_a385, 0x7_4709, 0xe_8e12]),
            Self::Mixed => rng.below(0x10_0000) as u32,
            Self::Zeros if rng.one_in(3) => 0x1_0000,
            Self::Zeros => 0,
            Self::Tiny => rng.below(9) as u32,
            Self::Extreme => {
                let power = rng.range(0, 32) as u32;
                (1u64 << power).wrapping_add_signed(rng.range(-2, 2)) as u32
            }
        }
    }
}

/// Changes weights so that `crush_make_bucket` takes them for this algorithm.
pub(super) fn fit(alg: u8, weights: &mut [u32]) {
    match alg {
        alg::UNIFORM => {
            let most = u32::MAX / weights.len().max(1) as u32;
            let weight = weights.first().map_or(0, |&first| first.clamp(1, most));
            weights.fill(weight);
        }
        alg::LIST | alg::TREE => {
            while weights.iter().map(|&weight| u64::from(weight)).sum::<u64>() > u64::from(u32::MAX) {
                weights.iter_mut().for_each(|weight| *weight >>= 1);
            }
        }
        _ => {}
    }
}

/// Weights of the devices 0 to `devices`, as `crush_do_rule` takes them; the array may be too short or too long.
pub(super) fn device_weights(rng: &mut Rng, devices: i32) -> Vec<u32> {
    let devices = i64::from(devices.max(0));
    let len = match rng.below(10) {
        0 => rng.range(0, devices),
        1 => devices + rng.range(1, 4),
        2 if rng.one_in(4) => 0,
        _ => devices,
    };
    let style = rng.below(12);
    (0..len).map(|_| device_weight(rng, style)).collect()
}

/// One device: mostly in, as most devices are.
fn device_weight(rng: &mut Rng, style: u64) -> u32 {
    match style {
        0..=5 => 0x1_0000,
        6 | 7 if rng.one_in(8) => 0,
        6 | 7 => 0x1_0000,
        8 | 9 if rng.one_in(3) => rng.below(0x1_0001) as u32,
        8 | 9 => 0x1_0000,
        10 => rng.pick(&[0, 1, 0x8000, 0xffff, 0x1_0000, 0x1_0001, u32::MAX]),
        _ if rng.one_in(3) => 0x1_0000,
        _ => 0,
    }
}
