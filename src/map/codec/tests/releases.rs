//! What older readers get.

use super::decode;
use super::sample::{File, sample};
use crate::builder::{MapTunables, StoredWeights};
use crate::map::codec::EncodeError;
use crate::map::profile::LEGACY;
use crate::map::{BucketArgs, Map, MapFeature, Release};

fn small() -> Map {
    decode(&File::small().bytes()).unwrap()
}

fn refused(map: &Map, release: Release) -> Option<MapFeature> {
    match map.encode(release) {
        Ok(_) => None,
        Err(EncodeError::Unsupported { feature, release: named }) if named == release => Some(feature),
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn each_release_ends_after_its_own_fields() {
    let map = small();
    let len = |release| map.encode_lossy(release).unwrap().len();
    let full = len(Release::Tentacle);
    assert_eq!(len(Release::Squid), full);
    assert_eq!((len(Release::Reef), len(Release::Luminous)), (full - 8, full - 8));
    assert_eq!((len(Release::Kraken), len(Release::Jewel)), (full - 24, full - 24));
    assert_eq!((len(Release::Infernalis), len(Release::Argonaut)), (full - 25, full - 25));
}

#[test]
fn what_a_release_lacks_is_named() {
    let mut map = small();
    assert_eq!(
        (refused(&map, Release::Jewel), refused(&map, Release::Infernalis)),
        (None, Some(MapFeature::ChooseleafStable))
    );
    map.set_tunables(&LEGACY);
    assert_eq!(
        (refused(&map, Release::Hammer), refused(&map, Release::Giant)),
        (None, Some(MapFeature::Straw2))
    );
    map.set_tunables(&MapTunables { msr_descents: 7, ..LEGACY });
    assert_eq!(
        (refused(&map, Release::Squid), refused(&map, Release::Reef)),
        (None, Some(MapFeature::MsrTunables))
    );
    map.set_tunables(&LEGACY);
    map.classes.of_item.insert(0, 0);
    assert_eq!(
        (refused(&map, Release::Luminous), refused(&map, Release::Kraken)),
        (None, Some(MapFeature::DeviceClasses))
    );
    assert_eq!(refused(&sample(), Release::Reef), Some(MapFeature::MsrRules));
    let error = sample().encode(Release::Reef).unwrap_err();
    assert_eq!(error.to_string(), "reef does not have MSR rules");
}

#[test]
fn weights_that_serve_all_pools_replace_those_of_the_items() {
    let mut map = small();
    let entry = |weights: &[u32]| BucketArgs { ids: Vec::new(), weight_set: vec![weights.to_vec()] };
    map.choose_args.entry(-1).or_default().0.insert(0, entry(&[3, 4]));
    let old = Map::decode(&map.encode(Release::Jewel).unwrap()).unwrap();
    assert_eq!(old.bucket(-1).unwrap().weights, StoredWeights::Straw2 { item_weights: &[3, 4] });
    assert_eq!((old.bucket(-1).unwrap().weight, old.choose_args().len()), (0x2_0000, 0));
    map.choose_args.entry(5).or_default();
    assert_eq!(refused(&map, Release::Jewel), Some(MapFeature::ChooseArgs));
    let lossy = Map::decode(&map.encode_lossy(Release::Jewel).unwrap()).unwrap();
    assert_eq!(lossy.bucket(-1).unwrap().weights, small().bucket(-1).unwrap().weights);
}

#[test]
fn the_old_mask_of_a_rule_is_kept_for_old_readers() {
    let mut file = File::small();
    file.rules[8..12].copy_from_slice(&[9, 1, 2, 10]);
    let map = Map::decode_as(&file.bytes(), Release::Pacific).unwrap();
    let mask_at = 16 + file.buckets.len() + 8;
    let mask = |release| map.encode(release).unwrap()[mask_at..mask_at + 4].to_vec();
    assert_eq!((mask(Release::Pacific), mask(Release::Quincy)), (vec![9, 1, 2, 10], vec![0, 1, 1, 100]));
}

#[test]
fn empty_names_and_high_rule_numbers_have_no_file() {
    let mut map = small();
    map.rule_names.set(0, "".into());
    let expected = EncodeError::EmptyName { table: "rule_name_map", id: 0 };
    assert_eq!(map.encode(Release::Tentacle), Err(expected));
    let mut map = small();
    map.crush.set_max_rules(257).unwrap();
    assert_eq!(map.encode(Release::Tentacle), Err(EncodeError::TooManyRules(257)));
}
