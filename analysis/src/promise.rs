//! How many replicas a rule lets one bucket of a failure domain hold.

use crate::step::{self, wanted};
use crush::map::Map;
use serde::Serialize;

/// The most places of one set that a rule puts below one bucket of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Promise {
    /// The type.
    pub r#type: u16,
    /// Places.
    pub most: usize,
}

/// The promises of a rule for sets of `size` places: one for each type of buckets that it chooses, and 1 for devices. A
/// bucket that a step chooses gets what the steps behind it choose below it. Of several takes the largest promise counts:
/// nothing in the rule keeps sets of different takes apart, but who writes one copy per host twice wants one per host.
pub fn promises(map: &Map, rule: u32, size: usize) -> Vec<Promise> {
    let Some(rule) = map.rule(rule) else { return Vec::new() };
    let mut found: Vec<Promise> = vec![Promise { r#type: 0, most: 1 }];
    for part in rule.steps.split(|taken| taken.op == step::EMIT) {
        let mut below = 1;
        for choice in part.iter().rev().filter(|taken| step::chooses(taken.op)) {
            if let Some(r#type) = u16::try_from(choice.arg2).ok().filter(|&r#type| r#type > 0) {
                let most = below.min(size);
                match found.iter_mut().find(|promise| promise.r#type == r#type) {
                    Some(promise) => promise.most = promise.most.max(most),
                    None => found.push(Promise { r#type, most }),
                }
            }
            below = usize::saturating_mul(below, wanted(choice.arg1, size));
        }
    }
    found
}
