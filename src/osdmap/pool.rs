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
    /// Shards that may not be primary, a bit each.
    pub(super) nonprimary_shards: u128,
    /// Version of the pool's part of the file, and the oldest that can read it.
    pub(super) version: [u8; 2],
    /// What the file has between `pgp_num` and `flags`.
    pub(super) middle: Vec<u8>,
    /// What the file has behind `flags`.
    pub(super) rest: Vec<u8>,
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

    /// Whether a shard may not be primary.
    pub fn is_nonprimary(&self, shard: usize) -> bool {
        shard < 128 && self.nonprimary_shards >> shard & 1 == 1
    }
}
