//! A cluster to ask: an osdmap, or a crush map alone whose devices are all in.

use crush::builder::BuildError;
use crush::map::{EncodeError, Map, Release};
use crush::osdmap::{OsdMap, OsdState};
use crush::placement::Placement;
use crush::placer::DEFAULT_BUDGET;
use std::collections::{BTreeSet, TryReserveError};

/// Ids of devices that come into being end here: a map can name higher ones without having as many.
const MOST_DEVICES: i32 = 1 << 22;

/// Devices, rules and pools.
#[derive(Debug)]
pub struct Cluster {
    /// The osdmap; of a crush map alone one without pools.
    pub map: OsdMap,
    /// Whether there is nothing but a crush map, so that rules are compared instead of pools.
    pub bare: bool,
}

impl Cluster {
    /// A whole cluster.
    pub fn whole(map: OsdMap) -> Self {
        Self { map, bare: false }
    }

    /// A crush map whose devices are all up and in.
    ///
    /// # Errors
    /// Not enough memory.
    pub fn bare(crush: Map) -> Result<Self, TryReserveError> {
        Ok(Self { map: OsdMap::all_in(crush)?, bare: true })
    }

    /// The crush map.
    pub fn crush(&self) -> &Map {
        self.map.crush()
    }

    /// Gives the cluster another crush map. Devices that only the new one has in it, and that do not exist, are up and in
    /// from then on.
    ///
    /// # Errors
    /// A map that no file can hold.
    pub fn set_crush(&mut self, crush: Map) -> Result<(), EncodeError> {
        let held = |map: &Map| -> BTreeSet<i32> {
            map.buckets().flat_map(|bucket| bucket.items).copied().filter(|&item| item >= 0).collect()
        };
        let fresh: Vec<i32> = held(&crush).difference(&held(self.crush())).copied().collect();
        self.map.set_crush(crush, Release::default())?;
        for device in fresh.into_iter().filter(|&device| device < MOST_DEVICES) {
            self.create(device);
        }
        Ok(())
    }

    /// A cluster with the same contents.
    ///
    /// # Errors
    /// `NoMemory`.
    pub fn try_clone(&self) -> Result<Self, BuildError> {
        Ok(Self { map: self.map.try_clone()?, bare: self.bare })
    }

    /// A copy with another crush map, see [`set_crush`](Self::set_crush).
    ///
    /// # Errors
    /// Maps that no file can hold; not enough memory.
    pub fn with_crush(&self, crush: Map) -> Result<Self, EncodeError> {
        let mut copy = self.try_clone().map_err(|_| EncodeError::NoMemory)?;
        copy.set_crush(crush)?;
        Ok(copy)
    }

    /// A device that does not exist comes, up and in.
    fn create(&mut self, device: i32) {
        let (map, slot) = (&mut self.map, usize::try_from(device).unwrap_or(0));
        if map.exists(device) {
            return;
        }
        map.max_osd = map.max_osd.max(device.saturating_add(1));
        grow(&mut map.osd_state, slot + 1, 0);
        grow(&mut map.osd_weight, slot + 1, 0);
        if !map.primary_affinity.is_empty() {
            grow(&mut map.primary_affinity, slot + 1, 0x1_0000);
        }
        map.osd_state[slot] = OsdState::EXISTS | OsdState::UP;
        map.osd_weight[slot] = 0x1_0000;
    }
}

/// Gives a list at least `len` places; what a file has besides, or says of its number of devices, does not count.
fn grow(list: &mut Vec<u32>, len: usize, value: u32) {
    list.resize(list.len().max(len), value);
}

/// How placements are computed.
#[derive(Clone, Copy, Debug)]
pub struct Placing {
    /// The release whose clients are asked for.
    pub release: Release,
    /// Draws that one mapping may take at most.
    pub budget: u64,
    /// Threads; 0 for as many as there are processors.
    pub threads: usize,
}

impl Default for Placing {
    fn default() -> Self {
        Self { release: Release::default(), budget: DEFAULT_BUDGET, threads: 0 }
    }
}

impl Placing {
    /// Answers about pools.
    pub fn placement<'a>(&self, map: &'a OsdMap) -> Placement<'a> {
        Placement::of_release(map, self.release).with_budget(self.budget)
    }

    /// Threads to start.
    pub(crate) fn workers(&self) -> usize {
        match self.threads {
            0 => std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
            threads => threads,
        }
    }
}
