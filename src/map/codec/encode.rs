//! A whole file (spec 04 section 5).
#![forbid(unsafe_code)]

use super::error::EncodeError;
use super::requirements::compatible_choose_args;
use super::writer::{Counter, Sink};
use super::{MAGIC, bucket, classes, name_table, rule, tunables, weight_sets};
use crate::map::choose_args::ChooseArgsMap;
use crate::map::limits;
use crate::map::model::Map;
use crate::map::release::Release;

/// Writes a map for readers of `release`; what their file form lacks is left out.
pub(in crate::map) fn encode(map: &Map, release: Release) -> Result<Vec<u8>, EncodeError> {
    if map.max_rules() as usize > limits::MAX_RULES {
        return Err(EncodeError::TooManyRules(map.max_rules()));
    }
    let mut counter = Counter::default();
    write(&mut counter, map, release)?;
    if counter.0 > limits::MAX_BYTES {
        return Err(EncodeError::TooLarge(counter.0));
    }
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(counter.0).map_err(|_| EncodeError::NoMemory)?;
    write(&mut bytes, map, release)?;
    Ok(bytes)
}

/// Length of the file for the newest readers; of a map that has no file, the length up to the obstacle.
pub(in crate::map) fn encoded_len(map: &Map) -> usize {
    let mut counter = Counter::default();
    // Whoever encodes is told of the obstacle.
    let _ = write(&mut counter, map, Release::default());
    counter.0
}

fn write(sink: &mut impl Sink, map: &Map, release: Release) -> Result<(), EncodeError> {
    write_structure(sink, map, release);
    name_table::encode(sink, &map.types, name_table::TYPES)?;
    name_table::encode(sink, &map.names, name_table::ITEMS)?;
    name_table::encode(sink, &map.rule_names, name_table::RULES)?;
    tunables::encode(sink, &map.tunables(), release);
    if release >= Release::Luminous {
        classes::encode(sink, &map.classes);
        weight_sets::encode(sink, &map.choose_args);
    }
    if release >= Release::Squid {
        tunables::encode_msr(sink, &map.tunables());
    }
    Ok(())
}

/// Fields 1 to 6.
fn write_structure(sink: &mut impl Sink, map: &Map, release: Release) {
    sink.u32(MAGIC);
    sink.count(map.max_buckets());
    sink.u32(map.max_rules());
    sink.i32(map.max_devices());
    // Readers that know no weight-sets get the weights in place of the items' own.
    let replaced = if release < Release::Luminous { compatible_choose_args(map) } else { None };
    for slot in 0..map.max_buckets() {
        bucket::encode(sink, map.crush.bucket(slot), replaced.and_then(|args| first_weights(args, slot)));
    }
    for number in 0..map.max_rules() {
        rule::encode(sink, number, map.rule(number), release);
    }
}

/// The weights for position 0 of the bucket in a slot.
fn first_weights(args: &ChooseArgsMap, slot: usize) -> Option<&[u32]> {
    args.0.get(&u32::try_from(slot).ok()?)?.weight_set.first().map(Vec::as_slice)
}
