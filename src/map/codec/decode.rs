//! A whole file, field by field in the order of spec 04 section 2.
#![forbid(unsafe_code)]

use super::error::{DecodeError, DecodeFault};
use super::reader::Reader;
use super::{MAGIC, bucket, classes, encode, name_table, rule, tunables, weight_sets};
use crate::map::classes::Classes;
use crate::map::limits;
use crate::map::model::{DEFAULT_MSR, Map};
use crate::map::profile::LEGACY;
use crate::map::release::Release;
use std::collections::BTreeMap;

/// Reads a map as `release` does. Bytes behind the last field are ignored, as spec 04 section 2 demands.
pub(in crate::map) fn decode(bytes: &[u8], release: Release) -> Result<Map, DecodeError> {
    check_size("file", bytes.len(), bytes.len())?;
    let mut reader = Reader::new(bytes);
    let mut map = decode_body(&mut reader, release)?;
    decode_tail(&mut reader, release, &mut map)?;
    map.finalize();
    // Repairs and fields that are appended for newer readers can make the file longer than it was.
    check_size("file", encode::encoded_len(&map), bytes.len())?;
    Ok(map)
}

fn check_size(field: &'static str, size: usize, offset: usize) -> Result<(), DecodeError> {
    let limit = limits::MAX_BYTES;
    if size <= limit {
        Ok(())
    } else {
        Err(DecodeFault::OverLimit { count: size as u64, limit }.at(offset, field))
    }
}

/// Fields 1 to 9, which every file has.
fn decode_body(reader: &mut Reader<'_>, release: Release) -> Result<Map, DecodeError> {
    if reader.u32("magic")? != MAGIC {
        return Err(DecodeFault::BadMagic.at(0, "magic"));
    }
    let buckets_at = reader.offset();
    let max_buckets = reader.i32("max_buckets")?;
    let rules_at = reader.offset();
    let max_rules = reader.u32("max_rules")?;
    // Computed anew, from what the map holds.
    reader.i32("max_devices")?;
    let mut crush = bucket::decode_all(reader, max_buckets, buckets_at)?;
    rule::decode_all(reader, max_rules, rules_at, &mut crush, release)?;
    Ok(Map {
        crush,
        types: name_table::decode(reader, name_table::TYPES)?,
        names: name_table::decode(reader, name_table::ITEMS)?,
        rule_names: name_table::decode(reader, name_table::RULES)?,
        classes: Classes::default(),
        choose_args: BTreeMap::new(),
        msr: [DEFAULT_MSR; 2],
    })
}

/// Fields from 10 on: groups that newer releases appended, up to the end of the file.
fn decode_tail(reader: &mut Reader<'_>, release: Release, map: &mut Map) -> Result<(), DecodeError> {
    let mut tunables = LEGACY;
    tunables::decode(reader, &mut tunables)?;
    if !reader.is_at_end() {
        map.classes = classes::decode(reader)?;
    }
    if !reader.is_at_end() {
        map.choose_args = weight_sets::decode(reader, &map.crush)?;
    }
    if !reader.is_at_end() && release >= Release::Squid {
        tunables::decode_msr(reader, &mut tunables)?;
    }
    map.set_tunables(&tunables);
    Ok(())
}
