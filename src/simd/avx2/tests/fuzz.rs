//! The reductions on random draws with hostile weights: as many as `CRUSH_FUZZ_REDUCTIONS` says, half a million without.
//!
//! Half of the cases are made to be close: draws and weights whose quotients differ in the last bits, or not at all.

use super::Kernels;
use super::{best_weighted, first_largest, kernels};
use crate::ln::{draw, ln};
use crate::random::Random;
use std::time::Instant;

/// Items at most; the kernels take them in vectors of 16 and of 8.
const ITEMS: usize = 72;
const REDUCTIONS: u64 = 500_000;
/// Weights at which something changes.
const BORDERS: [u32; 16] = [
    0,
    1,
    2,
    3,
    0xffff,
    0x1_0000,
    56_128_036,
    56_128_037,
    56_128_038,
    0x7fff_fffe,
    0x7fff_ffff,
    0x8000_0000,
    0x8000_0001,
    0xffff_fffe,
    0xffff_ffff,
    0x00ff_ffff,
];

/// One bucket's worth of draws, kept as the kernels keep them, and of weights or straws.
struct Items {
    inverted: [u16; ITEMS + 16],
    weights: [u32; ITEMS],
    len: usize,
}

impl Items {
    fn empty() -> Self {
        Self { inverted: [0; ITEMS + 16], weights: [0; ITEMS], len: 0 }
    }

    /// Fills in case number `case`.
    fn make(&mut self, case: u64) {
        let mut random = Random::of_case(case);
        // Mostly buckets as they are, which leave lanes empty.
        self.len = 1 + if random.below(4) == 0 { random.below(ITEMS) } else { random.below(24) };
        self.make_draws(&mut random);
        self.make_weights(&mut random);
        if random.below(2) == 0 {
            self.make_close(&mut random);
        }
        // Behind the items lie draws of others.
        let any = random.u32() as u16;
        let other = random.pick(&[0, 1, 0xfffe, 0xffff, any]);
        self.inverted[self.len..].fill(other);
    }

    fn make_draws(&mut self, random: &mut Random) {
        let any = random.u32() as u16;
        let base = random.pick(&[0, 1, 0x7fff, 33_023, 65_279, 65_533, any, any]);
        let width = random.pick(&[1, 2, 3, 20, 0x1_0000, 0x1_0000, 0x1_0000]);
        for place in &mut self.inverted[..self.len] {
            *place = !base.wrapping_add(random.below(width) as u16);
        }
    }

    fn make_weights(&mut self, random: &mut Random) {
        let style = random.below(8);
        let (one, other) = (random.pick(&BORDERS), random.pick(&BORDERS));
        let shift = random.below(32);
        for place in &mut self.weights[..self.len] {
            *place = match style {
                0 | 1 => one,
                2 => random.pick(&[one, other]),
                3 => random.pick(&BORDERS),
                4 => random.u32() >> 1 >> (shift % 31),
                5 => random.u32() >> shift,
                6 => random.pick(&[0, 0, 0, 0, one]),
                _ => one.wrapping_add(random.below(5) as u32).wrapping_sub(2),
            };
        }
    }

    /// Gives some items a weight with which they come as close to another item as weights can.
    fn make_close(&mut self, random: &mut Random) {
        let model = random.below(self.len);
        let wanted = distance(self.inverted[model]) / i128::from(self.weights[model].max(1));
        for _ in 0..1 + random.below(3) {
            let place = random.below(self.len);
            let weight = distance(self.inverted[place]) / wanted.max(1) + random.below(5) as i128 - 2;
            self.weights[place] = weight.clamp(0, i128::from(u32::MAX)) as u32;
        }
    }

    fn draws(&self) -> &[u16] {
        &self.inverted[..self.len.next_multiple_of(16)]
    }

    fn weights(&self) -> &[u32] {
        &self.weights[..self.len]
    }

    fn pairs(&self) -> impl Iterator<Item = (u16, u32)> {
        self.inverted.iter().map(|draw| !draw).zip(self.weights().iter().copied())
    }
}

/// The logarithm's distance from 2^48.
fn distance(inverted: u16) -> i128 {
    (1 << 48) - i128::from(ln(u32::from(!inverted)))
}

/// Runs one case; says what was wrong.
fn run(kernels: Kernels, items: &mut Items, case: u64) -> Option<String> {
    items.make(case);
    let expected = first_largest(items.pairs().map(|(u, weight)| draw(u32::from(u), weight)));
    let (general, few) = best_weighted(kernels, items.draws(), items.weights());
    if general != expected || few.is_some_and(|few| few != expected) {
        return Some(format!("weighted: {general} and {few:?}, not {expected}"));
    }
    let straw = kernels.best_straw(items.draws(), items.weights());
    let expected = first_largest(items.pairs().map(|(u, straw)| u64::from(u) * u64::from(straw)));
    (straw != expected).then(|| format!("straw: {straw}, not {expected}"))
}

#[test]
fn reductions_equal_the_scalar_ones() {
    let Some(kernels) = kernels() else { return };
    let asked = std::env::var("CRUSH_FUZZ_REDUCTIONS").ok();
    let cases = asked.as_deref().map_or(REDUCTIONS, |text| text.parse().expect("a number of reductions"));
    let (start, mut items) = (Instant::now(), Items::empty());
    for case in 0..cases {
        if let Some(wrong) = run(kernels, &mut items, case) {
            panic!("case {case}: {wrong}; draws inverted {:?}, weights {:?}", items.draws(), items.weights());
        }
    }
    println!("reductions={cases} mismatches=0 seconds={:.0}", start.elapsed().as_secs_f64());
}
