//! The hierarchy with what each part holds.

use super::fill::Device;
use crate::lint::words;
use crush::map::Map;
use std::collections::{BTreeMap, HashSet};

/// A bucket, with what is in it, or a device.
#[derive(Debug)]
pub struct Node {
    /// Its id.
    pub id: i32,
    /// Its type, by name.
    pub kind: String,
    /// Its name.
    pub name: String,
    /// Its weight where it is, 1.0 for 1.0.
    pub weight: f64,
    /// Devices in it.
    pub devices: usize,
    /// Places that these fill.
    pub held: u64,
    /// Places that their weights give them.
    pub expected: f64,
    /// What is in it.
    pub children: Vec<Node>,
}

/// Levels that are shown at most: a page of a thousand boxes in boxes shows nothing.
const DEPTH: usize = 16;
/// Items that are shown at most, those of buckets that occur in several places counted each time.
const ITEMS: usize = 200_000;

/// The trees from the roots down, shadow trees aside.
pub(super) fn nodes(map: &Map, devices: &[Device]) -> Vec<Node> {
    let devices = devices.iter().map(|device| (device.id, device)).collect();
    let mut walk = Walk { map, devices, path: HashSet::new(), left: ITEMS };
    let mut roots = map.nonshadow_roots();
    roots.reverse();
    roots.into_iter().filter_map(|root| walk.node(root, None)).collect()
}

struct Walk<'a> {
    map: &'a Map,
    devices: BTreeMap<i32, &'a Device>,
    /// Buckets above.
    path: HashSet<i32>,
    left: usize,
}

impl Walk<'_> {
    /// An item with all below it; nothing for a bucket that is not there, or is below itself.
    fn node(&mut self, id: i32, weight: Option<u32>) -> Option<Node> {
        self.left = self.left.checked_sub(1)?;
        let name = self.map.names().name(id).map_or_else(|| id.to_string(), words::clean);
        let as_number = |weight: u32| f64::from(weight) / 65536.0;
        if id >= 0 {
            let device = self.devices.get(&id)?;
            let (kind, name) = (words::kind(self.map, 0), device.name.clone());
            let (weight, held, expected) =
                (weight.map_or(device.weight, as_number), device.held, device.expected);
            return Some(Node { id, kind, name, weight, devices: 1, held, expected, children: Vec::new() });
        }
        let bucket = self.map.bucket(id)?;
        if self.path.len() >= DEPTH || !self.path.insert(id) {
            return None;
        }
        let weights = |place: usize| Some(bucket.item_weight(place));
        let children: Vec<Node> = (bucket.items.iter().enumerate())
            .filter_map(|(place, &item)| self.node(item, weights(place)))
            .collect();
        self.path.remove(&id);
        Some(Node {
            id,
            kind: words::kind(self.map, bucket.r#type.into()),
            name,
            weight: as_number(weight.unwrap_or(bucket.weight)),
            devices: children.iter().map(|child| child.devices).sum(),
            held: children.iter().map(|child| child.held).sum(),
            expected: children.iter().map(|child| child.expected).sum(),
            children,
        })
    }
}
