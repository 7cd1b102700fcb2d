//! Random numbers that are the same on every machine: SplitMix64.
#![forbid(unsafe_code)]

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub(crate) struct Rng(u64);

/// Increment of SplitMix64: 2^64 divided by the golden ratio.
const GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;

/// Mixes a word so that every bit of the result depends on every bit of it.
fn finish(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl Rng {
    /// The stream of one case: cases are independent of each other, so that one can be repeated alone.
    pub(crate) fn of_case(seed: u64, case: u64) -> Self {
        Self(finish(seed.wrapping_add(GAMMA)) ^ finish(case.wrapping_mul(GAMMA)))
    }

    /// Any 64 bits.
    pub(crate) fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GAMMA);
        finish(self.0)
    }

    /// Any 32 bits.
    pub(crate) fn u32(&mut self) -> u32 {
        (self.word() >> 32) as u32
    }

    /// A number from 0 up to but not including `bound`; 0 if that is 0.
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.word()) * u128::from(bound)) >> 64) as u64
    }

    /// A number from `low` to `high`, both included.
    pub(crate) fn range(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low + 1) as u64) as i64
    }

    /// True once in `n` times.
    pub(crate) fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    /// One of several values, each as likely.
    pub(crate) fn pick<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.below(values.len() as u64) as usize]
    }
}
