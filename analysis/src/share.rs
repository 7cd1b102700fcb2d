//! What each device should hold by its weight: the target that a placement is measured against.

use crate::step::{self, wanted};
use crush::map::Map;
use std::collections::BTreeMap;

/// What a rule takes and how many places of a set it fills from there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// The item that is taken.
    pub root: i32,
    /// Places that are filled from below it.
    pub places: usize,
}

/// The parts of a rule for sets of `size` places: one for each `take` that is followed by an `emit`, as far as there are
/// places left. Empty for an unknown rule.
pub fn parts(map: &Map, rule: u32, size: usize) -> Vec<Part> {
    let Some(rule) = map.rule(rule) else { return Vec::new() };
    let (mut found, mut root, mut places, mut left) = (Vec::new(), None, 1, size);
    for taken in rule.steps {
        match taken.op {
            step::TAKE => (root, places) = (Some(taken.arg1), 1),
            step::EMIT => {
                let filled = left.min(places);
                found.extend(root.take().filter(|_| filled > 0).map(|root| Part { root, places: filled }));
                left -= filled;
            }
            _ if step::chooses(taken.op) => places = usize::saturating_mul(places, wanted(taken.arg1, size)),
            _ => {}
        }
    }
    found
}

/// The places that each device should fill per set: in each [`Part`] by its crush weight times the operator's weight
/// (`weights`, 16.16, by id), so that all together fill the part's places. Devices without weight are left out.
pub fn targets(map: &Map, rule: u32, size: usize, weights: &[u32]) -> BTreeMap<i32, f64> {
    let mut targets = BTreeMap::new();
    for part in parts(map, rule, size) {
        let below = device_weights(map, part.root, weights);
        let total: f64 = below.values().sum();
        for (device, weight) in below.into_iter().filter(|&(_, weight)| weight > 0.0) {
            *targets.entry(device).or_default() += weight / total * part.places as f64;
        }
    }
    targets
}

/// Crush weight times operator's weight of each device below an item, 1.0 for 1.0 times 1.0.
fn device_weights(map: &Map, root: i32, weights: &[u32]) -> BTreeMap<i32, f64> {
    let mut found = BTreeMap::new();
    let mut add = |device: i32, weight: u32| {
        let operators = usize::try_from(device).ok().and_then(|device| weights.get(device)).copied();
        *found.entry(device).or_default() +=
            f64::from(weight) / 65536.0 * f64::from(operators.unwrap_or(0)) / 65536.0;
    };
    if root >= 0 {
        add(root, 0x1_0000);
    }
    let buckets = map.all_children(root).into_iter().flatten().chain([root]);
    for bucket in buckets.filter_map(|item| map.bucket(item)) {
        for (place, &item) in bucket.items.iter().enumerate().filter(|(_, item)| **item >= 0) {
            add(item, bucket.item_weight(place));
        }
    }
    found
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Two hosts, of which one has two devices.
    pub(crate) const TWO_PARTS: &[u8] = b"
        device 0 osd.0 class ssd
        device 1 osd.1 class hdd
        device 2 osd.2 class hdd
        type 0 osd
        type 1 host
        type 2 root
        host a { alg straw2 item osd.0 weight 1 item osd.1 weight 1 }
        host b { alg straw2 item osd.2 weight 3 }
        root all { alg straw2 item a weight 2 item b weight 3 }
        rule mixed { id 0 type replicated
            step take all class ssd step chooseleaf firstn 1 type host step emit
            step take all class hdd step chooseleaf firstn -1 type host step emit }";

    #[test]
    fn a_part_for_each_take() -> Result<(), Box<dyn std::error::Error>> {
        let map = Map::compile(TWO_PARTS)?;
        let places: Vec<usize> = parts(&map, 0, 3).iter().map(|part| part.places).collect();
        assert_eq!(places, [1, 2]);
        assert_eq!(parts(&map, 0, 1).len(), 1);
        assert!(parts(&map, 1, 3).is_empty());
        Ok(())
    }

    #[test]
    fn targets_follow_both_weights() -> Result<(), Box<dyn std::error::Error>> {
        let map = Map::compile(TWO_PARTS)?;
        let all = targets(&map, 0, 3, &[0x1_0000; 3]);
        assert_eq!(all, BTreeMap::from([(0, 1.0), (1, 0.5), (2, 1.5)]));
        let halved = targets(&map, 0, 3, &[0x1_0000, 0x1_0000, 0]);
        assert_eq!(halved, BTreeMap::from([(0, 1.0), (1, 2.0)]));
        Ok(())
    }
}
