//! The weights that lead from one cluster to another.

use super::{NewDevice, PlanError};
use crate::cluster::Cluster;
use crush::map::Map;
use serde::Serialize;
use std::collections::BTreeMap;

/// A weight that a step sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Weight {
    /// The device.
    pub device: i32,
    /// Its crush weight, 16.16; none if it stays.
    pub crush: Option<u32>,
    /// The weight by which it is in, 16.16; none if it stays.
    pub reweight: Option<u32>,
}

/// A pair of weights at both ends.
type Ends = [u32; 2];

/// Both weights of each device that changes, at both ends of the way.
#[derive(Debug)]
pub struct Way {
    crush: BTreeMap<i32, Ends>,
    reweight: BTreeMap<i32, Ends>,
    /// The hierarchy that the way goes in: the target's, with all devices that are in either.
    map: Map,
    /// The target's operator's weights and states.
    target: (Vec<u32>, Vec<u32>),
}

impl Way {
    /// The way between clusters that differ in weights alone, or in devices that the target has more.
    ///
    /// # Errors
    /// `OtherChange`; not enough memory.
    pub fn between(before: &Cluster, target: &Cluster) -> Result<Self, PlanError> {
        let held = [device_weights(before.crush()), device_weights(target.crush())];
        let gone = held[0].keys().find(|device| !held[1].contains_key(device));
        if let Some(gone) = gone {
            let why = format!("device {gone} is gone: give it weight 0 first, remove it after the plan");
            return Err(PlanError::OtherChange(why));
        }
        let ends = |device: &i32, &after: &u32| [held[0].get(device).copied().unwrap_or(0), after];
        let crush: BTreeMap<i32, Ends> =
            held[1].iter().map(|(device, after)| (*device, ends(device, after))).collect();
        let weights = |device: i32| {
            let fresh = !before.map.exists(device);
            let after = target.map.weight(device);
            [if fresh { after } else { before.map.weight(device) }, after]
        };
        let reweight = held[1].keys().map(|&device| (device, weights(device)));
        let differs = |&(_, [before, after]): &(i32, Ends)| before != after;
        let way = Self {
            crush: crush.into_iter().filter(differs).collect(),
            reweight: reweight.filter(differs).collect(),
            map: target.crush().try_clone()?,
            target: (target.map.osd_weight.clone(), target.map.osd_state.clone()),
        };
        way.check_start(before)?;
        Ok(way)
    }

    /// Whether the start of the way is the cluster as it is, but for new devices without weight.
    fn check_start(&self, before: &Cluster) -> Result<(), PlanError> {
        let start = self.crush_at(0.0)?;
        let other = |what: &str| Err(PlanError::OtherChange(what.to_owned()));
        if start.tunables() != before.crush().tunables() {
            return other("tunables change too");
        }
        if !start.rules().eq(before.crush().rules()) {
            return other("rules change too");
        }
        for bucket in before.crush().buckets().filter(|bucket| !before.crush().is_shadow(bucket.id)) {
            let Some(new) = start.bucket(bucket.id) else { return other("a bucket goes") };
            let known = |&item: &i32| bucket.items.contains(&item);
            let kept: Vec<i32> = new.items.iter().copied().filter(known).collect();
            if kept != bucket.items || new.weights.algorithm() != bucket.weights.algorithm() {
                return other(
                    "items move or a bucket's algorithm changes; do that apart, with crush diff to see its cost",
                );
            }
        }
        Ok(())
    }

    /// The cluster after a part of the way, from 0 to 1.
    ///
    /// # Errors
    /// A weight that cannot be set; not enough memory.
    pub fn at(&self, before: &Cluster, part: f64) -> Result<Cluster, PlanError> {
        let crush = self.crush_at(part)?;
        let mut cluster = before.with_crush(crush)?;
        for (&device, ends) in &self.reweight {
            let slot = usize::try_from(device).ok().and_then(|slot| cluster.map.osd_weight.get_mut(slot));
            slot.into_iter().for_each(|weight| *weight = between(ends, part));
        }
        // A device that comes is in as the target has it.
        let (weights, states) = &self.target;
        for (&device, _) in self.crush.iter().filter(|(device, _)| !before.map.exists(**device)) {
            let slot = usize::try_from(device).unwrap_or(usize::MAX);
            if let (Some(&weight), Some(&state)) = (weights.get(slot), states.get(slot)) {
                cluster.map.osd_weight[slot] = weight;
                cluster.map.osd_state[slot] = state;
            }
        }
        Ok(cluster)
    }

    fn crush_at(&self, part: f64) -> Result<Map, PlanError> {
        let mut map = self.map.try_clone()?;
        for (&item, ends) in &self.crush {
            let weight = between(ends, part);
            if ends[1] != weight {
                map.adjust_item_weight(item, weight).map_err(|error| PlanError::Weight { item, error })?;
            }
        }
        Ok(map)
    }

    /// Devices that only the target has.
    pub(super) fn new_devices(&self, before: &Cluster, target: &Cluster) -> Vec<NewDevice> {
        let held = device_weights(before.crush());
        let fresh = device_weights(target.crush()).into_keys().filter(|device| !held.contains_key(device));
        let place =
            |device| target.crush().full_location_string(device).unwrap_or_default().replace(',', " ");
        fresh.map(|device| NewDevice { device, location: place(device) }).collect()
    }

    /// The weights that a step from one part of the way to another sets.
    pub fn weights(&self, from: f64, to: f64) -> Vec<Weight> {
        let changed = |ends: &Ends| {
            let [before, after] = [from, to].map(|part| between(ends, part));
            (before != after).then_some(after)
        };
        let mut all: BTreeMap<i32, Weight> = BTreeMap::new();
        let entry = |all: &mut BTreeMap<i32, Weight>, device| {
            *all.entry(device).or_insert(Weight { device, crush: None, reweight: None })
        };
        for (&device, ends) in &self.crush {
            if let Some(crush) = changed(ends) {
                let known = entry(&mut all, device);
                all.insert(device, Weight { crush: Some(crush), ..known });
            }
        }
        for (&device, ends) in &self.reweight {
            if let Some(reweight) = changed(ends) {
                let known = entry(&mut all, device);
                all.insert(device, Weight { reweight: Some(reweight), ..known });
            }
        }
        all.into_values().collect()
    }
}

/// A weight between two others.
fn between(&[before, after]: &Ends, part: f64) -> u32 {
    let weight = f64::from(before) + (f64::from(after) - f64::from(before)) * part;
    weight.round() as u32
}

/// The weight of each device in the first bucket that has it.
fn device_weights(map: &Map) -> BTreeMap<i32, u32> {
    let mut weights = BTreeMap::new();
    for bucket in map.buckets().filter(|bucket| !map.is_shadow(bucket.id)) {
        for (place, &item) in bucket.items.iter().enumerate().filter(|(_, item)| **item >= 0) {
            weights.entry(item).or_insert_with(|| bucket.item_weight(place));
        }
    }
    weights
}
