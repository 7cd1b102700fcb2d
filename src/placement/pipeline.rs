//! The whole way from an object or a PG to its sets (spec 09 sections 4 to 7).
#![forbid(unsafe_code)]

use super::affinity::{choose_primary, first};
use super::batch::{is_plain, longest_explicit};
use super::rule::rule_of;
use super::{Change, ObjectLocator, PgId, PlacementError, acting, placement_seed, stable_mod, upmap};
use crate::map::Release;
use crate::mapper::{NONE, Observer};
use crate::osdmap::{OsdMap, Pool};
use crate::placer::{DEFAULT_BUDGET, Placer, PlacerError};
use std::collections::BTreeMap;

/// Pools whose rules are kept prepared; hostile maps have thousands of pools over large hierarchies.
const KEPT_POOLS: usize = 16;

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
    pub(super) fn nowhere(pg: PgId) -> Self {
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
    budget: u64,
    /// By pool; none for a pool whose rule is not there.
    placers: BTreeMap<u64, Option<Placer>>,
}

/// A pool with its rule prepared, to ask for many PGs, from many threads. See [`Placement::pool`].
#[derive(Clone, Copy, Debug)]
pub struct PlacedPool<'p> {
    pub(super) placement: &'p Placement<'p>,
    pub(super) pool: &'p Pool,
    pub(super) id: u64,
    pub(super) placer: Option<&'p Placer>,
    pub(super) width: usize,
    pub(super) plain: bool,
}

impl<'a> Placement<'a> {
    /// Answers as the newest release does.
    pub fn new(map: &'a OsdMap) -> Self {
        Self::of_release(map, Release::default())
    }

    /// Answers as clients of `release` do: before Quincy only by rules that say they are for the pool's kind and size, before
    /// Reef without `pg_upmap_primaries`, before Tentacle without the order of optimised erasure pools.
    pub fn of_release(map: &'a OsdMap, release: Release) -> Self {
        Self { map, release, budget: DEFAULT_BUDGET, placers: BTreeMap::new() }
    }

    /// The same with another budget than [`DEFAULT_BUDGET`]: the draws that mapping one PG may take at most. Pools whose
    /// rules could take more are refused.
    #[must_use]
    pub fn with_budget(self, budget: u64) -> Self {
        Self { budget, placers: BTreeMap::new(), ..self }
    }

    /// The release whose clients are asked for.
    pub fn release(&self) -> Release {
        self.release
    }

