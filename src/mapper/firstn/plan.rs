//! What a firstn step asks for, and what follows from that for single tries.
#![forbid(unsafe_code)]

use crate::bucket::{Algorithm, Bucket};
use crate::mapper::slot::place_number;
use crate::mapper::{Judgement, Topology};

/// What a firstn step asks for.
#[derive(Clone, Copy, Debug)]
pub(in crate::mapper) struct Firstn {
    /// Replicas to place.
    pub(in crate::mapper) count: i32,
    /// Type of the items.
    pub(in crate::mapper) kind: i32,
    /// Descents for one replica.
    pub(in crate::mapper) tries: u32,
    /// Descents for the leaf below one item.
    pub(in crate::mapper) leaf_tries: u32,
    /// Retries in the same bucket after a collision.
    pub(in crate::mapper) local_tries: u32,
    /// Retries in the same bucket by permutation.
    pub(in crate::mapper) local_fallback_tries: u32,
    /// Whether each item is taken down to a device.
    pub(in crate::mapper) leaf: bool,
    /// How much of the rank a leaf's rank takes over.
    pub(in crate::mapper) vary_r: u32,
    /// Whether a leaf's rank starts at 0 whatever its position.
    pub(in crate::mapper) stable: bool,
}

impl Firstn {
    /// The plan for the one leaf below a chosen item.
    pub(super) fn of_leaf(&self) -> Self {
        Self { kind: 0, tries: self.leaf_tries, leaf_tries: 0, leaf: false, ..*self }
    }

    /// Whether every try starts from the top.
    pub(in crate::mapper) fn has_no_local_tries(&self) -> bool {
        self.local_tries == 0 && self.local_fallback_tries == 0
    }

    /// Whether several descents from `root` are faster together than one by one: not where each is a single choice that
    /// is no draw, or no choice at all.
    #[inline]
    pub(super) fn gains_ahead(&self, root: &Bucket<'_>) -> bool {
        let is_drawn = matches!(root.algorithm, Algorithm::Straw { .. } | Algorithm::Straw2 { .. });
        self.leaf || root.items.first().is_none_or(|&item| item < 0) || (is_drawn && root.items.len() > 1)
    }

    /// Whether what a descent reaches depends on the place it is for.
    #[inline]
    pub(super) fn depends_on_position<T: Topology>(&self, map: &T) -> bool {
        map.is_positional() || (self.leaf && !self.stable)
    }

    /// The replica number that the leaf's rank counts from.
    #[inline]
    pub(in crate::mapper) fn leaf_rep(&self, position: usize, r: i32) -> i32 {
        let first = if self.stable { 0 } else { place_number(position) };
        first.wrapping_add(self.leaf_rank(r))
    }

    /// What a leaf's rank takes over from that of its parent.
    fn leaf_rank(&self, r: i32) -> i32 {
        // The shift counts modulo 32, as the processor of the original does.
        if self.vary_r == 0 { 0 } else { r.wrapping_shr(self.vary_r.wrapping_sub(1)) }
    }

    /// Whether a bucket is chosen from by permutation after so many failures in one place.
    #[inline]
    pub(super) fn falls_back(&self, bucket: &Bucket<'_>, local_failures: u32) -> bool {
        self.local_fallback_tries > 0
            && local_failures >= size(bucket) >> 1
            && local_failures > self.local_fallback_tries
    }

    /// Whether the next try starts in the same bucket instead of the top.
    #[inline]
    pub(super) fn stays_in(&self, bucket: &Bucket<'_>, judgement: Judgement, local_failures: u32) -> bool {
        (judgement == Judgement::Collision && local_failures <= self.local_tries)
            || (self.local_fallback_tries > 0
                && local_failures <= size(bucket).wrapping_add(self.local_fallback_tries))
    }
}

/// Number of items as the C interface holds it.
#[inline]
fn size(bucket: &Bucket<'_>) -> u32 {
    u32::try_from(bucket.items.len()).unwrap_or(u32::MAX)
}
