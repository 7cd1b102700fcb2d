//! Bucket slots (spec 04 section 2.1).
#![forbid(unsafe_code)]

use super::error::{DecodeError, DecodeFault};
use super::reader::Reader;
use super::writer::Sink;
use crate::builder::{BucketAlgorithm, OwnedMap, StoredBucket, StoredWeights, tree_node_count};
use crate::map::limits;

/// Reads all slots into a map that has none yet.
pub(super) fn decode_all(reader: &mut Reader<'_>, count: i32, at: usize) -> Result<OwnedMap, DecodeError> {
    const FIELD: &str = "max_buckets";
    let checked = match u32::try_from(count) {
        Ok(count) => reader.check_count(count, 4, limits::MAX_BUCKETS),
        Err(_) => Err(DecodeFault::Negative(count)),
    };
    let count = checked.map_err(|fault| fault.at(at, FIELD))?;
    let no_memory = |error| DecodeFault::from(error).at(at, FIELD);
    let mut map = OwnedMap::new().map_err(no_memory)?;
    map.set_max_buckets(count).map_err(no_memory)?;
    let mut items_left = limits::MAX_ITEMS;
    for slot in 0..count {
        decode(reader, slot, &mut map, &mut items_left)?;
    }
    Ok(map)
}

fn decode(
    reader: &mut Reader<'_>,
    slot: usize,
    map: &mut OwnedMap,
    items_left: &mut usize,
) -> Result<(), DecodeError> {
    let at = reader.offset();
    let announced = reader.u32("bucket alg")?;
    if announced == 0 {
        return Ok(());
    }
    let unsupported = || DecodeFault::UnsupportedAlgorithm(announced).at(at, "bucket alg");
    let number = i32::try_from(announced).map_err(|_| unsupported())?;
    let algorithm = BucketAlgorithm::try_from(number).map_err(|_| unsupported())?;
    let id = decode_id(reader, slot)?;
    let r#type = reader.u16("bucket type")?;
    decode_inner_algorithm(reader, algorithm)?;
    let hash = reader.u8("bucket hash")?;
    let weight = reader.u32("bucket weight")?;
    let size = decode_size(reader, algorithm, items_left)?;
    let items = reader.list("bucket item", size, decode_item)?;
    let columns = Columns::decode(reader, algorithm, size)?;
    let bucket =
        StoredBucket { id, r#type, hash, weight, items: &items, weights: columns.weights(algorithm) };
    map.place_bucket(slot, &bucket).map_err(|error| DecodeFault::from(error).at(at, "bucket"))
}

fn decode_id(reader: &mut Reader<'_>, slot: usize) -> Result<i32, DecodeError> {
    let at = reader.offset();
    let id = reader.i32("bucket id")?;
    let expected = i32::try_from(slot).map_or(i32::MIN, |slot| !slot);
    if id == expected { Ok(id) } else { Err(DecodeFault::WrongId { id, expected }.at(at, "bucket id")) }
}

fn decode_inner_algorithm(reader: &mut Reader<'_>, announced: BucketAlgorithm) -> Result<(), DecodeError> {
    let at = reader.offset();
    let algorithm = reader.u8("bucket alg")?;
    if algorithm == announced as u8 {
        return Ok(());
    }
    let announced = u32::from(announced as u8);
    Err(DecodeFault::AlgorithmMismatch { announced, algorithm }.at(at, "bucket alg"))
}

fn decode_size(
    reader: &mut Reader<'_>,
    algorithm: BucketAlgorithm,
    items_left: &mut usize,
) -> Result<usize, DecodeError> {
    const FIELD: &str = "bucket size";
    let at = reader.offset();
    let bytes_each = match algorithm {
        BucketAlgorithm::Uniform | BucketAlgorithm::Tree => 4,
        BucketAlgorithm::List | BucketAlgorithm::Straw => 12,
        BucketAlgorithm::Straw2 => 8,
    };
    let size = reader.count(FIELD, bytes_each, limits::MAX_BUCKET_ITEMS)?;
    let over = DecodeFault::OverLimit { count: size as u64, limit: *items_left };
    *items_left = items_left.checked_sub(size).ok_or_else(|| over.at(at, FIELD))?;
    Ok(size)
}

fn decode_item(reader: &mut Reader<'_>, field: &'static str) -> Result<i32, DecodeError> {
    let at = reader.offset();
    let item = reader.i32(field)?;
    if item < limits::END_OF_DEVICES { Ok(item) } else { Err(DecodeFault::NoItem(item).at(at, field)) }
}

/// The algorithm's part: one number, or up to two columns of numbers.
enum Columns {
    Number(u32),
    Lists([Vec<u32>; 2]),
}

impl Columns {
    fn decode(reader: &mut Reader<'_>, algorithm: BucketAlgorithm, size: usize) -> Result<Self, DecodeError> {
        Ok(match algorithm {
            BucketAlgorithm::Uniform => Self::Number(reader.u32("item_weight")?),
            BucketAlgorithm::List => Self::Lists(reader.pairs(["item_weight", "sum_weight"], size)?),
            BucketAlgorithm::Tree => Self::Lists([decode_nodes(reader, size)?, Vec::new()]),
            BucketAlgorithm::Straw => Self::Lists(reader.pairs(["item_weight", "straw"], size)?),
            BucketAlgorithm::Straw2 => {
                Self::Lists([reader.list("item_weight", size, Reader::u32)?, Vec::new()])
            }
        })
    }

    fn weights(&self, algorithm: BucketAlgorithm) -> StoredWeights<'_> {
        let [first, second]: [&[u32]; 2] = match self {
            Self::Number(item_weight) => return StoredWeights::Uniform { item_weight: *item_weight },
            Self::Lists([first, second]) => [first, second],
        };
        match algorithm {
            BucketAlgorithm::List => StoredWeights::List { item_weights: first, sum_weights: second },
            BucketAlgorithm::Tree => StoredWeights::Tree { node_weights: first },
            BucketAlgorithm::Straw => StoredWeights::Straw { item_weights: first, straws: second },
            BucketAlgorithm::Straw2 | BucketAlgorithm::Uniform => {
                StoredWeights::Straw2 { item_weights: first }
            }
        }
    }
}

