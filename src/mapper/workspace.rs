//! How much scratch space a mapping needs (spec 02 section 4.1).
#![forbid(unsafe_code)]

use super::Topology;
use super::msr::longest_block;
use super::topology::Rule;

/// Vectors that an ordinary rule works with: what is chosen from, what is chosen, and the leaves.
const ORDINARY_VECTORS: usize = 3;
/// Choose steps of a block from which on the space for it is not computed modulo 2^32.
const LONG_BLOCK: usize = 1 << 20;
/// Places of a result for which a shorter block's space cannot reach 2^32.
const SHORT_RESULT: usize = 1 << 12;
/// Places of scratch space up to which callers of each C interface compute without wrapping.
const UNWRAPPED: usize = if cfg!(any(feature = "abi-pacific", feature = "abi-reef")) {
    i32::MAX as usize
} else {
    u32::MAX as usize
};

/// Number of vectors, each of as many places as the result, that `rule` works with.
pub(super) fn vectors(rule: &Rule<'_>) -> usize {
    if rule.is_msr() { longest_block(rule).max(ORDINARY_VECTORS) } else { ORDINARY_VECTORS }
}

/// Number of vectors that suffice for every rule of `map`.
fn most_vectors<T: Topology>(map: &T) -> usize {
    let rules = (0..map.max_rules()).filter_map(|ruleno| map.rule(ruleno));
    rules.map(|rule| vectors(&rule)).max().unwrap_or(0).max(ORDINARY_VECTORS)
}

/// Places of scratch space that callers provide for a result of `result_max` places.
///
/// The product is taken modulo 2^32, as the original does, unless a rule has a block so long that even short results
/// would wrap.
pub fn scratch_len<T: Topology>(map: &T, result_max: u32) -> u64 {
    match most_vectors(map) {
        // Below 2^20, so that nothing is lost.
        vectors if vectors < LONG_BLOCK => result_max.wrapping_mul(vectors as u32).into(),
        vectors => u64::from(result_max).saturating_mul(vectors as u64),
    }
}

/// Places of scratch space that `rule` uses for a result of `result_max` places; `None` when the caller, who computes
/// with fewer bits, may have provided less.
pub fn scratch_used<T: Topology>(map: &T, rule: &Rule<'_>, result_max: usize) -> Option<usize> {
    // All rules are looked at only where the product can wrap at all, since this is part of every call.
    if result_max > SHORT_RESULT {
        most_vectors(map).checked_mul(result_max).filter(|&places| places <= UNWRAPPED)?;
    }
    vectors(rule).checked_mul(result_max)
}
