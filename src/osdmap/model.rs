//! An osdmap in memory.
#![forbid(unsafe_code)]

use super::codec::{self, OsdMapError};
use super::pool::Pool;
use crate::builder::BuildError;
use crate::map::{EncodeError, Map, Release};
use crate::placement::PgId;
use std::collections::{BTreeMap, TryReserveError};

/// Bits of a device's state (spec 09 section 9.3).
#[derive(Clone, Copy, Debug)]
pub struct OsdState;

impl OsdState {
    /// The device exists.
    pub const EXISTS: u32 = 1 << 0;
    /// It is up.
    pub const UP: u32 = 1 << 1;
}

/// Affinity of a device that nothing is said of.
const DEFAULT_AFFINITY: u32 = 0x1_0000;

/// Devices, pools, exceptions and the crush map of a cluster at one epoch.
///
/// ```no_run
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use crush::osdmap::OsdMap;
///
/// let mut map = OsdMap::decode(&std::fs::read("osdmap.bin")?)?;
/// map.osd_weight[3] = 0; // Device 3 is out.
/// std::fs::write("without-3.bin", map.encode()?)?;
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct OsdMap {
    /// Id of the cluster.
    pub fsid: [u8; 16],
    /// Number of this state among all that the cluster has had.
    pub epoch: u32,
    /// Pools by id.
    pub pools: BTreeMap<i64, Pool>,
    /// Names of pools by id: bytes, mostly UTF-8.
    pub pool_names: BTreeMap<i64, Vec<u8>>,
    /// Number of device slots.
    pub max_osd: i32,
    /// Bits of each device, see [`OsdState`].
    pub osd_state: Vec<u32>,
    /// Whether each device is in: 16.16, 0x10000 for in, 0 for out.
    pub osd_weight: Vec<u32>,
    /// Sets that serve a PG for now.
    pub pg_temp: BTreeMap<PgId, Vec<i32>>,
    /// Primaries that serve a PG for now.
    pub primary_temp: BTreeMap<PgId, i32>,
    /// How willing each device is to be primary: 16.16, at most 0x10000; empty for all willing.
    pub primary_affinity: Vec<u32>,
    /// Sets that take the place of what the rule says.
    pub pg_upmap: BTreeMap<PgId, Vec<i32>>,
    /// Devices of a set that others take the place of: from, to.
    pub pg_upmap_items: BTreeMap<PgId, Vec<(i32, i32)>>,
    /// Primaries that take the place of the first.
    pub pg_upmap_primaries: BTreeMap<PgId, i32>,
    pub(super) crush: Map,
    /// The crush map's bytes, as long as it is the one of the file.
    pub(super) crush_bytes: Vec<u8>,
    pub(super) kept: Kept,
}

/// What the file holds besides, byte for byte.
#[derive(Clone, Debug, Default)]
pub(super) struct Kept {
    /// Version of the outer frame and the oldest that can read it.
    pub(super) outer: [u8; 2],
    /// The same of the client section.
    pub(super) client: [u8; 2],
    /// Times of making and of change.
    pub(super) times: Vec<u8>,
    pub(super) pool_max: i32,
    pub(super) flags: u32,
    pub(super) addresses: Vec<u8>,
    pub(super) erasure_profiles: Vec<u8>,
    pub(super) crush_version: u32,
    /// Snapshots and times of changes behind `crush_version`.
    pub(super) behind_crush_version: Vec<u8>,
    /// What newer versions have at the end of the client section.
    pub(super) client_rest: Vec<u8>,
    /// The section for OSDs, its frame included.
    pub(super) osd_only: Vec<u8>,
    /// Behind the checksum.
    pub(super) outer_rest: Vec<u8>,
}

impl OsdMap {
    /// Reads a file as `ceph osd getmap` writes it, from Firefly on; its checksum must be right.
    ///
    /// # Errors
    /// What is wrong with the file, and where.
    pub fn decode(bytes: &[u8]) -> Result<Self, OsdMapError> {
        codec::decode(bytes)
    }

    /// A map without pools whose devices, as many as `crush` knows, are all there, up and in. To place with: a file of it
    /// would lack what only clusters know, such as addresses.
    ///
    /// # Errors
    /// Not enough memory.
    pub fn all_in(crush: Map) -> Result<Self, TryReserveError> {
        let max_osd = crush.max_devices().max(0);
        let devices = usize::try_from(max_osd).unwrap_or(0);
        let filled = |value: u32| {
            let mut list = Vec::new();
            list.try_reserve_exact(devices)?;
            list.resize(devices, value);
            Ok::<_, TryReserveError>(list)
        };
        Ok(Self {
            fsid: [0; 16],
            epoch: 1,
            pools: BTreeMap::new(),
            pool_names: BTreeMap::new(),
            max_osd,
            osd_state: filled(OsdState::EXISTS | OsdState::UP)?,
            osd_weight: filled(0x1_0000)?,
            pg_temp: BTreeMap::new(),
            primary_temp: BTreeMap::new(),
            primary_affinity: Vec::new(),
            pg_upmap: BTreeMap::new(),
            pg_upmap_items: BTreeMap::new(),
            pg_upmap_primaries: BTreeMap::new(),
            crush,
            crush_bytes: Vec::new(),
            kept: Kept::default(),
        })
    }

