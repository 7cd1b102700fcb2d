//! The up sets of many PGs of one pool.
#![forbid(unsafe_code)]

use super::affinity::first;
use super::pipeline::{PlacedPool, Placement};
use super::{PgId, PlacementError, placement_seed};
use crate::mapper::NONE;
use crate::placer::Placer;

impl PlacedPool<'_> {
    /// Places of an up set: the pool's size, or more where an explicit set is longer.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The rule, prepared; `None` if there is none, and so no sets.
    pub fn placer(&self) -> Option<&Placer> {
        self.placer
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
        sets.fill(NONE);
        primaries.fill(-1);
        let Some(placer) = self.placer else { return Ok(()) };
        let pool = self.pool;
        let input = |&seed: &u32| placement_seed(self.id, seed, pool.pgp_num, pool.has_hashpspool());
        let inputs: Vec<u32> = seeds.iter().map(input).collect();
        let size = placer.result_max();
        let mut raw = vec![NONE; seeds.len().saturating_mul(size)];
        let mut lens = vec![0; seeds.len()];
        placer.place_batch(&inputs, &mut raw, Some(&mut lens))?;
        let rows = raw.chunks_exact(size).zip(lens).map(|(row, len)| &row[..len]);
        let answers = sets.chunks_exact_mut(self.width).zip(primaries);
        for (((&seed, &pps), row), (set, primary)) in seeds.iter().zip(&inputs).zip(rows).zip(answers) {
            *primary = self.up_set(seed, pps, row, set);
        }
        Ok(())
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
