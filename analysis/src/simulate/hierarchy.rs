//! What a hierarchy moves beyond the least.

use super::SimulateError;
use super::made::{moved, racks};
use crate::cluster::Cluster;
use serde::Serialize;

/// A change to 4 racks of 4 hosts of 4 devices, with 3 copies on different hosts.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct HierarchyRow {
    /// The change.
    pub change: &'static str,
    /// Replicas that move.
    pub moved: u64,
    /// The least for the change of target shares.
    pub least: f64,
    /// How many times the least moves.
    pub over: Option<f64>,
}

type Racks = Vec<Vec<Vec<(i32, u32)>>>;

/// A row for each change.
///
/// # Errors
/// Not enough memory.
pub fn hierarchy(inputs: u32) -> Result<Vec<HierarchyRow>, SimulateError> {
    let host = |first: i32| (first..first + 4).map(|device| (device, 1)).collect::<Vec<_>>();
    let all: Racks = (0..4).map(|rack| (0..4).map(|number| host(16 * rack + 4 * number)).collect()).collect();
    let before = racks(&all)?;
    let changed = |work: &dyn Fn(&mut Racks)| {
        let mut racks = all.clone();
        work(&mut racks);
        self::racks(&racks)
    };
    let row = |change, after: &Cluster| -> Result<HierarchyRow, SimulateError> {
        let total = moved(&before, after, 0, 3, inputs)?;
        let (least, over) = (total.minima.targets, total.minima.over_targets);
        Ok(HierarchyRow { change, moved: total.moved, least, over })
    };
    Ok(vec![
        row("a device more in one host", &changed(&|racks| racks[1][2].push((100, 1)))?)?,
        row("a device less in one host", &changed(&|racks| racks[1][2].truncate(3))?)?,
        row("a device weighs twice as much", &changed(&|racks| racks[1][2][1].1 = 2)?)?,
        row("a host more in one rack", &changed(&|racks| racks[1].push(host(100)))?)?,
        row("a host less in one rack", &changed(&|racks| drop(racks[1].remove(2)))?)?,
        row(
            "a rack more",
            &changed(&|racks| racks.push((0..4).map(|number| host(100 + 4 * number)).collect()))?,
        )?,
    ])
}
