//! Tables: a count, then keys with values, by ascending key.
#![forbid(unsafe_code)]

use super::error::{OsdMapError, OsdMapFault};
use crate::map::codec::reader::Reader;
use crate::map::codec::writer::Sink;
use crate::placement::PgId;
use std::collections::BTreeMap;

type Result<T> = core::result::Result<T, OsdMapError>;

/// Bytes of a PG's id.
const PG_ID: usize = 17;

/// Reads a table whose entries take at least `bytes_each` bytes. A key that comes twice has its last value.
pub(super) fn read<'a, K: Ord, V>(
    reader: &mut Reader<'a>,
    field: &'static str,
    bytes_each: usize,
    mut entry: impl FnMut(&mut Reader<'a>) -> Result<(K, V)>,
) -> Result<BTreeMap<K, V>> {
    let count = reader.count(field, bytes_each, usize::MAX)?;
    (0..count).map(|_| entry(reader)).collect()
}

/// Reads a table of PGs.
pub(super) fn read_pgs<'a, V>(
    reader: &mut Reader<'a>,
    field: &'static str,
    bytes_each: usize,
    mut value: impl FnMut(&mut Reader<'a>) -> Result<V>,
) -> Result<BTreeMap<PgId, V>> {
    read(reader, field, PG_ID + bytes_each, |reader| Ok((pg_id(reader, field)?, value(reader)?)))
}

fn pg_id(reader: &mut Reader<'_>, field: &'static str) -> Result<PgId> {
    let offset = reader.offset();
    let version = reader.u8(field)?;
    if version != 1 {
        return Err(OsdMapFault::UnknownPgId(version).at(offset, field));
    }
    let pg = PgId { pool: reader.u64(field)?, seed: reader.u32(field)? };
    // A preferred device, which no release uses any more.
    reader.i32(field)?;
    Ok(pg)
}

/// A list of devices.
pub(super) fn devices(reader: &mut Reader<'_>, field: &'static str) -> Result<Vec<i32>> {
    let count = reader.count(field, 4, usize::MAX)?;
    Ok(reader.list(field, count, Reader::i32)?)
}

/// A list of numbers.
pub(super) fn numbers(reader: &mut Reader<'_>, field: &'static str) -> Result<Vec<u32>> {
    let count = reader.count(field, 4, usize::MAX)?;
    Ok(reader.list(field, count, Reader::u32)?)
}

/// Bytes behind their length.
pub(super) fn blob<'a>(reader: &mut Reader<'a>, field: &'static str) -> Result<&'a [u8]> {
    let len = reader.count(field, 1, usize::MAX)?;
    Ok(reader.bytes(field, len)?)
}

/// Writes a table.
pub(super) fn write<K, V>(
    sink: &mut Vec<u8>,
    table: &BTreeMap<K, V>,
    mut entry: impl FnMut(&mut Vec<u8>, &K, &V),
) {
    sink.count(table.len());
    table.iter().for_each(|(key, value)| entry(sink, key, value));
}

/// Writes a table of PGs.
pub(super) fn write_pgs<V>(
    sink: &mut Vec<u8>,
    table: &BTreeMap<PgId, V>,
    mut value: impl FnMut(&mut Vec<u8>, &V),
) {
    write(sink, table, |sink, pg, found| {
        sink.u8(1);
        sink.u64(pg.pool);
        sink.u32(pg.seed);
        sink.i32(-1);
        value(sink, found);
    });
}

/// Writes a list of devices.
pub(super) fn write_devices(sink: &mut Vec<u8>, list: &[i32]) {
    sink.count(list.len());
    list.iter().for_each(|&device| sink.i32(device));
}

/// Writes a list of numbers.
pub(super) fn write_numbers(sink: &mut Vec<u8>, list: &[u32]) {
    sink.count(list.len());
    list.iter().for_each(|&number| sink.u32(number));
}

/// Writes bytes behind their length.
pub(super) fn write_blob(sink: &mut Vec<u8>, bytes: &[u8]) {
    sink.count(bytes.len());
    sink.put(bytes);
}