fn decode_nodes(reader: &mut Reader<'_>, items: usize) -> Result<Vec<u32>, DecodeError> {
    let at = reader.offset();
    let nodes = reader.u8("num_nodes")?;
    // A tree that was built empty has no nodes in a file, one whose last item was removed may have one.
    let expected = if items == 0 { Some(0) } else { tree_node_count(items) };
    if expected != Some(nodes) {
        return Err(DecodeFault::TreeNodes { nodes, items }.at(at, "num_nodes"));
    }
    reader.list("node_weight", nodes.into(), Reader::u32)
}

/// Writes a slot. `replaced` are weights to write instead of those of a straw2 bucket's items.
pub(super) fn encode(sink: &mut impl Sink, bucket: Option<StoredBucket<'_>>, replaced: Option<&[u32]>) {
    let Some(bucket) = bucket else { return sink.u32(0) };
    let algorithm = bucket.weights.algorithm() as u8;
    sink.u32(algorithm.into());
    sink.i32(bucket.id);
    sink.u16(bucket.r#type);
    sink.u8(algorithm);
    sink.u8(bucket.hash);
    sink.u32(bucket.weight);
    sink.count(bucket.items.len());
    bucket.items.iter().for_each(|&item| sink.i32(item));
    encode_weights(sink, &bucket.weights, replaced);
}

fn encode_weights(sink: &mut impl Sink, weights: &StoredWeights<'_>, replaced: Option<&[u32]>) {
    match *weights {
        StoredWeights::Uniform { item_weight } => sink.u32(item_weight),
        StoredWeights::List { item_weights, sum_weights } => encode_pairs(sink, item_weights, sum_weights),
        StoredWeights::Tree { node_weights } => {
            // At most 255, since that is what the C struct can hold.
            sink.u8(node_weights.len() as u8);
            node_weights.iter().for_each(|&weight| sink.u32(weight));
        }
        StoredWeights::Straw { item_weights, straws } => encode_pairs(sink, item_weights, straws),
        StoredWeights::Straw2 { item_weights } => {
            replaced.unwrap_or(item_weights).iter().for_each(|&weight| sink.u32(weight));
        }
    }
}

fn encode_pairs(sink: &mut impl Sink, first: &[u32], second: &[u32]) {
    for (&first, &second) in first.iter().zip(second) {
        sink.u32(first);
        sink.u32(second);
    }
}
