//! Where a pool or a rule puts inputs, prepared for many of them and for many threads.

use crush::map::Map;
use crush::mapper::Topology as _;
use crush::placement::{PlacedPool, PlacementError, stable_mod};
use crush::placer::{Placer, PlacerError};

/// "No device" in a set.
pub const NONE: i32 = i32::MAX;

/// What is placed.
#[derive(Debug)]
pub(crate) enum Placed<'a> {
    /// Up sets of the PGs of a pool that has `pg_num` of them. A PG beyond is where the one is that it will be split from.
    Pool { pool: PlacedPool<'a>, pg_num: u32 },
    /// What a rule gives for inputs as they are.
    Rule { placer: Box<Placer> },
    /// What there is not: no devices for anything.
    Nothing,
}

impl Placed<'_> {
    /// A rule with the choose_args that serve no pool in particular, as `crushtool --test` takes them.
    pub(crate) fn rule(
        map: &Map,
        rule: u32,
        size: usize,
        weights: &[u32],
        budget: u64,
    ) -> Result<Self, PlacerError> {
        if map.view().rule(rule).is_none() || size == 0 {
            return Ok(Self::Nothing);
        }
        let placer = map.placer_with_budget(0, rule, size, weights, budget)?;
        Ok(Self::Rule { placer: Box::new(placer) })
    }

    /// Places of a row.
    pub(crate) fn width(&self) -> usize {
        match self {
            Self::Pool { pool, .. } => pool.width(),
            Self::Rule { placer } => placer.result_max(),
            Self::Nothing => 1,
        }
    }

    /// Writes a row of [`width`](Self::width) places for each seed, and its primary or -1.
    pub(crate) fn place(
        &self,
        seeds: &[u32],
        rows: &mut [i32],
        primaries: &mut [i32],
    ) -> Result<(), PlacementError> {
        match self {
            Self::Pool { pool, pg_num } => {
                let own: Vec<u32> = seeds.iter().map(|&seed| stable_mod(seed, *pg_num)).collect();
                pool.up_sets(&own, rows, primaries)
            }
            Self::Rule { placer } => {
                placer.place_batch(seeds, rows, None)?;
                let first = |row: &[i32]| row.iter().copied().find(|&osd| osd != NONE).unwrap_or(-1);
                let rows = rows.chunks_exact(placer.result_max());
                primaries.iter_mut().zip(rows).for_each(|(primary, row)| *primary = first(row));
                Ok(())
            }
            Self::Nothing => {
                rows.fill(NONE);
                primaries.fill(-1);
                Ok(())
            }
        }
    }
}
