//! What upstream does not check, row by row of the table in spec 04 section 3.1.

use super::sample::{File, bucket_head, named, rule, straw2_bucket, words};
use super::{DecodeFault, decode};
use crate::map::Release;

/// The fault of a file made from the small one.
fn fault(change: impl FnOnce(&mut File)) -> DecodeFault {
    let mut file = File::small();
    change(&mut file);
    decode(&file.bytes()).unwrap_err().fault
}

/// A file made from the small one that is accepted.
fn accepted(change: impl FnOnce(&mut File)) -> crate::map::Map {
    let mut file = File::small();
    change(&mut file);
    decode(&file.bytes()).unwrap()
}

fn over_input(fault: &DecodeFault) -> bool {
    matches!(fault, DecodeFault::OverInput { .. })
}

fn over_limit(fault: &DecodeFault) -> bool {
    matches!(fault, DecodeFault::OverLimit { .. })
}

#[test]
fn the_small_file_is_good() {
    let bytes = File::small().bytes();
    let map = decode(&bytes).unwrap();
    let mut expected = bytes;
    // The number of devices is computed anew.
    expected[12] = 2;
    assert_eq!(map.encode(Release::Tentacle).unwrap(), expected);
}

#[test]
fn magic() {
    assert_eq!(fault(|file| file.magic = 0x1_0001), DecodeFault::BadMagic);
}

#[test]
fn counts_of_slots() {
    assert_eq!(fault(|file| file.max_buckets = -1), DecodeFault::Negative(-1));
    assert!(over_input(&fault(|file| file.max_buckets = i32::MAX)));
    assert!(over_input(&fault(|file| file.max_rules = u32::MAX)));
    assert!(over_limit(&fault(|file| {
        file.max_rules = 257;
        file.rules = words(&[0; 257]);
    })));
}

#[test]
fn rule_lengths() {
    assert!(over_input(&fault(|file| file.rules[4..8].copy_from_slice(&words(&[u32::MAX])))));
    let long = |len: u32| [&words(&[1, len])[..], &[0, 1, 1, 1], &words(&vec![0; len as usize * 3])].concat();
    assert!(over_limit(&fault(|file| file.rules = long(1025))));
    assert_eq!(accepted(|file| file.rules = long(1024)).rule(0).unwrap().steps.len(), 1024);
}

#[test]
fn rulesets() {
    assert_eq!(fault(|file| file.rules = rule(1)), DecodeFault::RulesetMismatch);
    let mut file = File::small();
    file.rules = rule(1);
    let map = crate::map::Map::decode_as(&file.bytes(), Release::Pacific).unwrap();
    assert_eq!(map.rule(0).unwrap().ruleset, 1);
}

#[test]
fn bucket_sizes() {
    for algorithm in 1..=5 {
        let huge = fault(|file| file.buckets = bucket_head(algorithm.into(), -1, algorithm, u32::MAX));
        assert!(over_input(&huge), "{algorithm}");
    }
    let size = 0x1_0001;
    let items = words(&vec![0; 2 * size as usize]);
    assert!(over_limit(&fault(|file| file.buckets = [bucket_head(5, -1, 5, size), items].concat())));
}

#[test]
fn items_of_all_buckets_together() {
    let bucket = |slot: i32| [bucket_head(1, !slot, 1, 0x1_0000), words(&vec![0; 0x1_0001])].concat();
    let many = |count: i32| {
        move |file: &mut File| {
            file.max_buckets = count;
            file.buckets = (0..count).flat_map(bucket).collect();
        }
    };
    assert!(over_limit(&fault(many(65))));
}

#[test]
fn algorithms() {
    let announced =
        |announced, algorithm| move |file: &mut File| file.buckets = bucket_head(announced, -1, algorithm, 0);
    assert_eq!(fault(announced(6, 5)), DecodeFault::UnsupportedAlgorithm(6));
    assert_eq!(fault(announced(u32::MAX, 5)), DecodeFault::UnsupportedAlgorithm(u32::MAX));
    for algorithm in [0, 1, 4, 6, 255] {
        let expected = DecodeFault::AlgorithmMismatch { announced: 5, algorithm };
        assert_eq!(fault(announced(5, algorithm)), expected);
    }
}

#[test]
fn ids_in_other_slots() {
    let expected = DecodeFault::WrongId { id: -2, expected: -1 };
    assert_eq!(fault(|file| file.buckets = bucket_head(5, -2, 5, 0)), expected);
    assert!(matches!(fault(|file| file.buckets = bucket_head(5, 0, 5, 0)), DecodeFault::WrongId { .. }));
}

