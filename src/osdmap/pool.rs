//! Pools (spec 09 section 9.4).
#![forbid(unsafe_code)]

use crate::placement::StringHash;

/// Bit of `flags`: PGs are spread by hash.
pub(super) const HASHPSPOOL: u64 = 1 << 0;
/// Bit of `flags`: temporary sets are stored with the shards first that may be primary.
const EC_OPTIMIZATIONS: u64 = 1 << 19;

/// How a pool keeps objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PoolKind {
    /// Whole copies, whose order means nothing.
    Replicated,
    /// Shards, each with its own position.
    Erasure,
}

/// A pool, as far as placement depends on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pool {
    /// How it keeps objects.
    pub kind: PoolKind,
    /// Copies or shards.
    pub size: u8,
    /// Number of the rule that places its PGs.
    pub crush_rule: u8,
    /// Number of the hash of object names, see [`StringHash`].
    pub object_hash: u8,
    /// Number of PGs.
    pub pg_num: u32,
    /// Number of distinct placements of PGs.
    pub pgp_num: u32,
    /// Bits, of which placement reads two.
    pub flags: u64,
    /// Number of PGs when those are merged that are about to be; `pg_num`, or what the file says, if none are.
    pub pg_num_pending: u32,
    /// Shards that may not be primary, a bit each.
    pub(super) nonprimary_shards: u128,
    /// Version of the pool's part of the file, and the oldest that can read it.
    pub(super) version: [u8; 2],
    /// What the file has between `pgp_num` and `flags`.
    pub(super) middle: Vec<u8>,
    /// What the file has behind `flags`, up to `pg_num_pending` if the version has that.
    pub(super) rest: Vec<u8>,
    /// What the file has behind `pg_num_pending`; none if the version does not have that.
    pub(super) behind: Option<Vec<u8>>,
}

impl Pool {
    /// Positions mean nothing, so that a set closes up when a device leaves it.
    pub fn can_shift(&self) -> bool {
        self.kind == PoolKind::Replicated
    }

    /// The hash of object names.
    pub fn object_hash(&self) -> StringHash {
        self.object_hash.into()
    }

    /// PGs are spread by a hash, not in a row.
    pub fn has_hashpspool(&self) -> bool {
        self.flags & HASHPSPOOL != 0
    }

    /// Temporary sets are stored with the shards first that may be primary.
    pub fn has_optimizations(&self) -> bool {
        self.kind == PoolKind::Erasure && self.flags & EC_OPTIMIZATIONS != 0
    }

    /// Whether a PG is about to be merged into another, or another into it; or is none any more.
    pub fn is_merging(&self, seed: u32) -> bool {
        let pending = self.pg_num_pending;
        // The sources have seeds from `pending` on. Of those that become `seed` the lowest one counts.
        let power = u64::from(pending).next_power_of_two();
        let (seed, pending, end) = (u64::from(seed), u64::from(pending), u64::from(self.pg_num));
        let is_source = |source: u64| (pending..end).contains(&source);
        seed >= pending || is_source(seed + power) || seed < power / 2 && is_source(seed + power / 2)
    }

    /// Whether a shard may not be primary.
    pub fn is_nonprimary(&self, shard: usize) -> bool {
        shard < 128 && self.nonprimary_shards >> shard & 1 == 1
    }
}

#[cfg(test)]
mod tests {
    use crate::osdmap::NewPool;
    use crate::placement::stable_mod;

    #[test]
    fn merging_groups_are_sources_and_what_becomes_of_them() {
        for (pg_num, pending) in
            (1..40).flat_map(|pg_num| (0..=pg_num + 1).map(move |pending| (pg_num, pending)))
        {
            let pool = NewPool { pg_num, pg_num_pending: Some(pending), ..NewPool::default() }.build();
            for seed in 0..pg_num + 3 {
                let sources = || (pending..pg_num).any(|source| stable_mod(source, pending) == seed);
                assert_eq!(
                    pool.is_merging(seed),
                    seed >= pending || sources(),
                    "{seed} of {pg_num}, {pending}"
                );
            }
        }
    }
}
