//! What a release must know to read a map (spec 04 section 5, spec 06 section 3).
#![forbid(unsafe_code)]

use super::error::EncodeError;
use crate::builder::StoredWeights;
use crate::map::choose_args::{ChooseArgsMap, DEFAULT_CHOOSE_ARGS};
use crate::map::model::{DEFAULT_MSR, Map};
use crate::map::release::{MapFeature, Release};

/// Refuses a release that lacks something that the map holds.
pub(in crate::map) fn unsupported(map: &Map, release: Release) -> Result<(), EncodeError> {
    let lacking = features(map).find(|feature| feature.since() > release);
    lacking.map_or(Ok(()), |feature| Err(EncodeError::Unsupported { feature, release }))
}

/// What the map holds that not all releases have, oldest first.
fn features(map: &Map) -> impl Iterator<Item = MapFeature> {
    let tunables = map.tunables();
    let straw2 = map.buckets().any(|bucket| matches!(bucket.weights, StoredWeights::Straw2 { .. }));
    let replaced = !map.choose_args.is_empty() && compatible_choose_args(map).is_none();
    let msr_rules = map.rules().any(|(_, rule)| matches!(rule.r#type, 4 | 5));
    let msr_tunables = [tunables.msr_descents, tunables.msr_collision_tries] != [DEFAULT_MSR; 2];
    let present = [
        (MapFeature::Straw2, straw2),
        (MapFeature::ChooseleafStable, tunables.chooseleaf_stable != 0),
        (MapFeature::DeviceClasses, !map.classes.is_empty()),
        (MapFeature::ChooseArgs, replaced),
        (MapFeature::MsrRules, msr_rules),
        (MapFeature::MsrTunables, msr_tunables),
    ];
    present.into_iter().filter_map(|(feature, present)| present.then_some(feature))
}

/// The only choose_args of the map, if they can be written as weights of the buckets' items: they serve all pools, with
/// one position each and no ids.
pub(super) fn compatible_choose_args(map: &Map) -> Option<&ChooseArgsMap> {
    let args = map.choose_args.get(&DEFAULT_CHOOSE_ARGS).filter(|_| map.choose_args.len() == 1)?;
    let compatible = args.iter().all(|(_, entry)| entry.ids.is_empty() && entry.weight_set.len() == 1);
    compatible.then_some(args)
}
