//! What firstn and indep move when devices fail.

use super::SimulateError;
use super::made::racks;
use crate::cluster::Cluster;
use crate::diff::{Diff, Options};
use serde::Serialize;

/// Places of a set.
const SIZE: usize = 6;

/// A kind of rule, and what moves when a device is out, in 3 racks of 4 hosts of 4 devices and sets of 6.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct FailureRow {
    /// The kind.
    pub rule: &'static str,
    /// What is out.
    pub out: &'static str,
    /// Replicas on it.
    pub lost: u64,
    /// Replicas that come to other devices.
    pub moved_as_sets: u64,
    /// Positions that get another device: what an erasure code has to make anew.
    pub moved_by_position: u64,
}

/// A row for each kind and failure.
///
/// # Errors
/// Not enough memory.
pub fn failure(inputs: u32) -> Result<Vec<FailureRow>, SimulateError> {
    let mut rows = Vec::new();
    for (out, devices) in [("one device", 20..21), ("one host", 20..24)] {
        for (number, rule) in [(0, "firstn"), (1, "indep")] {
            let (before, mut after) = (cluster()?, cluster()?);
            for device in devices.clone() {
                after.map.osd_weight[device] = 0;
            }
            let options = Options { only: vec![number], size: SIZE, inputs, ..Options::default() };
            let diff = Diff::between(&before, &after, &options)?;
            let Some(found) = diff.subjects.first() else { continue };
            let held = |device: &&crate::diff::DeviceChange| {
                usize::try_from(device.id).is_ok_and(|id| devices.contains(&id))
            };
            let lost = found.devices.iter().filter(held).map(|device| device.before).sum();
            let (moved_as_sets, moved_by_position) = (found.moved_as_sets, found.moved_by_position);
            rows.push(FailureRow { rule, out, lost, moved_as_sets, moved_by_position });
        }
    }
    Ok(rows)
}

fn cluster() -> Result<Cluster, SimulateError> {
    let host = |first: i32| (first..first + 4).map(|device| (device, 1)).collect::<Vec<_>>();
    let all: Vec<_> =
        (0..3).map(|rack| (0..4).map(|number| host(16 * rack + 4 * number)).collect()).collect();
    racks(&all)
}
