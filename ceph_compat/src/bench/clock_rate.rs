//! How fast the processor's clock runs, so that times can be told in cycles.
#![forbid(unsafe_code)]

use crate::library::thread_nanoseconds;
use std::hint::black_box;

/// Cycles that a product (three) and an exclusive or (one) take, on all x86-64 processors of the last fifteen years.
const LATENCY: f64 = 4.0;
/// Links of the chain.
const LINKS: u64 = 300_000;

/// Cycles in a nanosecond, by a chain of operations of which each needs the one before, and that
/// no compiler can shorten.
pub(crate) fn cycles_per_nanosecond() -> f64 {
    let fastest = (0..50).map(|_| chain()).min().unwrap_or(1).max(1);
    LATENCY * LINKS as f64 / fastest as f64
}

fn chain() -> u64 {
    let factor = black_box(0x9e37_79b9_7f4a_7c15_u64);
    let start = thread_nanoseconds();
    let last = (0..LINKS).fold(factor, |link, _| (link ^ factor).wrapping_mul(factor));
    black_box(last);
    thread_nanoseconds() - start
}