#[test]
fn items_that_mean_no_device() {
    let bucket = |item: i32| [bucket_head(1, -1, 1, 1), words(&[item.cast_unsigned(), 0x1_0000])].concat();
    for item in [i32::MAX, i32::MAX - 1] {
        assert_eq!(fault(|file| file.buckets = bucket(item)), DecodeFault::NoItem(item));
        assert_eq!(
            fault(|file| file.names = [words(&[1]), named(item, "x")].concat()),
            DecodeFault::NoItem(item)
        );
    }
    assert_eq!(accepted(|file| file.buckets = bucket(i32::MAX - 2)).max_devices(), i32::MAX - 1);
}

#[test]
fn missing_buckets_and_cycles_are_accepted() {
    let bucket = |item: i32| [bucket_head(1, -1, 1, 1), words(&[item.cast_unsigned(), 0x1_0000])].concat();
    for item in [-1, -2, i32::MIN] {
        assert_eq!(accepted(|file| file.buckets = bucket(item)).bucket(-1).unwrap().items, [item]);
    }
}

#[test]
fn nodes_of_trees() {
    let tree = |items: u32, nodes: u8| {
        let nodes_of = words(&vec![0; nodes.into()]);
        let items_of = words(&vec![0; items as usize]);
        [&bucket_head(3, -1, 3, items)[..], &items_of, &[nodes], &nodes_of].concat()
    };
    for (items, nodes) in [(0, 0), (1, 2), (2, 4), (3, 8), (64, 128)] {
        let map = accepted(|file| file.buckets = tree(items, nodes));
        assert_eq!(map.bucket(-1).unwrap().items.len(), items as usize);
    }
    for (items, nodes) in [(0, 1), (0, 255), (1, 0), (1, 1), (3, 4), (65, 128), (65, 0), (64, 64)] {
        let expected = DecodeFault::TreeNodes { nodes, items: items as usize };
        assert_eq!(fault(|file| file.buckets = tree(items, nodes)), expected);
    }
}

#[test]
fn types_without_names_are_accepted() {
    let map = accepted(|file| file.types = words(&[0]));
    assert!(map.types().is_empty());
    let negative = accepted(|file| file.types = [words(&[1]), named(-5, "below")].concat());
    assert_eq!(negative.types().id("below"), Some(-5));
}

/// One map of choose_args with one entry.
fn args(slot: u32, sets: &[&[u32]], ids: &[u32]) -> Vec<u8> {
    let sets_of = |set: &&[u32]| [&[set.len() as u32], *set].concat();
    let weights: Vec<u32> = sets.iter().flat_map(sets_of).collect();
    let head = [1, 7, 0, 1, slot, sets.len() as u32];
    words(&[&head[..], &weights, &[ids.len() as u32], ids].concat())
}

#[test]
fn choose_args_of_missing_slots() {
    for slot in [1, u32::MAX] {
        assert_eq!(fault(|file| file.choose_args = args(slot, &[], &[])), DecodeFault::NoSlot(slot));
    }
}

#[test]
fn choose_args_with_other_numbers_of_ids() {
    for ids in [&[1][..], &[1, 2, 3]] {
        let expected = DecodeFault::NotPerItem { count: ids.len(), items: 2 };
        assert_eq!(fault(|file| file.choose_args = args(0, &[], ids)), expected);
    }
    let on_empty_slot = fault(|file| {
        file.buckets = words(&[0]);
        file.choose_args = args(0, &[], &[1]);
    });
    assert_eq!(on_empty_slot, DecodeFault::NotPerItem { count: 1, items: 0 });
}

#[test]
fn choose_args_with_many_positions() {
    assert!(over_input(&fault(|file| file.choose_args = words(&[1, 7, 0, 1, 0, u32::MAX]))));
    let many = vec![&[][..]; 1025];
    assert!(over_limit(&fault(|file| file.choose_args = args(0, &many, &[]))));
    assert!(over_input(&fault(|file| file.choose_args = words(&[1, 7, 0, u32::MAX]))));
    assert!(over_input(&fault(|file| file.choose_args = words(&[u32::MAX]))));
}

#[test]
fn choose_args_are_repaired() {
    let map = accepted(|file| file.choose_args = args(0, &[&[9], &[1, 2, 3]], &[5, 6]));
    let entry = &map.choose_args()[&7].0[&0];
    assert_eq!((&entry.weight_set[..], &entry.ids[..]), (&[vec![9, 0], vec![1, 2]][..], &[5, 6][..]));
}

#[test]
fn choose_args_of_other_buckets_are_dropped_and_the_index_stays() {
    let list = [bucket_head(2, -1, 2, 1), words(&[0, 1, 1])].concat();
    let map = accepted(|file| {
        file.buckets = list.clone();
        file.choose_args = args(0, &[&[9]], &[5]);
    });
    assert!(map.choose_args()[&7].0.is_empty());
}

