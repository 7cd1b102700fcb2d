//! Pools that no file has held yet.
#![forbid(unsafe_code)]

use super::codec::defaults;
use super::pool::{HASHPSPOOL, Pool, PoolKind};

/// The oldest reader that a pool's part of the file is for.
const COMPAT: u8 = 5;

/// A new pool, as far as placement depends on it. Everything else is as in a pool that nobody has set anything for.
///
/// ```
/// use crush::osdmap::{NewPool, PoolKind};
///
/// let pool = NewPool { kind: PoolKind::Erasure, size: 6, pg_num: 64, pgp_num: 64, ..NewPool::default() }.build();
/// assert_eq!(pool.size, 6);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewPool {
    /// How it keeps objects.
    pub kind: PoolKind,
    /// Copies or shards.
    pub size: u8,
    /// Number of the rule that places its PGs.
    pub crush_rule: u8,
    /// Number of the hash of object names: 2 for rjenkins.
    pub object_hash: u8,
    /// Number of PGs.
    pub pg_num: u32,
    /// Number of distinct placements of PGs.
    pub pgp_num: u32,
    /// Number of PGs when those are merged that are about to be; none are unless said. Versions before 28 have no place for
    /// it.
    pub pg_num_pending: Option<u32>,
    /// Bits, of which placement reads 0 (PGs are spread by hash) and 19 (optimised erasure pool).
    pub flags: u64,
    /// Shards that may not be primary, a bit each; versions before 32 have no place for them.
    pub nonprimary_shards: u128,
    /// Version of the pool's part of the file: 26 for readers from Luminous on, 27 from Mimic, 29 from Nautilus, 32 for
    /// Tentacle.
    pub version: u8,
}

impl Default for NewPool {
    /// Three copies, by rule 0, one PG, in the version that readers from Nautilus on know.
    fn default() -> Self {
        Self {
            kind: PoolKind::Replicated,
            size: 3,
            crush_rule: 0,
            object_hash: 2,
            pg_num: 1,
            pgp_num: 1,
            pg_num_pending: None,
            flags: HASHPSPOOL,
            nonprimary_shards: 0,
            version: 29,
        }
    }
}

impl NewPool {
    /// The pool. Versions outside of 26 to 32 become the nearest of these.
    pub fn build(self) -> Pool {
        let version = self.version.clamp(defaults::OLDEST, defaults::NEWEST);
        let new = Self { version, ..self };
        let behind = defaults::behind(&new);
        let pending = new.pg_num_pending.filter(|_| behind.is_some());
        Pool {
            kind: new.kind,
            size: new.size,
            crush_rule: new.crush_rule,
            object_hash: new.object_hash,
            pg_num: new.pg_num,
            pgp_num: new.pgp_num,
            flags: new.flags,
            nonprimary_shards: if version < defaults::NEWEST { 0 } else { new.nonprimary_shards },
            version: [version, COMPAT],
            pg_num_pending: pending.unwrap_or(new.pg_num),
            middle: defaults::middle(),
            rest: defaults::rest(&new),
            behind,
        }
    }
}
