//! What the file holds for a new pool besides the fields that placement reads (spec 09 section 9.4).
#![forbid(unsafe_code)]

use super::frame;
use crate::map::codec::writer::Sink;
use crate::osdmap::{NewPool, PoolKind};

/// The oldest version that is written.
pub(in crate::osdmap) const OLDEST: u8 = 26;
/// The newest version that is written.
pub(in crate::osdmap) const NEWEST: u8 = 32;

/// Bytes in the unit of which erasure-coded pools stripe.
const STRIPE_UNIT: u32 = 4096;

/// Between `pgp_num` and `flags`: numbers that are not used any more, no change, no snapshots, no owner.
pub(in crate::osdmap) fn middle() -> Vec<u8> {
    vec![0; 4 + 4 + 4 + 8 + 4 + 4 + 4 + 8]
}

/// Behind `flags`, up to `pg_num_pending` if the version has that.
pub(in crate::osdmap) fn rest(pool: &NewPool) -> Vec<u8> {
    let mut rest = Vec::new();
    rest.u32(0);
    rest.u8(pool.size - pool.size / 2);
    rest.put(&[0; 8 + 8]);
    no_tiers(&mut rest);
    rest.u32(match pool.kind {
        PoolKind::Replicated => 0,
        PoolKind::Erasure => STRIPE_UNIT * u32::from(pool.size),
    });
    // Targets of caches; the name of an erasure code profile.
    rest.put(&[0; 8 + 8 + 4 * 4 + 4]);
    rest.put(&[0; 4 + 4 + 8 + 4 + 4 + 1 + 1 + 4 + 4]);
    frame::write(&mut rest, [2, 1], &[0; 4]);
    rest.u32(0);
    // No applications.
    rest.u32(0);
    if pool.version >= 27 {
        rest.put(&[0; 8]);
    }
    if pool.version >= 28 {
        rest.u32(pool.pg_num);
        rest.u32(pool.pgp_num);
    }
    rest
}

/// No tiers, properties and hit sets.
fn no_tiers(rest: &mut Vec<u8>) {
    rest.u32(0);
    rest.i64(-1);
    rest.u8(0);
    rest.i64(-1);
    rest.i64(-1);
    rest.u32(0);
    // Hit sets of no kind.
    frame::write(rest, [1, 1], &[0]);
    rest.put(&[0; 4 + 4]);
}

/// Behind `pg_num_pending`, if the version has that.
pub(in crate::osdmap) fn behind(pool: &NewPool) -> Option<Vec<u8>> {
    if pool.version < 28 {
        return None;
    }
    let mut behind = vec![0; 3 * 4 + 1];
    if pool.version >= 29 {
        // No merge yet: a PG, two epochs, two versions.
        let mut merge = vec![1];
        merge.put(&[0; 8 + 4]);
        merge.i32(-1);
        merge.put(&[0; 4 + 4 + 4 + 12 + 12]);
        frame::write(&mut behind, [2, 1], &merge);
    }
    match pool.version {
        30 => behind.put(&[0; 16]),
        31.. => behind.u8(0),
        _ => {}
    }
    if pool.version >= 32 {
        varint(&mut behind, pool.nonprimary_shards as u64);
        varint(&mut behind, (pool.nonprimary_shards >> 64) as u64);
    }
    Some(behind)
}

/// A number in groups of 7 bits, low ones first.
fn varint(sink: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        sink.u8(value as u8 | 0x80);
        value >>= 7;
    }
    sink.u8(value as u8);
}
