//! Device classes: fields 18 to 20 (spec 04 section 2).
#![forbid(unsafe_code)]

use super::error::DecodeError;
use super::name_table::{CLASSES, decode_name, encode_any};
use super::reader::Reader;
use super::writer::Sink;
use crate::map::classes::Classes;
use crate::map::names::NameTable;
use std::collections::BTreeMap;

/// Reads the three tables. Of several entries for one key the first counts, unlike in the older tables.
pub(super) fn decode(reader: &mut Reader<'_>) -> Result<Classes, DecodeError> {
    let of_item = decode_pairs(reader, ["class_map", "class_map item", "class_map class"])?;
    let names = decode_names(reader)?;
    let mut shadows = BTreeMap::new();
    for _ in 0..reader.count("class_bucket", 8, usize::MAX)? {
        let bucket = reader.i32("class_bucket bucket")?;
        let of_class = decode_pairs(reader, ["class_bucket", "class_bucket class", "class_bucket shadow"])?;
        shadows.entry(bucket).or_insert(of_class);
    }
    Ok(Classes { names, of_item, shadows })
}

fn decode_pairs(
    reader: &mut Reader<'_>,
    [table, key, value]: [&'static str; 3],
) -> Result<BTreeMap<i32, i32>, DecodeError> {
    let mut pairs = BTreeMap::new();
    for _ in 0..reader.count(table, 8, usize::MAX)? {
        let key = reader.i32(key)?;
        let value = reader.i32(value)?;
        pairs.entry(key).or_insert(value);
    }
    Ok(pairs)
}

fn decode_names(reader: &mut Reader<'_>) -> Result<NameTable, DecodeError> {
    let mut names = NameTable::default();
    for _ in 0..reader.count(CLASSES.table, 8, usize::MAX)? {
        let class = reader.i32(CLASSES.key)?;
        let name = decode_name(reader, CLASSES.name)?;
        if names.name(class).is_none() {
            names.set(class, name);
        }
    }
    Ok(names)
}

/// Writes the three tables.
pub(super) fn encode(sink: &mut impl Sink, classes: &Classes) {
    encode_pairs(sink, &classes.of_item);
    encode_any(sink, &classes.names);
    sink.count(classes.shadows.len());
    for (&bucket, of_class) in &classes.shadows {
        sink.i32(bucket);
        encode_pairs(sink, of_class);
    }
}

fn encode_pairs(sink: &mut impl Sink, pairs: &BTreeMap<i32, i32>) {
    sink.count(pairs.len());
    for (&key, &value) in pairs {
        sink.i32(key);
        sink.i32(value);
    }
}
