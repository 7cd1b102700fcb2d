//! The whole way from an object or a PG to its sets (spec 09 sections 4 to 7).
#![forbid(unsafe_code)]

use super::affinity::{choose_primary, first};
use super::{ObjectLocator, PgId, acting, placement_seed, stable_mod, upmap};
use crate::map::{MapMapper, Release};
use crate::mapper::NONE;
use crate::osdmap::{OsdMap, Pool};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, TryReserveError};

/// Where a placement group is. Positions without a device hold 0x7fffffff; a primary that is not there is -1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgPlacement {
    /// The group, its seed below the pool's `pg_num`.
    pub pg: PgId,
    /// The input of the pool's rule.
    pub pps: u32,
    /// What the rule gives, without devices that do not exist.
    pub raw: Vec<i32>,
    /// The first device of `raw`.
    pub raw_primary: i32,
    /// Devices that are to hold the group: after explicit overrides, without those that are down.
    pub up: Vec<i32>,
    /// The primary of `up`.
    pub up_primary: i32,
    /// Devices that serve the group now.
    pub acting: Vec<i32>,
    /// The primary of `acting`.
    pub acting_primary: i32,
}

impl PgPlacement {
    /// A group of a pool that does not exist.
    fn nowhere(pg: PgId) -> Self {
        let (raw, up, acting) = (Vec::new(), Vec::new(), Vec::new());
        Self { pg, pps: 0, raw, raw_primary: -1, up, up_primary: -1, acting, acting_primary: -1 }
    }
}

/// Answers for one osdmap; keeps working memory between questions. One for each thread.
///
/// ```no_run
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use crush::osdmap::OsdMap;
/// use crush::placement::{ObjectLocator, Placement};
///
/// let map = OsdMap::decode(&std::fs::read("osdmap.bin")?)?;
/// let mut placement = Placement::new(&map);
/// let found = placement.locate(1, &ObjectLocator::new(b"foo"))?.ok_or("there is no pool 1")?;
/// println!("{} up {:?} acting {:?}", found.pg, found.up, found.acting);
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Placement<'a> {
    map: &'a OsdMap,
    release: Release,
    mappers: BTreeMap<i64, MapMapper<'a>>,
}

impl<'a> Placement<'a> {
    /// Answers as the newest release does.
    pub fn new(map: &'a OsdMap) -> Self {
        Self::of_release(map, Release::default())
    }

    /// Answers as clients of `release` do: before Reef without `pg_upmap_primaries`, before Tentacle without the order of
    /// optimised erasure pools.
    pub fn of_release(map: &'a OsdMap, release: Release) -> Self {
        Self { map, release, mappers: BTreeMap::new() }
    }

    /// The PG of an object; `None` if there is no such pool.
    pub fn pg_of(&self, pool: u64, object: &ObjectLocator<'_>) -> Option<PgId> {
        let found = self.map.pool(pool)?;
        Some(PgId { pool, seed: stable_mod(object.hash(found.object_hash()), found.pg_num) })
    }

    /// Where an object is; `None` if there is no such pool.
    ///
    /// # Errors
    /// Not enough memory.
    pub fn locate(
        &mut self,
        pool: u64,
        object: &ObjectLocator<'_>,
    ) -> Result<Option<PgPlacement>, TryReserveError> {
        self.pg_of(pool, object).map(|pg| self.place(pg)).transpose()
    }

    /// Where a PG is; its seed may be an object's whole hash. Nowhere if there is no such pool.
    ///
    /// # Errors
    /// Not enough memory.
    pub fn place(&mut self, pg: PgId) -> Result<PgPlacement, TryReserveError> {
        let map = self.map;
        let Some(pool) = map.pool(pg.pool) else { return Ok(PgPlacement::nowhere(pg)) };
        let pps = placement_seed(pg.pool, pg.seed, pool.pgp_num, pool.has_hashpspool());
        let pg = PgId { seed: stable_mod(pg.seed, pool.pg_num), ..pg };
        let raw = self.raw(pool, pg.pool.cast_signed(), pps)?;
        let mut up = raw.clone();
        upmap::apply(map, pg, &mut up, self.release >= Release::Reef);
        keep(pool, &mut up, |osd| map.is_up(osd));
        let up_primary = choose_primary(map, pps, &mut up, pool.can_shift());
        let optimizations = self.release >= Release::Tentacle;
        let (acting, acting_primary) = acting::acting(map, pool, pg, (&up, up_primary), optimizations);
        Ok(PgPlacement { pg, pps, raw_primary: first(&raw), raw, up, up_primary, acting, acting_primary })
    }

    /// What the pool's rule gives, without devices that do not exist.
    fn raw(&mut self, pool: &Pool, id: i64, pps: u32) -> Result<Vec<i32>, TryReserveError> {
        let map = self.map;
        let mapper = match self.mappers.entry(id) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(place) => place.insert(map.crush().mapper(id)?),
        };
        let mut raw = vec![NONE; usize::from(pool.size)];
        let len = mapper.place(pool.crush_rule.into(), pps, map.weights(), &mut raw)?;
        raw.truncate(len);
        keep(pool, &mut raw, |osd| map.exists(osd));
        Ok(raw)
    }
}

/// Takes devices out: where positions mean nothing the others close up, elsewhere a hole stays.
fn keep(pool: &Pool, set: &mut Vec<i32>, stays: impl Fn(i32) -> bool) {
    if pool.can_shift() {
        set.retain(|&osd| stays(osd));
    } else {
        set.iter_mut().filter(|osd| !stays(**osd)).for_each(|osd| *osd = NONE);
    }
}