    /// A map with the same contents.
    ///
    /// # Errors
    /// `NoMemory`.
    pub fn try_clone(&self) -> Result<Self, BuildError> {
        Ok(Self {
            fsid: self.fsid,
            epoch: self.epoch,
            pools: self.pools.clone(),
            pool_names: self.pool_names.clone(),
            max_osd: self.max_osd,
            osd_state: self.osd_state.clone(),
            osd_weight: self.osd_weight.clone(),
            pg_temp: self.pg_temp.clone(),
            primary_temp: self.primary_temp.clone(),
            primary_affinity: self.primary_affinity.clone(),
            pg_upmap: self.pg_upmap.clone(),
            pg_upmap_items: self.pg_upmap_items.clone(),
            pg_upmap_primaries: self.pg_upmap_primaries.clone(),
            crush: self.crush.try_clone()?,
            crush_bytes: self.crush_bytes.clone(),
            kept: self.kept.clone(),
        })
    }

    /// The map's file, in the version that it came in, with a fresh checksum. Exceptions that this version has no place
    /// for are left out.
    ///
    /// # Errors
    /// Not enough memory, or a map too large for its own format.
    pub fn encode(&self) -> Result<Vec<u8>, EncodeError> {
        codec::encode(self)
    }

    /// The crush map.
    pub fn crush(&self) -> &Map {
        &self.crush
    }

    /// Replaces the crush map, written as readers of `release` need it.
    ///
    /// # Errors
    /// What the release cannot hold.
    pub fn set_crush(&mut self, crush: Map, release: Release) -> Result<(), EncodeError> {
        self.crush_bytes = crush.encode(release)?;
        self.crush = crush;
        Ok(())
    }

    /// Adds a pool, or replaces the one with that id.
    pub fn add_pool(&mut self, id: i64, name: impl Into<Vec<u8>>, pool: Pool) {
        self.pools.insert(id, pool);
        self.pool_names.insert(id, name.into());
        self.kept.pool_max = self.kept.pool_max.max(i32::try_from(id).unwrap_or(i32::MAX));
    }

    /// Version of the section that clients read: 6 as Luminous writes it, 7 Mimic, 9 Nautilus, 10 Reef.
    pub fn client_version(&self) -> u8 {
        self.kept.client[0]
    }

    /// Lets the section that clients read be written in another version, from 4 to 10 (others become the nearest of these).
    /// What the version has no place for is left out: addresses of devices below 8, whether and where snapshots were removed
    /// below 7, times of changes below 9, `pg_upmap_primaries` below 10.
    pub fn set_client_version(&mut self, version: u8) {
        codec::set_client_version(&mut self.kept, version);
    }

    /// A pool by its id.
    pub fn pool(&self, id: u64) -> Option<&Pool> {
        self.pools.get(&id.cast_signed())
    }

    /// The id of the pool with a name.
    pub fn pool_named(&self, name: &[u8]) -> Option<u64> {
        let found = self.pool_names.iter().find(|(id, own)| *own == name && self.pools.contains_key(id));
        found.map(|(id, _)| id.cast_unsigned())
    }

    fn of_device<T: Copy>(&self, list: &[T], osd: i32) -> Option<T> {
        if osd >= self.max_osd { None } else { list.get(usize::try_from(osd).ok()?).copied() }
    }

    /// Whether a device exists.
    pub fn exists(&self, osd: i32) -> bool {
        self.of_device(&self.osd_state, osd).is_some_and(|state| state & OsdState::EXISTS != 0)
    }

    /// Whether a device exists and is up.
    pub fn is_up(&self, osd: i32) -> bool {
        let both = OsdState::EXISTS | OsdState::UP;
        self.of_device(&self.osd_state, osd).is_some_and(|state| state & both == both)
    }

    /// A device's weight, 16.16: 0 if it is out, or not there.
    pub fn weight(&self, osd: i32) -> u32 {
        self.of_device(&self.osd_weight, osd).unwrap_or(0)
    }

    /// All weights, as rules are given them: those of slots behind `max_osd` too, if the file has such.
    pub fn weights(&self) -> &[u32] {
        &self.osd_weight
    }

    /// How willing a device is to be primary, 16.16.
    pub fn primary_affinity(&self, osd: i32) -> u32 {
        self.of_device(&self.primary_affinity, osd).unwrap_or(DEFAULT_AFFINITY)
    }
}
