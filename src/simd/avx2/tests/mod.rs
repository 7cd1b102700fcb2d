//! The kernels against the scalar definitions.
//!
//! Random draws hardly ever meet what could go wrong here, so most tests are about chosen ones: draws next to each other,
//! weights at the borders of what a kernel may judge, lanes behind the last item that would win. The fuzzing aims at ties.

mod bounds;
mod fenced;
mod fuzz;
mod hash;
mod pack;
mod straws;
mod weighted;
mod words;

use super::{Avx2, Kernels};
use crate::simd::Level;
use std::io::Write;
use std::sync::Once;

/// The kernels, where the machine has them. Says which level is tested; with `CI` set, kernels that are there and not
/// tested are an error.
fn kernels() -> Option<Kernels> {
    static SAID: Once = Once::new();
    let present = std::is_x86_feature_detected!("avx2") && std::is_x86_feature_detected!("fma");
    let kernels = Avx2::get();
    SAID.call_once(|| {
        let why = match (present, kernels) {
            (_, Some(_)) => "",
            (true, None) => "; SKIPPED: the AVX2 kernels, which CRUSHX_SIMD switches off",
            (false, None) => "; SKIPPED: the AVX2 kernels, which this processor has no instructions for",
        };
        // Not by a macro, whose output the test runner keeps to itself.
        let line = format!("SIMD level under test: {}{why}\n", Level::current().name());
        let _ = std::io::stderr().write_all(line.as_bytes());
    });
    let missed = present && kernels.is_none() && std::env::var_os("CI").is_some();
    assert!(!missed, "the processor has AVX2 and FMA, and the level is {}", Level::current().name());
    kernels.map(Kernels)
}

/// The kernels with the hashes of AVX2, and with wider ones where the machine has them.
fn kernels_of_all_levels() -> Vec<Kernels> {
    let best = kernels();
    let narrow = best.map(Kernels::narrow);
    narrow.into_iter().chain(best.filter(|_| Level::current() > Level::Avx2)).collect()
}

/// Draws as the kernels keep them: 0xffff less the draw, in whole vectors of 16. What lies behind the last one belongs
/// to the next choice in real use: here it would win.
fn inverted(draws: &[u16]) -> Vec<u16> {
    let mut inverted: Vec<u16> = draws.iter().map(|draw| !draw).collect();
    inverted.resize(draws.len().next_multiple_of(16), 0);
    inverted
}

/// The winner by each kernel that serves: by the one for any number of items, and by the one for few.
fn best_weighted(kernels: Kernels, inverted: &[u16], weights: &[u32]) -> (usize, Option<usize>) {
    // What lies behind the last vector belongs to another choice: here it would win.
    let mut few = [0; Kernels::FEW];
    for (place, draw) in few.iter_mut().zip(inverted) {
        *place = *draw;
    }
    let best_of_few = kernels.best_of_few(&few, weights);
    assert_eq!(best_of_few, kernels.narrow().best_of_few(&few, weights), "{few:?} {weights:?}");
    (kernels.best_weighted(inverted, weights), best_of_few)
}

/// Index of the largest value, the first one of equals.
fn first_largest<T: PartialOrd>(values: impl Iterator<Item = T>) -> usize {
    let mut best: Option<(usize, T)> = None;
    for (i, value) in values.enumerate() {
        if best.as_ref().is_none_or(|(_, largest)| value > *largest) {
            best = Some((i, value));
        }
    }
    best.map_or(0, |(i, _)| i)
}
