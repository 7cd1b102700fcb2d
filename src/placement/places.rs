//! Many PGs of a pool at once.
#![forbid(unsafe_code)]

use super::{PgId, PgPlacement, Placement, PlacementError, placement_seed};
use crate::mapper::NONE;

impl Placement<'_> {
    /// Where PGs of a pool are: for each seed what [`place`](Self::place) tells, from one batch of the pool's prepared rule.
    ///
    /// # Errors
    /// A rule whose tries exceed the budget; not enough memory.
    pub fn place_batch(&mut self, pool: u64, seeds: &[u32]) -> Result<Vec<PgPlacement>, PlacementError> {
        let id = pool;
        let pg = |seed| PgId { pool: id, seed };
        let Some(pool) = self.map().pool(id) else {
            return Ok(seeds.iter().map(|&seed| PgPlacement::nowhere(pg(seed))).collect());
        };
        let input = |&seed| placement_seed(id, seed, pool.pgp_num, pool.has_hashpspool());
        let inputs: Vec<u32> = seeds.iter().map(input).collect();
        let mut rows = vec![Vec::new(); seeds.len()];
        if let Some(placer) = self.placer(pool, id)? {
            let (mut results, mut lens) = (Vec::new(), vec![0; seeds.len()]);
            let places = seeds.len() * placer.result_max();
            results.try_reserve_exact(places)?;
            results.resize(places, NONE);
            placer.place_batch(&inputs, &mut results, Some(&mut lens))?;
            for ((row, result), len) in rows.iter_mut().zip(results.chunks(placer.result_max())).zip(lens) {
                *row = result[..len].to_vec();
            }
        }
        let each = seeds.iter().zip(inputs).zip(rows);
        Ok(each.map(|((&seed, pps), raw)| self.follow(pool, pg(seed), pps, raw, &mut |_| {})).collect())
    }
}
