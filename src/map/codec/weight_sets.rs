//! Choose_args: field 21 (spec 04 sections 2.4 and 4.1).
#![forbid(unsafe_code)]

use super::error::{DecodeError, DecodeFault};
use super::reader::Reader;
use super::writer::Sink;
use crate::builder::{OwnedMap, StoredBucket, StoredWeights};
use crate::map::choose_args::{BucketArgs, ChooseArgsMap};
use crate::map::limits;
use std::collections::BTreeMap;

type Result<T> = core::result::Result<T, DecodeError>;
type Maps = BTreeMap<i64, ChooseArgsMap>;

/// Reads all maps and repairs them; of several with one index the last counts.
pub(super) fn decode(reader: &mut Reader<'_>, crush: &OwnedMap) -> Result<Maps> {
    let mut maps = Maps::new();
    let mut weights_left = limits::MAX_WEIGHTS;
    for _ in 0..reader.count("choose_args", 12, limits::MAX_CHOOSE_ARGS)? {
        let at = reader.offset();
        let index = reader.i64("choose_args index")?;
        let mut args = decode_map(reader, crush)?;
        repair(&mut args, crush, &mut weights_left).map_err(|fault| fault.at(at, "choose_args weights"))?;
        maps.insert(index, args);
    }
    Ok(maps)
}

fn decode_map(reader: &mut Reader<'_>, crush: &OwnedMap) -> Result<ChooseArgsMap> {
    let mut args = ChooseArgsMap::default();
    for _ in 0..reader.count("choose_args entries", 12, usize::MAX)? {
        let at = reader.offset();
        let slot = reader.u32("choose_args slot")?;
        if slot as usize >= crush.max_buckets() {
            return Err(DecodeFault::NoSlot(slot).at(at, "choose_args slot"));
        }
        let items = crush.bucket(slot as usize).map_or(0, |bucket| bucket.items.len());
        args.0.insert(slot, decode_entry(reader, items)?);
    }
    Ok(args)
}

fn decode_entry(reader: &mut Reader<'_>, items: usize) -> Result<BucketArgs> {
    let positions = reader.count("weight_set_positions", 4, limits::MAX_POSITIONS)?;
    let weight_set = reader.list("weight_set size", positions, |reader, field| {
        let size = reader.count(field, 4, limits::MAX_WEIGHTS)?;
        reader.list("weight_set weight", size, Reader::u32)
    })?;
    let at = reader.offset();
    let count = reader.count("ids_size", 4, limits::MAX_BUCKET_ITEMS)?;
    if count != 0 && count != items {
        return Err(DecodeFault::NotPerItem { count, items }.at(at, "ids_size"));
    }
    Ok(BucketArgs { ids: reader.list("choose_args id", count, Reader::i32)?, weight_set })
}

/// What upstream does after reading: only straw2 buckets keep their entries, and weight-sets of the map's usual number
/// of positions get as many weights as the bucket has items. Other weight-sets of a wrong length upstream keeps, and
/// maps with memory that is not theirs; here they are refused.
fn repair(
    args: &mut ChooseArgsMap,
    crush: &OwnedMap,
    weights_left: &mut usize,
) -> core::result::Result<(), DecodeFault> {
    let positions = args.positions();
    args.0.retain(|&slot, entry| !entry.is_empty() && straw2_items(crush.bucket(slot as usize)).is_some());
    for (&slot, entry) in &mut args.0 {
        let items = straw2_items(crush.bucket(slot as usize)).unwrap_or(0);
        let repairable = entry.weight_set.len() == positions;
        for weights in &mut entry.weight_set {
            let over = DecodeFault::OverLimit { count: items as u64, limit: *weights_left };
            *weights_left = weights_left.checked_sub(items).ok_or(over)?;
            if weights.len() != items && !repairable {
                return Err(DecodeFault::NotPerItem { count: weights.len(), items });
            }
            weights.try_reserve_exact(items.saturating_sub(weights.len()))?;
            weights.resize(items, 0);
        }
    }
    Ok(())
}

/// Number of items, if the bucket is there and a straw2 one.
fn straw2_items(bucket: Option<StoredBucket<'_>>) -> Option<usize> {
    bucket
        .filter(|bucket| matches!(bucket.weights, StoredWeights::Straw2 { .. }))
        .map(|bucket| bucket.items.len())
}

/// Writes all maps; entries that replace nothing are left out.
pub(super) fn encode(sink: &mut impl Sink, maps: &Maps) {
    sink.count(maps.len());
    for (&index, args) in maps {
        sink.i64(index);
        sink.count(args.iter().count());
        for (slot, entry) in args.iter() {
            sink.u32(slot);
            encode_entry(sink, entry);
        }
    }
}

fn encode_entry(sink: &mut impl Sink, entry: &BucketArgs) {
    sink.count(entry.weight_set.len());
    for weights in &entry.weight_set {
        sink.count(weights.len());
        weights.iter().for_each(|&weight| sink.u32(weight));
    }
    sink.count(entry.ids.len());
    entry.ids.iter().for_each(|&id| sink.i32(id));
}
