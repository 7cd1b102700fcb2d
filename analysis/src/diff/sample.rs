//! A part of all inputs, drawn at random, and what it says about the whole.

use serde::Serialize;
use std::collections::BTreeSet;

/// How to draw, and how sure to be.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// Inputs of each pool or rule; all where there are no more.
    pub number: u32,
    /// What the draw begins with; the same seed draws the same inputs.
    pub seed: u64,
    /// How sure intervals are.
    pub confidence: Confidence,
}

/// How often an interval has the true value in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Confidence {
    /// 90%.
    #[serde(rename = "90%")]
    Ninety,
    /// 95%.
    #[serde(rename = "95%")]
    NinetyFive,
    /// 99%.
    #[serde(rename = "99%")]
    NinetyNine,
}

impl Confidence {
    /// Standard deviations to each side, of the normal distribution.
    fn deviations(self) -> f64 {
        match self {
            Self::Ninety => 1.644_854,
            Self::NinetyFive => 1.959_964,
            Self::NinetyNine => 2.575_829,
        }
    }
}

/// What a sample says about all inputs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// How sure the intervals are.
    pub confidence: Confidence,
    /// Mappings that change: at least and at most.
    pub changed: [f64; 2],
    /// Replicas that move: at least and at most.
    pub moved: [f64; 2],
}

/// The inputs of a sample, ascending: `number` of those below `total`, each set of them as likely (Floyd's algorithm).
pub(super) fn draw(total: u32, sample: &Sample) -> Vec<u32> {
    let mut random = SplitMix(sample.seed);
    let mut drawn = BTreeSet::new();
    for end in total.saturating_sub(sample.number)..total {
        let pick = random.below(u64::from(end) + 1) as u32;
        if !drawn.insert(pick) {
            drawn.insert(end);
        }
    }
    drawn.into_iter().collect()
}

/// Sums over a sample.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    pub(super) total: u64,
    pub(super) compared: u64,
    pub(super) changed: u64,
    pub(super) moved: u64,
    pub(super) squares: u64,
    /// Replicas that can move in one row.
    pub(super) width: usize,
}

impl Seen {
    /// The intervals. Drawing without putting back makes a sample count for more than its size: as many draws as give the
    /// same variance with putting back.
    pub(super) fn estimate(self, confidence: Confidence) -> Option<Estimate> {
        if self.compared == 0 || self.compared >= self.total {
            return None;
        }
        let (total, compared) = (self.total as f64, self.compared as f64);
        let draws = compared * (total - 1.0) / (total - compared);
        let z = confidence.deviations();
        let changed = wilson(self.changed as f64 / compared, draws, z);
        let mean = self.moved as f64 / compared;
        let variance = self.squares as f64 / compared - mean * mean;
        let half = z * (variance.max(0.0) / draws).sqrt();
        // Where nothing moved there is no variance to go by; but no more moves than in rows that change.
        let most = changed[1] * self.width as f64;
        let moved = if self.moved == 0 { [0.0, most] } else { [(mean - half).max(0.0), mean + half] };
        let scaled = |interval: [f64; 2]| interval.map(|bound| bound * total);
        Some(Estimate { confidence, changed: scaled(changed), moved: scaled(moved) })
    }
}

/// Wilson's interval for a share: never empty, even where nothing or everything was seen.
fn wilson(share: f64, draws: f64, z: f64) -> [f64; 2] {
    let square = z * z / draws;
    let middle = (share + square / 2.0) / (1.0 + square);
    let half = z * (share * (1.0 - share) / draws + square / draws / 4.0).sqrt() / (1.0 + square);
    [(middle - half).max(0.0), (middle + half).min(1.0)]
}

/// A small generator of random numbers (SplitMix64, Steele et al. 2014).
#[derive(Debug)]
pub(crate) struct SplitMix(pub(crate) u64);

impl SplitMix {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// A number below `end`, which must not be 0.
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(end)) >> 64) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_of_the_size_and_below_the_total() {
        for (total, number) in [(10, 3), (10, 10), (10, 20), (0, 5), (100_000, 1000)] {
            let sample = Sample { number, seed: 7, confidence: Confidence::NinetyFive };
            let drawn = draw(total, &sample);
            assert_eq!(drawn.len(), number.min(total) as usize);
            assert!(drawn.iter().all(|&input| input < total) && drawn.is_sorted());
        }
    }

    #[test]
    fn intervals_hold_the_true_share_as_often_as_they_say() {
        // 3,000 of 20,000 inputs change, 2 replicas in each: samples of 250, 1,000 times.
        let (mut held, mut held_moved) = (0, 0);
        for seed in 0..1000 {
            let sample = Sample { number: 250, seed, confidence: Confidence::NinetyFive };
            let changed = draw(20_000, &sample).iter().filter(|&&input| input % 20 < 3).count() as u64;
            let seen = Seen {
                total: 20_000,
                compared: 250,
                changed,
                moved: 2 * changed,
                squares: 4 * changed,
                width: 3,
            };
            let estimate = seen.estimate(sample.confidence).unwrap();
            held += u32::from((estimate.changed[0]..estimate.changed[1]).contains(&3000.0));
            held_moved += u32::from((estimate.moved[0]..estimate.moved[1]).contains(&6000.0));
        }
        assert!((925..=975).contains(&held), "{held}");
        assert!((925..=975).contains(&held_moved), "{held_moved}");
    }

    #[test]
    fn nothing_seen_is_not_nothing_there() {
        let seen = Seen { total: 1000, compared: 100, changed: 0, moved: 0, squares: 0, width: 3 };
        let estimate = seen.estimate(Confidence::NinetyFive).unwrap();
        assert!(estimate.changed[0] == 0.0 && estimate.changed[1] > 20.0, "{estimate:?}");
        assert_eq!(estimate.moved[1], 3.0 * estimate.changed[1]);
    }
}
