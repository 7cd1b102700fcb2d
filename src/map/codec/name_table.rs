//! Tables of names, with the widths of keys that early releases wrote (spec 04 section 2.3).
#![forbid(unsafe_code)]

use super::error::{DecodeError, DecodeFault, EncodeError};
use super::reader::Reader;
use super::writer::Sink;
use crate::map::limits;
use crate::map::names::{Name, NameTable};

/// What a table names, in messages.
#[derive(Clone, Copy)]
pub(super) struct Field {
    pub(super) table: &'static str,
    pub(super) key: &'static str,
    pub(super) name: &'static str,
    /// The key from which on keys are refused.
    pub(super) end: Option<i32>,
}

/// Names of types.
pub(super) const TYPES: Field = Field { table: "type_map", key: "type id", name: "type name", end: None };
/// Names of items, which end where ids stop being devices.
pub(super) const ITEMS: Field =
    Field { table: "name_map", key: "item id", name: "item name", end: Some(limits::END_OF_DEVICES) };
/// Names of rules.
pub(super) const RULES: Field =
    Field { table: "rule_name_map", key: "rule id", name: "rule name", end: None };
/// Names of classes.
pub(super) const CLASSES: Field =
    Field { table: "class_name", key: "class id", name: "class name", end: None };

/// Reads one of the three old tables: entries may have keys of 64 bits, and the last of several for one id counts.
pub(super) fn decode(reader: &mut Reader<'_>, field: Field) -> Result<NameTable, DecodeError> {
    // An id, a length and at least one byte.
    let count = reader.count(field.table, 9, usize::MAX)?;
    let mut table = NameTable::default();
    for _ in 0..count {
        let at = reader.offset();
        let id = reader.i32(field.key)?;
        if field.end.is_some_and(|end| id >= end) {
            return Err(DecodeFault::NoItem(id).at(at, field.key));
        }
        table.set(id, decode_tolerantly(reader, field.name)?);
    }
    Ok(table)
}

/// A length of 0 is the upper half of a 64-bit key: the length follows.
fn decode_tolerantly(reader: &mut Reader<'_>, field: &'static str) -> Result<Name, DecodeError> {
    let first = decode_name(reader, field)?;
    let name = if first.as_bytes().is_empty() { decode_name(reader, field)? } else { first };
    if name.as_bytes().is_empty() {
        return Err(DecodeFault::EmptyName.at(reader.offset(), field));
    }
    Ok(name)
}

/// Reads a name that may be empty.
pub(super) fn decode_name(reader: &mut Reader<'_>, field: &'static str) -> Result<Name, DecodeError> {
    let len = reader.count(field, 1, limits::MAX_NAME)?;
    reader.bytes(field, len).map(Name::from)
}

/// Writes a table in which no name may be empty.
pub(super) fn encode(sink: &mut impl Sink, table: &NameTable, field: Field) -> Result<(), EncodeError> {
    if let Some((id, _)) = table.iter().find(|(_, name)| name.as_bytes().is_empty()) {
        return Err(EncodeError::EmptyName { table: field.table, id });
    }
    encode_any(sink, table);
    Ok(())
}

/// Writes a table in which names may be empty.
pub(super) fn encode_any(sink: &mut impl Sink, table: &NameTable) {
    sink.count(table.len());
    for (id, name) in table.iter() {
        sink.i32(id);
        sink.count(name.as_bytes().len());
        sink.put(name.as_bytes());
    }
}