/// A list bucket in front decides which number of positions is the usual one, and is gone after the repair: were the
/// other bucket's weights kept as they are, writing and reading would change them.
#[test]
fn choose_args_beyond_repair() {
    let list = [bucket_head(2, -1, 2, 1), words(&[0, 1, 1])].concat();
    let straw2 = [bucket_head(5, -2, 5, 2), words(&[0, 1, 1, 1])].concat();
    let entries = |weights: &[u32]| {
        let first = [1, 7, 0, 2, 0, 2, 1, 9, 1, 9, 0];
        words(&[&first[..], &[1, 1, weights.len() as u32], weights, &[0]].concat())
    };
    let change = |weights: &'static [u32]| {
        let buckets = [list.clone(), straw2.clone()].concat();
        move |file: &mut File| {
            (file.max_buckets, file.buckets, file.choose_args) = (2, buckets, entries(weights))
        }
    };
    assert_eq!(fault(change(&[4])), DecodeFault::NotPerItem { count: 1, items: 2 });
    assert_eq!(accepted(change(&[4, 5])).choose_args()[&7].0[&1].weight_set, [vec![4, 5]]);
}

/// Repairs must not turn a small file into a large map.
#[test]
fn choose_args_that_grow_by_repair() {
    let size = 0x1_0000_u32;
    let empty = vec![&[][..]; 1024];
    let grown = fault(|file| {
        file.buckets = [bucket_head(5, -1, 5, size), words(&vec![0; 2 * size as usize])].concat();
        file.choose_args = args(0, &empty, &[]);
    });
    assert!(over_limit(&grown), "{grown:?}");
}

#[test]
fn the_last_of_repeated_choose_args_counts() {
    let map = accepted(|file| {
        let entry = [0, 1, 2, 8, 9, 0];
        let twice =
            [&[2, 7, 0, 1][..], &[0, 1, 2, 1, 2, 0], &[7, 0, 2], &[0, 1, 2, 3, 4, 2, 5, 6], &entry].concat();
        file.choose_args = words(&twice);
    });
    let entry = &map.choose_args()[&7].0[&0];
    assert_eq!((&entry.weight_set[..], entry.ids.is_empty()), (&[vec![8, 9]][..], true));
}

#[test]
fn classes_without_names_are_accepted() {
    let map = accepted(|file| file.classes = words(&[1, 0, 5, 0, 1, u32::MAX, 1, 6, u32::MAX - 1]));
    assert_eq!((map.classes().of(0), map.classes().shadow(-1, 6)), (Some(5), Some(-2)));
}

#[test]
fn the_first_of_repeated_class_entries_counts() {
    let names = [words(&[2]), named(3, "a"), named(3, "")].concat();
    let map = accepted(|file| file.classes = [words(&[2, 0, 5, 0, 6]), names, words(&[0])].concat());
    assert_eq!((map.classes().of(0), map.classes().names.id("a")), (Some(5), Some(3)));
}

#[test]
fn names_of_any_bytes_are_accepted() {
    let map = accepted(|file| file.names = [words(&[2]), named(0, "a b{#\n"), named(1, "\u{1}~")].concat());
    assert_eq!((map.names().id("a b{#\n"), map.names().id("\u{1}~")), (Some(0), Some(1)));
    let long = "x".repeat(4097);
    assert!(over_limit(&fault(|file| file.names = [words(&[1]), named(0, &long)].concat())));
}

#[test]
fn counts_of_table_entries() {
    let count = || words(&[u32::MAX]);
    assert!(over_input(&fault(|file| file.types = count())));
    assert!(over_input(&fault(|file| file.names = [words(&[1, 0, u32::MAX]), count()].concat())));
    for table in 0..3 {
        let classes = [words(&[0, 0][..table.min(2)]), count()].concat();
        assert!(over_input(&fault(|file| file.classes = classes)), "{table}");
    }
}

#[test]
fn repeated_buckets_of_names_and_order() {
    let names = [words(&[3]), named(1, "a"), named(0, "b"), named(1, "c")].concat();
    let map = accepted(|file| file.names = names);
    assert_eq!(
        map.names().iter().map(|(id, name)| (id, name.to_string())).collect::<Vec<_>>(),
        [(0, "b".to_owned()), (1, "c".to_owned())]
    );
    assert_eq!(map.names().id("a"), None);
}

#[test]
fn keys_of_64_bits_are_read() {
    let wide = [&words(&[1, 4, 0, 3])[..], b"abc"].concat();
    assert_eq!(accepted(|file| file.names = wide).names().id("abc"), Some(4));
    assert_eq!(fault(|file| file.names = words(&[2, 4, 0, 0, 0, 0, 0])), DecodeFault::EmptyName);
}

#[test]
fn straw2_weights_are_kept_whatever_they_sum_to() {
    let map = accepted(|file| file.buckets = straw2_bucket());
    assert_eq!(map.bucket(-1).unwrap().weight, 0x2_0000);
}
