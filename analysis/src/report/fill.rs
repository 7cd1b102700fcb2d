//! How much each device holds, and how much it should.

use super::domains::Parents;
use crate::lint::words;
use crush::map::Map;
use crush::osdmap::OsdMap;
use std::collections::BTreeMap;

/// Whether a device takes part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeviceState {
    /// It does.
    In,
    /// The operator's weight is below 1.
    Partly,
    /// It is out.
    Out,
    /// It is in, and down.
    Down,
}

/// A device.
#[derive(Debug)]
pub struct Device {
    /// Its id.
    pub id: i32,
    /// Its name.
    pub name: String,
    /// The buckets above it, the nearest first.
    pub place: String,
    /// Its class, or nothing.
    pub class: String,
    /// Its state.
    pub state: DeviceState,
    /// Its crush weight, 1.0 for 1.0.
    pub weight: f64,
    /// Places that it fills.
    pub held: u64,
    /// Places that its weight gives it.
    pub expected: f64,
}

/// What devices hold and should hold, by id.
#[derive(Debug, Default)]
pub(super) struct Fill {
    pub(super) held: BTreeMap<i32, u64>,
    pub(super) expected: BTreeMap<i32, f64>,
}

impl Fill {
    pub(super) fn devices(&self, map: &Map, osdmap: Option<&OsdMap>, parents: &Parents) -> Vec<Device> {
        let mut weights: BTreeMap<i32, u32> = BTreeMap::new();
        for bucket in map.buckets().filter(|bucket| !map.is_shadow(bucket.id)) {
            for (place, &item) in bucket.items.iter().enumerate().filter(|(_, item)| **item >= 0) {
                weights.entry(item).or_insert(bucket.item_weight(place));
            }
        }
        let device = |(&id, &weight): (&i32, &u32)| {
            let place: Vec<String> =
                parents.above(id).iter().map(|&bucket| words::item(map, bucket)).collect();
            let class = map.classes().of(id).and_then(|class| map.classes().names.name(class));
            Device {
                id,
                name: words::item(map, id),
                place: place.join(", "),
                class: class.map(words::clean).unwrap_or_default(),
                state: osdmap.map_or(DeviceState::In, |osdmap| state(osdmap, id)),
                weight: f64::from(weight) / 65536.0,
                held: self.held.get(&id).copied().unwrap_or(0),
                expected: self.expected.get(&id).copied().unwrap_or(0.0),
            }
        };
        weights.iter().map(device).collect()
    }
}

fn state(osdmap: &OsdMap, id: i32) -> DeviceState {
    match osdmap.weight(id) {
        0 => DeviceState::Out,
        _ if !osdmap.is_up(id) => DeviceState::Down,
        1..0x1_0000 => DeviceState::Partly,
        _ => DeviceState::In,
    }
}