    /// The map that is asked.
    pub fn map(&self) -> &'a OsdMap {
        self.map
    }

    /// The PG of an object; `None` if there is no such pool.
    pub fn pg_of(&self, pool: u64, object: &ObjectLocator<'_>) -> Option<PgId> {
        let found = self.map.pool(pool)?;
        Some(PgId { pool, seed: stable_mod(object.hash(found.object_hash()), found.pg_num) })
    }

    /// Where an object is; `None` if there is no such pool.
    ///
    /// # Errors
    /// A rule whose tries exceed the budget; not enough memory.
    pub fn locate(
        &mut self,
        pool: u64,
        object: &ObjectLocator<'_>,
    ) -> Result<Option<PgPlacement>, PlacementError> {
        self.pg_of(pool, object).map(|pg| self.place(pg)).transpose()
    }

    /// Where a PG is; its seed may be an object's whole hash. Nowhere if there is no such pool.
    ///
    /// # Errors
    /// A rule whose tries exceed the budget; not enough memory.
    pub fn place(&mut self, pg: PgId) -> Result<PgPlacement, PlacementError> {
        let Some(pool) = self.map.pool(pg.pool) else { return Ok(PgPlacement::nowhere(pg)) };
        let pps = placement_seed(pg.pool, pg.seed, pool.pgp_num, pool.has_hashpspool());
        let raw = self.raw(pool, pg.pool, pps)?;
        Ok(self.follow(pool, pg, pps, raw, &mut |_| {}))
    }

    /// A pool for many questions; `None` if there is no such pool.
    ///
    /// # Errors
    /// A rule whose tries exceed the budget; not enough memory.
    pub fn pool(&mut self, id: u64) -> Result<Option<PlacedPool<'_>>, PlacementError> {
        let Some(pool) = self.map.pool(id) else { return Ok(None) };
        self.placer(pool, id)?;
        let placement: &Placement<'_> = self;
        let placer = placement.placers.get(&id).and_then(Option::as_ref);
        let width = usize::from(pool.size).max(longest_explicit(placement, id)).max(1);
        Ok(Some(PlacedPool { placement, pool, id, placer, width, plain: is_plain(placement, id) }))
    }

    /// As [`place`](Self::place); tells `observer` what the rule does, and `tell` what happens to the set behind it.
    ///
    /// # Errors
    /// A rule whose tries exceed the budget; not enough memory.
    pub fn place_observed(
        &mut self,
        pg: PgId,
        observer: &impl Observer,
        mut tell: impl FnMut(Change),
    ) -> Result<PgPlacement, PlacementError> {
        let Some(pool) = self.map.pool(pg.pool) else { return Ok(PgPlacement::nowhere(pg)) };
        let pps = placement_seed(pg.pool, pg.seed, pool.pgp_num, pool.has_hashpspool());
        let mut raw = vec![NONE; usize::from(pool.size)];
        let mut len = 0;
        let rule = rule_of(self.map.crush(), pool, self.release);
        if let (Some(rule), Some(_)) = (rule, self.placer(pool, pg.pool)?) {
            let mut mapper = self.map.crush().mapper(pg.pool.cast_signed())?;
            let weights = self.map.weights();
            len = mapper.place_observed(rule, pps, weights, &mut raw, observer)?;
        }
        raw.truncate(len);
        Ok(self.follow(pool, pg, pps, raw, &mut tell))
    }

    /// What becomes of the rule's answer.
    pub(super) fn follow(
        &self,
        pool: &Pool,
        pg: PgId,
        pps: u32,
        mut raw: Vec<i32>,
        tell: &mut impl FnMut(Change),
    ) -> PgPlacement {
        let map = self.map;
        let pg = PgId { seed: stable_mod(pg.seed, pool.pg_num), ..pg };
        keep(pool, &mut raw, |osd| map.exists(osd), |osd| tell(Change::Missing(osd)));
        let mut up = raw.clone();
        upmap::apply(map, pg, &mut up, self.release >= Release::Reef, tell);
        keep(pool, &mut up, |osd| map.is_up(osd), |osd| tell(Change::Down(osd)));
        let up_primary = choose_primary(map, pps, &mut up, pool.can_shift(), tell);
        let optimizations = self.release >= Release::Tentacle;
        let (acting, acting_primary) = acting::acting(map, pool, pg, (&up, up_primary), optimizations, tell);
        PgPlacement { pg, pps, raw_primary: first(&raw), raw, up, up_primary, acting, acting_primary }
    }

    /// What the pool's rule gives.
    fn raw(&mut self, pool: &Pool, id: u64, pps: u32) -> Result<Vec<i32>, PlacementError> {
        let Some(placer) = self.placer(pool, id)? else { return Ok(Vec::new()) };
        let mut raw = vec![NONE; placer.result_max()];
        let len = placer.place(pps, &mut raw)?;
        raw.truncate(len);
        Ok(raw)
    }

    /// A pool's rule, prepared; `None` if there is no such rule, or nothing to place.
    fn placer(&mut self, pool: &Pool, id: u64) -> Result<Option<&Placer>, PlacementError> {
        if !self.placers.contains_key(&id) {
            if self.placers.len() >= KEPT_POOLS {
                self.placers.clear();
            }
            self.placers.insert(id, self.prepare(pool, id)?);
        }
        Ok(self.placers.get(&id).and_then(Option::as_ref))
    }

    fn prepare(&self, pool: &Pool, id: u64) -> Result<Option<Placer>, PlacementError> {
        let (crush, weights) = (self.map.crush(), self.map.weights());
        let Some(rule) = rule_of(crush, pool, self.release) else { return Ok(None) };
        let size = usize::from(pool.size);
        match crush.placer_with_budget(id.cast_signed(), rule, size, weights, self.budget) {
            Ok(placer) => Ok(Some(placer)),
            Err(PlacerError::EmptyResult) => Ok(None),
            Err(error) => Err(PlacementError::Rule { pool: id, rule: pool.crush_rule, error }),
        }
    }
}

/// Takes devices out and tells which: where positions mean nothing the others close up, elsewhere a hole stays.
fn keep(pool: &Pool, set: &mut Vec<i32>, stays: impl Fn(i32) -> bool, mut leaves: impl FnMut(i32)) {
    for osd in set.iter_mut().filter(|osd| !stays(**osd)) {
        if *osd != NONE {
            leaves(*osd);
        }
        *osd = NONE;
    }
    if pool.can_shift() {
        set.retain(|&osd| osd != NONE);
    }
}
