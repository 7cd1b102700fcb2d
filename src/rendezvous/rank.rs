//! Which of two nodes a key prefers.
#![forbid(unsafe_code)]

use super::log2::unlikeliness;
use super::{Node, Score};
use core::cmp::Ordering;

/// Bits of a hash that the simple score uses.
const FOLDED: u32 = 52;

/// A node's claim to a key.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bid {
    /// Of the node.
    pub(super) id: u64,
    weight: u64,
    /// What the hash comes to: the lower (exact) or the higher (simple) for the same weight, the better.
    value: u64,
}

impl Score {
    /// The bid of a node with a positive weight.
    pub(super) fn bid(self, node: &Node, hash: u64) -> Bid {
        let value = match self {
            Self::Exact => unlikeliness(hash),
            Self::Simple => (hash ^ hash >> FOLDED) & ((1 << FOLDED) - 1),
        };
        Bid { id: node.id, weight: node.weight.unsigned_abs(), value }
    }

    /// `Less` if `a` is the better bid. Equal ones go by id, so that no order of nodes shows.
    pub(super) fn compare(self, a: &Bid, b: &Bid) -> Ordering {
        let times = |value: u64, weight: u64| u128::from(value) * u128::from(weight);
        let by_score = match self {
            // a / wa < b / wb, without dividing.
            Self::Exact => times(a.value, b.weight).cmp(&times(b.value, a.weight)),
            Self::Simple => times(b.value, b.weight).cmp(&times(a.value, a.weight)),
        };
        by_score.then(a.id.cmp(&b.id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bid(score: Score, id: u64, weight: i64, hash: u64) -> Bid {
        score.bid(&Node { id, weight, domain: 0 }, hash)
    }

    #[test]
    fn equal_scores_go_by_id() {
        for score in [Score::Exact, Score::Simple] {
            let (one, two) = (bid(score, 1, 7, 12_345), bid(score, 2, 7, 12_345));
            assert_eq!(score.compare(&one, &two), Ordering::Less);
            assert_eq!(score.compare(&two, &one), Ordering::Greater);
        }
    }

    #[test]
    fn a_higher_hash_or_weight_wins() {
        for score in [Score::Exact, Score::Simple] {
            let low = bid(score, 1, 7, 1 << 50);
            assert_eq!(score.compare(&bid(score, 2, 7, 1 << 51), &low), Ordering::Less);
            assert_eq!(score.compare(&bid(score, 2, 8, 1 << 50), &low), Ordering::Less);
        }
    }

    #[test]
    fn the_greatest_weights_do_not_overflow() {
        for score in [Score::Exact, Score::Simple] {
            let (low, high) = (bid(score, 1, i64::MAX, 0), bid(score, 2, i64::MAX, u64::MAX >> 13));
            assert_eq!(score.compare(&high, &low), Ordering::Less);
        }
    }
}
