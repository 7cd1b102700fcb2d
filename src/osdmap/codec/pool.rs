//! A pool in the file (spec 09 section 9.4).
#![forbid(unsafe_code)]

use super::error::{OsdMapError, OsdMapFault};
use super::{frame, table};
use crate::map::codec::reader::Reader;
use crate::map::codec::writer::Sink;
use crate::osdmap::pool::{Pool, PoolKind};

type Result<T> = core::result::Result<T, OsdMapError>;

/// The newest version whose fields are known.
const SUPPORTED: u8 = 32;
/// The version that brought `pg_num_pending`.
const WITH_PENDING: u8 = 28;
/// The version that brought `nonprimary_shards`.
const WITH_NONPRIMARY: u8 = 32;

pub(super) fn read(reader: &mut Reader<'_>) -> Result<Pool> {
    let (version, mut body) = frame::open(reader, "pool", SUPPORTED)?;
    let offset = body.offset();
    let kind = match body.u8("pool type")? {
        1 => PoolKind::Replicated,
        3 => PoolKind::Erasure,
        other => return Err(OsdMapFault::UnknownPoolKind(other).at(offset, "pool type")),
    };
    let [size, crush_rule, object_hash] =
        [body.u8("pool size")?, body.u8("crush_rule")?, body.u8("object_hash")?];
    let (pg_num, pgp_num) = (body.u32("pg_num")?, body.u32("pgp_num")?);
    let middle = kept(&mut body, snapshots)?;
    let flags = body.u64("pool flags")?;
    let has_pending = version[0] >= WITH_PENDING;
    let rest = if has_pending { kept(&mut body, pass_to_pending)? } else { body.bytes("pool", body.left())? };
    let (mut pg_num_pending, mut behind, mut nonprimary_shards) = (pg_num, None, 0);
    if has_pending {
        pg_num_pending = body.u32("pg_num_pending")?;
        let bytes = body.bytes("pool", body.left())?;
        if version[0] >= WITH_NONPRIMARY {
            nonprimary_shards = nonprimary(&mut body.again(bytes))?;
        }
        behind = Some(bytes.to_vec());
    }
    let (middle, rest) = (middle.to_vec(), rest.to_vec());
    Ok(Pool {
        kind,
        size,
        crush_rule,
        object_hash,
        pg_num,
        pgp_num,
        flags,
        pg_num_pending,
        nonprimary_shards,
        version,
        middle,
        rest,
        behind,
    })
}

pub(super) fn write(sink: &mut Vec<u8>, pool: &Pool) {
    let mut body = Vec::new();
    body.u8(match pool.kind {
        PoolKind::Replicated => 1,
        PoolKind::Erasure => 3,
    });
    body.put(&[pool.size, pool.crush_rule, pool.object_hash]);
    body.u32(pool.pg_num);
    body.u32(pool.pgp_num);
    body.put(&pool.middle);
    body.u64(pool.flags);
    body.put(&pool.rest);
    if let Some(behind) = &pool.behind {
        body.u32(pool.pg_num_pending);
        body.put(behind);
    }
    frame::write(sink, pool.version, &body);
}

/// The bytes that `pass` goes over.
pub(super) fn kept<'a>(
    reader: &mut Reader<'a>,
    pass: impl FnOnce(&mut Reader<'a>) -> Result<()>,
) -> Result<&'a [u8]> {
    let before = reader.all();
    pass(reader)?;
    Ok(&before[..before.len() - reader.left()])
}

/// Between `pgp_num` and `flags`: obsolete numbers, the last change, snapshots, an owner.
fn snapshots(body: &mut Reader<'_>) -> Result<()> {
    body.bytes("pool", 4 + 4 + 4 + 8 + 4)?;
    table::read(body, "snaps", 8 + frame::HEADER, |body| {
        Ok((body.u64("snaps")?, frame::skip(body, "snaps")?))
    })?;
    intervals(body, "removed_snaps")?;
    body.u64("auid")?;
    Ok(())
}

/// Passes over ranges of snapshots.
pub(super) fn intervals(reader: &mut Reader<'_>, field: &'static str) -> Result<()> {
    let count = reader.count(field, 16, usize::MAX)?;
    reader.bytes(field, 16 * count)?;
    Ok(())
}

/// Behind `flags`, from version 28 on: everything up to `pg_num_pending`.
fn pass_to_pending(rest: &mut Reader<'_>) -> Result<()> {
    let mut bytes = |len: usize| rest.bytes("pool", len).map(drop);
    bytes(4 + 1 + 8 + 8)?; // obsolete, min_size, quotas
    let count = rest.count("tiers", 8, usize::MAX)?;
    rest.bytes("tiers", 8 * count + 8 + 1 + 8 + 8)?;
    strings(rest, "properties")?;
    frame::skip(rest, "hit_set_params")?;
    rest.bytes("pool", 4 + 4 + 4 + 8 + 8 + 4 * 4)?; // hit sets, stripe width, targets, cache values
    table::blob(rest, "erasure_code_profile")?;
    rest.bytes("pool", 4 + 4 + 8 + 4 + 4 + 1 + 1 + 4 + 4)?;
    frame::skip(rest, "opts")?;
    rest.u32("last_force_op_resend_prenautilus")?;
    table::read(rest, "application_metadata", 8, |rest| {
        Ok((table::blob(rest, "application_metadata")?, strings(rest, "application_metadata")?))
    })?;
    rest.bytes("pool", 8 + 2 * 4)?; // time of making, targets of splits and merges
    Ok(())
}

/// Behind `pg_num_pending`, in version 32: everything up to the shards that may not be primary, and those.
fn nonprimary(rest: &mut Reader<'_>) -> Result<u128> {
    rest.bytes("pool", 3 * 4 + 1)?; // numbers of no use, autoscaling
    frame::skip(rest, "last_pg_merge_meta")?;
    if rest.u8("stretch mode")? != 0 {
        rest.bytes("stretch mode", 16)?;
    }
    let (low, high) = (varint(rest)?, varint(rest)?);
    Ok(u128::from(high) << 64 | u128::from(low))
}

/// Passes over strings by string.
fn strings(reader: &mut Reader<'_>, field: &'static str) -> Result<()> {
    let count = reader.count(field, 8, usize::MAX)?;
    (0..2 * count).try_for_each(|_| table::blob(reader, field).map(drop))
}

/// A number in 7-bit groups, low ones first.
fn varint(reader: &mut Reader<'_>) -> Result<u64> {
    let mut value = 0;
    for shift in (0..u64::BITS).step_by(7) {
        let byte = reader.u8("nonprimary_shards")?;
        value |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            break;
        }
    }
    Ok(value)
}
