use super::*;
use crate::abi::crush_rule_step;
use crate::builder::StoredWeights;
use crate::builder::alloc::faults;

const ITEMS: [i32; 3] = [4, -2, 0x7fff_fff0];

fn every_kind_of_bucket() -> [StoredBucket<'static>; 6] {
    let bucket =
        |weights| StoredBucket { id: -9, r#type: 0xfffe, hash: 3, weight: 77, items: &ITEMS, weights };
    [
        bucket(StoredWeights::Uniform { item_weight: 0 }),
        bucket(StoredWeights::List { item_weights: &[1, 2, 3], sum_weights: &[9, 8, 7] }),
        bucket(StoredWeights::Tree { node_weights: &[5, 4, 3, 2, 1] }),
        bucket(StoredWeights::Straw { item_weights: &[1, 2, 3], straws: &[0, u32::MAX, 6] }),
        bucket(StoredWeights::Straw2 { item_weights: &[u32::MAX, u32::MAX, 0] }),
        StoredBucket { items: &[], ..bucket(StoredWeights::Straw { item_weights: &[], straws: &[] }) },
    ]
}

const STEP: crush_rule_step = crush_rule_step { op: 99, arg1: -1, arg2: i32::MIN };

fn rule(steps: &[crush_rule_step]) -> StoredRule<'_> {
    StoredRule { ruleset: 200, r#type: 3, min_size: 0, max_size: 255, steps }
}

#[test]
fn a_placed_bucket_reads_back_exactly() {
    let mut map = OwnedMap::new().unwrap();
    map.set_max_buckets(9).unwrap();
    for (slot, bucket) in every_kind_of_bucket().into_iter().enumerate() {
        map.place_bucket(slot, &bucket).unwrap();
        assert_eq!(map.bucket(slot), Some(bucket));
        assert_eq!(map.place_bucket(slot, &bucket), Err(BuildError::BucketExists));
    }
    assert_eq!((map.max_buckets(), map.bucket(8), map.bucket(9)), (9, None, None));
    assert_eq!(map.place_bucket(9, &every_kind_of_bucket()[0]), Err(BuildError::InvalidArgument));
}

#[test]
fn arrays_of_other_lengths_are_refused() {
    let mut map = OwnedMap::new().unwrap();
    map.set_max_buckets(1).unwrap();
    let wrong = [
        StoredWeights::List { item_weights: &[1, 2], sum_weights: &[1, 2, 3] },
        StoredWeights::List { item_weights: &[1, 2, 3], sum_weights: &[1, 2, 3, 4] },
        StoredWeights::Straw { item_weights: &[], straws: &[1, 2, 3] },
        StoredWeights::Straw { item_weights: &[1, 2, 3], straws: &[] },
        StoredWeights::Straw2 { item_weights: &[1] },
        StoredWeights::Tree { node_weights: &[0; 256] },
    ];
    let live = faults::live_blocks();
    for weights in wrong {
        let bucket = StoredBucket { id: -1, r#type: 1, hash: 0, weight: 0, items: &ITEMS, weights };
        assert_eq!(map.place_bucket(0, &bucket), Err(BuildError::InvalidArgument), "{weights:?}");
    }
    assert_eq!(faults::live_blocks(), live);
}

#[test]
fn tables_keep_the_length_they_are_given() {
    let mut map = OwnedMap::new().unwrap();
    map.set_max_buckets(5).unwrap();
    map.set_max_rules(3).unwrap();
    map.place_bucket(3, &every_kind_of_bucket()[4]).unwrap();
    assert_eq!(map.add_rule(&rule(&[STEP, STEP]), Some(1)), Ok(1));
    assert_eq!(map.set_max_buckets(3), Err(BuildError::InvalidArgument));
    assert_eq!(map.set_max_rules(1), Err(BuildError::InvalidArgument));
    map.set_max_buckets(4).unwrap();
    map.set_max_rules(2).unwrap();
    assert_eq!((map.max_buckets(), map.max_rules()), (4, 2));
    assert_eq!((map.rule(0), map.rule(1), map.rule(2)), (None, Some(rule(&[STEP, STEP])), None));
    assert_eq!(map.set_max_buckets(1 << 31), Err(BuildError::NoMemory));
}

#[test]
fn a_replaced_rule_is_freed() {
    let mut map = OwnedMap::new().unwrap();
    assert_eq!(map.add_rule(&rule(&[STEP]), None), Ok(0));
    let live = faults::live_blocks();
    assert_eq!(map.add_rule(&rule(&[]), Some(0)), Ok(0));
    assert_eq!(map.rule(0), Some(rule(&[])));
    assert_eq!(faults::live_blocks(), live);
}

#[test]
fn a_made_bucket_gets_its_weights_summed_and_an_id() {
    let mut map = OwnedMap::new().unwrap();
    let spec = BucketSpec {
        id: 0,
        algorithm: BucketAlgorithm::List,
        hash: 0,
        r#type: 1,
        items: &[1, 2],
        weights: &[3, 4],
    };
    assert_eq!(map.add_bucket(&spec), Ok(-1));
    assert_eq!(map.add_bucket(&BucketSpec { id: -11, ..spec }), Ok(-11));
    assert_eq!(map.add_bucket(&spec), Ok(-2));
    assert_eq!(map.max_buckets(), 16);
    let weights = StoredWeights::List { item_weights: &[3, 4], sum_weights: &[3, 7] };
    let expected = StoredBucket { id: -11, r#type: 1, hash: 0, weight: 7, items: &[1, 2], weights };
    assert_eq!(map.bucket(10), Some(expected));
}

#[test]
fn a_refused_bucket_is_freed() {
    let mut map = OwnedMap::new().unwrap();
    let spec = BucketSpec {
        id: -1,
        algorithm: BucketAlgorithm::Straw2,
        hash: 0,
        r#type: 1,
        items: &[1],
        weights: &[u32::MAX],
    };
    assert_eq!(map.add_bucket(&spec), Ok(-1));
    let live = faults::live_blocks();
    assert_eq!(map.add_bucket(&spec), Err(BuildError::BucketExists));
    assert_eq!(map.add_bucket(&BucketSpec { id: 1, ..spec }), Err(BuildError::InvalidArgument));
    assert_eq!(
        map.add_bucket(&BucketSpec { id: -2, weights: &[], ..spec }),
        Err(BuildError::InvalidArgument)
    );
    let overflow = BucketSpec {
        id: -2,
        algorithm: BucketAlgorithm::Tree,
        items: &[1, 2],
        weights: &[u32::MAX, 1],
        ..spec
    };
    assert_eq!(map.add_bucket(&overflow), Err(BuildError::WeightOverflow));
    assert_eq!(map.add_bucket(&BucketSpec { id: i32::MIN, ..spec }), Err(BuildError::NoMemory));
    assert_eq!((faults::live_blocks(), map.max_buckets()), (live, 8));
}

#[test]
fn finalize_counts_devices_and_workspace() {
    let mut map = OwnedMap::new().unwrap();
    map.set_max_buckets(3).unwrap();
    let weights = StoredWeights::Uniform { item_weight: 1 };
    let bucket = StoredBucket { id: -1, r#type: 1, hash: 0, weight: 0, items: &[1, -5, 41], weights };
    map.place_bucket(0, &bucket).unwrap();
    map.place_bucket(2, &StoredBucket { items: &[7], ..bucket }).unwrap();
    map.finalize();
    assert_eq!(map.max_devices(), 42);
    // SAFETY: `map` is alive and not being changed.
    assert_eq!(unsafe { (*map.as_ptr()).working_size }, 8 + 8 * 3 + (16 + 4 * 3) + (16 + 4));
    map.set_max_devices(50);
    assert_eq!(map.max_devices(), 50);
}

#[test]
fn tunables_round_trip() {
    let mut map = OwnedMap::new().unwrap();
    let optimal = map.tunables();
    assert_eq!((optimal.choose_total_tries, optimal.allowed_bucket_algs), (50, 0x36));
    let mut odd = MapTunables {
        choose_local_tries: 1,
        choose_local_fallback_tries: 2,
        choose_total_tries: 3,
        chooseleaf_descend_once: 4,
        chooseleaf_vary_r: 5,
        chooseleaf_stable: 6,
        straw_calc_version: 7,
        allowed_bucket_algs: 8,
        msr_descents: 9,
        msr_collision_tries: 10,
    };
    map.set_tunables(&odd);
    if cfg!(any(feature = "abi-pacific", feature = "abi-reef")) {
        (odd.msr_descents, odd.msr_collision_tries) = (0, 0);
    }
    assert_eq!(map.tunables(), odd);
}

#[test]
fn dropping_a_map_frees_everything() {
    let live = faults::live_blocks();
    let mut map = OwnedMap::new().unwrap();
    map.set_max_buckets(9).unwrap();
    for (slot, bucket) in every_kind_of_bucket().iter().enumerate() {
        map.place_bucket(slot, bucket).unwrap();
    }
    map.add_rule(&rule(&[STEP]), Some(4)).unwrap();
    assert_ne!(faults::live_blocks(), live);
    drop(map);
    assert_eq!(faults::live_blocks(), live);
}

#[test]
fn the_view_sees_what_was_placed() {
    use crate::mapper::Topology;
    let mut map = OwnedMap::new().unwrap();
    let spec = BucketSpec {
        id: -2,
        algorithm: BucketAlgorithm::Straw2,
        hash: 0,
        r#type: 1,
        items: &[5, 6],
        weights: &[1, 2],
    };
    map.add_bucket(&spec).unwrap();
    map.add_rule(&rule(&[STEP]), Some(2)).unwrap();
    map.finalize();
    let view = map.view();
    assert_eq!((view.max_buckets(), view.max_rules(), view.max_devices()), (8, 3, 7));
    assert!(view.bucket(-1).is_none());
    assert_eq!(view.bucket(-2).unwrap().items.len(), 2);
    assert_eq!(view.rule(2).unwrap().steps.len(), 1);
}

fn small_map() -> OwnedMap {
    let mut map = OwnedMap::new().unwrap();
    let spec = BucketSpec {
        id: -2,
        algorithm: BucketAlgorithm::List,
        hash: 0,
        r#type: 1,
        items: &[5, 6],
        weights: &[1, 2],
    };
    map.add_bucket(&spec).unwrap();
    let parent =
        BucketSpec { id: -1, algorithm: BucketAlgorithm::Straw, items: &[-2], weights: &[9], ..spec };
    map.add_bucket(&parent).unwrap();
    map.add_rule(&rule(&[STEP]), Some(2)).unwrap();
    map
}

fn weight(map: &OwnedMap, slot: usize) -> u32 {
    map.bucket(slot).unwrap().weight
}

#[test]
fn items_are_edited_by_bucket_id() {
    let mut map = small_map();
    assert_eq!(map.add_item(-2, 7, 4), Ok(()));
    assert_eq!(map.adjust_item_weight(-2, 5, 11), Ok(10));
    assert_eq!((weight(&map, 1), weight(&map, 0)), (17, 9));
    assert_eq!(map.reweight(-1), Ok(()));
    assert_eq!(weight(&map, 0), 17);
    assert_eq!(map.remove_item(-2, 99), Err(BuildError::ItemNotFound));
    assert_eq!(map.remove_item(-2, 5), Ok(()));
    assert_eq!(map.remove_item(-2, 6), Ok(()));
    assert_eq!(map.remove_item(-2, 7), Err(BuildError::LastItem));
    assert_eq!(map.bucket(1).unwrap().items, []);
    assert_eq!(map.remove_item(-1, -2), Ok(()));
}

#[test]
fn a_bucket_that_does_not_exist_is_not_found() {
    let mut map = small_map();
    for id in [-3, -9, 0, 4, i32::MIN] {
        assert_eq!(map.add_item(id, 1, 1), Err(BuildError::BucketNotFound));
        assert_eq!(map.remove_item(id, 1), Err(BuildError::BucketNotFound));
        assert_eq!(map.adjust_item_weight(id, 1, 1), Err(BuildError::BucketNotFound));
        assert_eq!(map.reweight(id), Err(BuildError::BucketNotFound));
        assert_eq!(map.remove_bucket(id), Err(BuildError::BucketNotFound));
    }
}

#[test]
fn buckets_and_rules_are_removed() {
    let live = faults::live_blocks();
    let mut map = small_map();
    assert_eq!((map.remove_bucket(-2), map.bucket(1)), (Ok(()), None));
    assert_eq!(map.bucket(0).unwrap().items, [-2]);
    assert_eq!((map.remove_rule(2), map.remove_rule(2), map.remove_rule(7)), (true, false, false));
    assert_eq!((map.rule(2), map.max_rules(), map.max_buckets()), (None, 3, 8));
    drop(map);
    assert_eq!(faults::live_blocks(), live);
}

#[test]
fn a_bucket_whose_id_belongs_to_another_slot_is_removed_from_its_own() {
    let mut map = small_map();
    let stray = every_kind_of_bucket()[4];
    let stray = StoredBucket { id: -1, ..stray };
    map.place_bucket(3, &stray).unwrap();
    assert_eq!(map.remove_bucket(-4), Ok(()));
    assert_eq!((map.bucket(3), map.bucket(0).is_some()), (None, true));
}

#[test]
fn a_copy_has_the_same_contents() {
    let mut map = small_map();
    map.set_max_buckets(11).unwrap();
    for (slot, bucket) in (2..).zip(every_kind_of_bucket()) {
        map.place_bucket(slot, &bucket).unwrap();
    }
    map.set_tunables(&MapTunables { straw_calc_version: 3, choose_total_tries: 7, ..map.tunables() });
    map.finalize();
    map.set_max_devices(1234);
    let copy = map.try_clone().unwrap();
    assert_eq!((copy.max_buckets(), copy.max_rules(), copy.max_devices()), (11, 3, 1234));
    assert_eq!(copy.tunables(), map.tunables());
    assert_eq!(copy.map().working_size, map.map().working_size);
    for slot in 0..11 {
        assert_eq!(copy.bucket(slot), map.bucket(slot));
    }
    for number in 0..3 {
        assert_eq!(copy.rule(number), map.rule(number));
    }
}

#[test]
fn a_bucket_gets_another_id() {
    let mut map = small_map();
    assert_eq!(map.renumber_bucket(-2, -5), Ok(()));
    assert_eq!((map.bucket(1), map.bucket(4).map(|bucket| bucket.id)), (None, Some(-5)));
    assert_eq!(map.bucket(0).unwrap().items, [-2]);
    map.replace_items(|item| if item == -2 { -5 } else { item + 10 });
    assert_eq!((map.bucket(0).unwrap().items, map.bucket(4).unwrap().items), (&[-5][..], &[15, 16][..]));
    assert_eq!(map.renumber_bucket(-5, -1), Err(BuildError::BucketExists));
    assert_eq!(map.renumber_bucket(-5, -9), Err(BuildError::InvalidArgument));
    assert_eq!(map.renumber_bucket(-2, -3), Err(BuildError::BucketNotFound));
    assert_eq!(map.bucket(4).map(|bucket| bucket.id), Some(-5));
}
