//! Random numbers for tests, the same on every machine: SplitMix64.
#![forbid(unsafe_code)]

/// A stream of random numbers.
pub(crate) struct Random(u64);

impl Random {
    /// The stream of a test case: cases are independent of each other, so that one can be repeated alone.
    pub(crate) fn of_case(case: u64) -> Self {
        Self(finish(case.wrapping_mul(GAMMA)))
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

    /// A number from 0 up to but not including `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.word()) * bound as u128) >> 64) as usize
    }

    /// One of several values, each as likely.
    pub(crate) fn pick<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.below(values.len())]
    }
}

/// 2^64 divided by the golden ratio.
const GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;

/// Mixes a word so that every bit of the result depends on every bit of it.
fn finish(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
