//! How full devices are after a move.

use super::{Diff, Subject};
use crate::placed::NONE;
use serde::Serialize;
use std::collections::BTreeMap;

/// What a device holds now.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Used {
    /// Bytes used.
    pub used: f64,
    /// Bytes that it has room for.
    pub size: f64,
}

/// How full a device is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct DeviceFullness {
    /// The device.
    pub id: i32,
    /// Bytes that it has room for.
    pub size: f64,
    /// Bytes used before.
    pub before: f64,
    /// Bytes used after.
    pub after: f64,
}

impl DeviceFullness {
    /// The share of the room that is used after.
    pub fn share_after(&self) -> f64 {
        self.after / self.size
    }
}

/// How full devices are after the move, from what they hold now. A device's bytes are spread evenly over its replicas, each
/// counted as heavy as the replicas of its pool are: `weights` has the bytes of one replica of a pool, or what is
/// proportional to it, 1 for pools that it leaves out. A replica takes the bytes along that it has where it comes from; one
/// that comes from nowhere is as heavy as an average one of its pool. Devices that `used` leaves out give average replicas,
/// and are in the answer only if they get some; their size is 0.
pub fn fullness(
    diff: &Diff,
    used: &BTreeMap<i32, Used>,
    weights: &BTreeMap<Subject, f64>,
) -> Vec<DeviceFullness> {
    let weight = |subject| weights.get(&subject).copied().unwrap_or(1.0);
    let mut heavy: BTreeMap<i32, f64> = BTreeMap::new();
    for subject in &diff.subjects {
        for device in &subject.devices {
            *heavy.entry(device.id).or_default() += device.before as f64 * weight(subject.subject);
        }
    }
    let known = || heavy.iter().filter_map(|(id, heavy)| Some((used.get(id)?.used, heavy)));
    let total: f64 = known().map(|(_, heavy)| heavy).sum();
    let average = if total > 0.0 { known().map(|(used, _)| used).sum::<f64>() / total } else { 0.0 };
    // Bytes of a replica of weight 1 on a device.
    let rate = |id: i32| match (used.get(&id), heavy.get(&id)) {
        (Some(used), Some(&heavy)) if heavy > 0.0 => used.used / heavy,
        _ => average,
    };
    let mut after: BTreeMap<i32, f64> = used.iter().map(|(&id, used)| (id, used.used)).collect();
    for subject in &diff.subjects {
        let weight = weight(subject.subject);
        for &(from, to, count) in &subject.moves {
            let bytes = count as f64 * weight * if from == NONE { average } else { rate(from) };
            if from != NONE {
                after.entry(from).and_modify(|used| *used = (*used - bytes).max(0.0));
            }
            if to != NONE {
                *after.entry(to).or_default() += bytes;
            }
        }
    }
    let before = |id| used.get(&id).copied().unwrap_or(Used { used: 0.0, size: 0.0 });
    let of = |(id, after)| DeviceFullness { id, size: before(id).size, before: before(id).used, after };
    after.into_iter().map(of).collect()
}
