//! The random numbers of `--simulate` and of marking down: POSIX `lrand48`, never seeded (spec 08 section 5).

/// The state, 48 bits of it.
#[derive(Debug, Default)]
pub(super) struct Random(u64);

impl Random {
    /// A number of 31 bits.
    pub(super) fn draw(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(0x5_DEEC_E66D).wrapping_add(0xB) & ((1 << 48) - 1);
        // 31 bits are left.
        (self.0 >> 17) as u32
    }

    /// A number below `end`, and 0 if that is 0.
    pub(super) fn below(&mut self, end: usize) -> usize {
        (self.draw() as usize).checked_rem(end).unwrap_or(0)
    }
}
