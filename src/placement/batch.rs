//! Many PGs of a pool at once, from one batch of its prepared rule.
#![forbid(unsafe_code)]

use super::affinity::first;
use super::pipeline::{PgPlacement, PlacedPool, Placement};
use super::{PgId, PlacementError, placement_seed};
use crate::fallible::Fallible;
use crate::mapper::NONE;
use crate::placer::{PlaceError, Placer};

/// What a rule gives for several PGs.
struct RawSets {
    /// The input of each.
    inputs: Vec<u32>,
    /// The sets, so many places for each.
    rows: Vec<i32>,
    size: usize,
    /// Defined places of each.
    lens: Vec<usize>,
}

impl RawSets {
    /// The set of PG number `i`.
    fn of(&self, i: usize) -> &[i32] {
        &self.rows[i * self.size..][..self.lens[i]]
    }
}

impl Placement<'_> {
    /// Where PGs of a pool are: for each seed what [`place`](Self::place) tells.
    ///
    /// # Errors
    /// A rule whose tries exceed the budget; not enough memory.
    pub fn place_batch(&mut self, pool: u64, seeds: &[u32]) -> Result<Vec<PgPlacement>, PlacementError> {
        let pg = |seed| PgId { pool, seed };
        let Some(placed) = self.pool(pool)? else {
            return Ok(seeds.iter().map(|&seed| PgPlacement::nowhere(pg(seed))).collect());
        };
        let raw = placed.raw_sets(seeds)?;
        let follow = |(i, &seed): (usize, &u32)| {
            placed.placement.follow(placed.pool, pg(seed), raw.inputs[i], raw.of(i).to_vec(), &mut |_| {})
        };
        Ok(seeds.iter().enumerate().map(follow).collect())
    }
}

impl PlacedPool<'_> {
    /// Places of an up set: the pool's size, or more where an explicit set is longer.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The up sets of PGs, whose seeds may be objects' whole hashes: that of seed number i starts at place i *
    /// [`width`](Self::width) of `sets`, unused places and holes hold 0x7fffffff; its primary, or -1, goes to
    /// `primaries[i]`.
    ///
    /// # Errors
    /// `sets` or `primaries` of another length; not enough memory.
    pub fn up_sets(
        &self,
        seeds: &[u32],
        sets: &mut [i32],
        primaries: &mut [i32],
    ) -> Result<(), PlacementError> {
        let (expected, found) = (seeds.len().saturating_mul(self.width), sets.len());
        if found != expected {
            return Err(PlaceError::Results { expected, found }.into());
        }
        if primaries.len() != seeds.len() {
            return Err(PlaceError::Lengths { expected: seeds.len(), found: primaries.len() }.into());
        }
        sets.fill(NONE);
        primaries.fill(-1);
        let raw = self.raw_sets(seeds)?;
        let answers = sets.chunks_exact_mut(self.width).zip(primaries);
        for ((i, &seed), (set, primary)) in seeds.iter().enumerate().zip(answers) {
            *primary = self.up_set(seed, raw.inputs[i], raw.of(i), set);
        }
        Ok(())
    }

    /// What the rule gives for PGs.
    fn raw_sets(&self, seeds: &[u32]) -> Result<RawSets, PlacementError> {
        let input =
            |&seed: &u32| placement_seed(self.id, seed, self.pool.pgp_num, self.pool.has_hashpspool());
        let size = self.placer.map_or(0, Placer::result_max);
        let mut raw = RawSets {
            inputs: Vec::try_collect(seeds.iter().map(input))?,
            rows: Vec::try_filled(seeds.len().saturating_mul(size), NONE)?,
            size,
            lens: Vec::try_filled(seeds.len(), 0)?,
        };
        if let Some(placer) = self.placer {
            placer.place_batch(&raw.inputs, &mut raw.rows, Some(&mut raw.lens))?;
        }
        Ok(raw)
    }

    /// Writes an up set and returns its primary.
    fn up_set(&self, seed: u32, pps: u32, raw: &[i32], set: &mut [i32]) -> i32 {
        if self.plain && self.stays(raw) {
            set[..raw.len()].copy_from_slice(raw);
            return first(raw);
        }
        let pg = PgId { pool: self.id, seed };
        let place = self.placement.follow(self.pool, pg, pps, raw.to_vec(), &mut |_| {});
        set.iter_mut().zip(&place.up).for_each(|(place, &osd)| *place = osd);
        place.up_primary
    }

    /// Whether a set goes through as it is where the map has no exceptions: all its devices are up.
    fn stays(&self, raw: &[i32]) -> bool {
        let map = self.placement.map();
        let holes = !self.pool.can_shift();
        raw.iter().all(|&osd| if osd == NONE { holes } else { map.is_up(osd) })
    }
}

/// Whether nothing but the states of devices changes what a pool's rule gives.
pub(super) fn is_plain(placement: &Placement<'_>, pool: u64) -> bool {
    let map = placement.map();
    let pgs = PgId { pool, seed: 0 }..=PgId { pool, seed: u32::MAX };
    map.primary_affinity.iter().all(|&affinity| affinity >= 0x1_0000)
        && map.pg_upmap.range(pgs.clone()).next().is_none()
        && map.pg_upmap_items.range(pgs.clone()).next().is_none()
        && map.pg_upmap_primaries.range(pgs).next().is_none()
}

/// The longest explicit set of a pool.
pub(super) fn longest_explicit(placement: &Placement<'_>, pool: u64) -> usize {
    let pgs = PgId { pool, seed: 0 }..=PgId { pool, seed: u32::MAX };
    placement.map().pg_upmap.range(pgs).map(|(_, set)| set.len()).max().unwrap_or(0)
}
