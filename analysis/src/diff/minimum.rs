//! The least that can move, in two meanings.
//!
//! - *From counts to counts*: each replica that comes to a device raises its count by one, and nothing else does. So from the
//!   old numbers of replicas per device to the new ones at least the sum of all gains has to move, and that is enough.
//!   What a change moves beyond it is replicas that were exchanged for no better balance.
//! - *From shares to shares*: the same sum over the target shares, which weights give ([`crate::share`]). It does not depend
//!   on how placements scatter around their targets; a change that leaves targets alone (tunables) has a least of 0.
//!
//! Both are sums within each pool or rule: a replica of one is none of another.

use serde::Serialize;

/// What moves against the least that can.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Minima {
    /// Replicas that must move between the counts per device.
    pub counts: u64,
    /// Replicas that must move between the target shares.
    pub targets: f64,
    /// How many times `counts` does move; none where it is 0.
    pub over_counts: Option<f64>,
    /// How many times `targets` does move; none where it is 0.
    pub over_targets: Option<f64>,
}

impl Minima {
    /// From both minima and what moves.
    pub fn new(moved: u64, counts: u64, targets: f64) -> Self {
        // Shares are sums of products of weights: what differs in the last places is no difference.
        let targets = if targets < 1e-6 { 0.0 } else { targets };
        Self {
            counts,
            targets,
            over_counts: (counts > 0).then(|| moved as f64 / counts as f64),
            over_targets: (targets > 0.0).then(|| moved as f64 / targets),
        }
    }
}

/// The least that moves between counts per device: the sum of gains.
pub fn least_for_counts(counts: impl IntoIterator<Item = [u64; 2]>) -> u64 {
    counts.into_iter().map(|[before, after]| after.saturating_sub(before)).sum()
}

/// The least that moves between shares.
pub fn least_for_targets(targets: impl IntoIterator<Item = [f64; 2]>) -> f64 {
    targets.into_iter().map(|[before, after]| (after - before).max(0.0)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{HashMap, VecDeque};

    /// The fewest replicas that move, by trying everything: breadth first over counts, one replica from one device to
    /// another, out of the cluster or into it; what leaves the cluster moves nothing.
    fn fewest(before: [u64; 4], after: [u64; 4]) -> u64 {
        let mut costs = HashMap::from([(before, 0)]);
        let mut pending = VecDeque::from([before]);
        while let Some(at) = pending.pop_front() {
            let cost = costs[&at];
            if at == after {
                return cost;
            }
            for from in 0..=4 {
                for to in 0..=4 {
                    let mut next = at;
                    if from < 4 {
                        if next[from] == 0 {
                            continue;
                        }
                        next[from] -= 1;
                    }
                    if to < 4 {
                        next[to] += 1;
                    }
                    if from == to || next.iter().sum::<u64>() > 5 {
                        continue;
                    }
                    let next_cost = cost + u64::from(to < 4);
                    if costs.get(&next).is_none_or(|&known| next_cost < known) {
                        costs.insert(next, next_cost);
                        // Moves that cost nothing come first.
                        if to < 4 { pending.push_back(next) } else { pending.push_front(next) }
                    }
                }
            }
        }
        u64::MAX
    }

    fn all_counts(total: u64) -> Vec<[u64; 4]> {
        let mut all = Vec::new();
        for a in 0..=total {
            for b in 0..=total - a {
                for c in 0..=total - a - b {
                    all.push([a, b, c, total - a - b - c]);
                }
            }
        }
        all
    }

    #[test]
    fn gains_are_what_trying_everything_finds() {
        for (one, other) in [(3, 3), (2, 4), (4, 2)] {
            for before in all_counts(one) {
                for after in all_counts(other) {
                    let gains = least_for_counts((0..4).map(|i| [before[i], after[i]]));
                    assert_eq!(gains, fewest(before, after), "{before:?} {after:?}");
                }
            }
        }
    }

    #[test]
    fn shares_in_whole_replicas_are_counts() {
        for before in all_counts(5) {
            for after in all_counts(5) {
                let shares = (0..4).map(|i| [before[i] as f64, after[i] as f64]);
                let counts = (0..4).map(|i| [before[i], after[i]]);
                assert_eq!(least_for_targets(shares), least_for_counts(counts) as f64);
            }
        }
    }
}
