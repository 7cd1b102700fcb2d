//! Whether a compiled map fits into a file that can be read again.
#![forbid(unsafe_code)]

use super::CompileFault;
use crate::map::codec;
use crate::map::limits;
use crate::map::model::Map;
use crate::map::names::NameTable;

/// Refuses what decoding would refuse.
pub(super) fn check(map: &Map) -> Result<(), CompileFault> {
    let largest = |sizes: &mut dyn Iterator<Item = usize>| sizes.max().unwrap_or(0);
    let tables = [&map.types, &map.names, &map.rule_names, &map.classes.names];
    let weight_sets =
        || map.choose_args.values().flat_map(|args| args.0.values()).map(|entry| &entry.weight_set);
    let checks = [
        ("number of buckets", map.max_buckets(), limits::MAX_BUCKETS),
        (
            "bucket size",
            largest(&mut map.buckets().map(|bucket| bucket.items.len())),
            limits::MAX_BUCKET_ITEMS,
        ),
        ("number of items", map.buckets().map(|bucket| bucket.items.len()).sum(), limits::MAX_ITEMS),
        ("number of steps", largest(&mut map.rules().map(|(_, rule)| rule.steps.len())), limits::MAX_STEPS),
        ("name", largest(&mut tables.into_iter().filter_map(NameTable::longest)), limits::MAX_NAME),
        ("number of choose_args", map.choose_args.len(), limits::MAX_CHOOSE_ARGS),
        ("number of positions", largest(&mut weight_sets().map(Vec::len)), limits::MAX_POSITIONS),
        ("number of weights", weight_sets().flatten().map(Vec::len).sum(), limits::MAX_WEIGHTS),
        ("number of bytes", codec::encoded_len(map), limits::MAX_BYTES),
    ];
    let exceeded = checks.into_iter().find(|(_, size, limit)| size > limit);
    exceeded.map_or(Ok(()), |(what, ..)| Err(CompileFault::TooLarge(what)))
}
