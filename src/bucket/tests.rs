//! Vectors of spec 02 sections 14.3 and 14.4, and the odd buckets of section 13.2.

use super::{Algorithm, Bucket, ChooseArg};
use crate::hash::HashKind;

const ITEMS: [i32; 6] = [0, 1, 2, -5, 4, 5];
const WEIGHTS: [u32; 6] = [0x1_0000, 0x2_0000, 0, 0x8000, 0x3_0000, 0xc000];

fn bucket(algorithm: Algorithm<'_>) -> Bucket<'_> {
    Bucket { id: -2, kind: 1, hash: HashKind::Rjenkins1, items: &ITEMS, algorithm }
}

/// Inputs with the items chosen for ranks from 0 up.
type Table = &'static [(i32, &'static [i32])];

fn check(bucket: &Bucket<'_>, arg: ChooseArg<'_>, table: Table) {
    for &(x, expected) in table {
        let ranks = 0..i32::try_from(expected.len()).unwrap();
        let chosen: Vec<_> = ranks.map(|r| bucket.choose(x, r, arg).unwrap()).collect();
        assert_eq!(chosen, expected, "input {x}");
    }
}

const LIST: Table = &[
    (7, &[0, 1, 5, 4, 5, 4]),
    (1007, &[4, 1, 0, 1, 4, 1]),
    (2007, &[0, 0, 5, 1, 4, 4]),
    (3007, &[4, 0, -5, 0, 5, 1]),
    (4007, &[4, 4, 4, 1, 4, 5]),
    (5007, &[1, 1, 4, 5, 4, 4]),
    (6007, &[1, 0, 4, 4, 4, 4]),
    (7007, &[1, 4, 4, 5, 1, 4]),
    (8007, &[1, 5, 4, 0, -5, 4]),
    (9007, &[4, 0, 4, 4, 0, 1]),
    (10007, &[-5, 1, 1, -5, 4, 0]),
    (11007, &[0, 4, 1, 1, -5, 5]),
];
const TREE: Table = &[
    (7, &[4, 1, 5, 5, 4, 4]),
    (1007, &[0, 5, 4, 0, 4, 4]),
    (2007, &[4, 1, 4, 4, 4, 1]),
    (3007, &[4, 4, 1, 4, 4, 0]),
    (4007, &[4, 4, 0, 1, 1, 1]),
    (5007, &[1, 0, 0, 4, 4, 0]),
    (6007, &[1, 4, 0, -5, 4, 1]),
    (7007, &[0, 4, -5, -5, 4, 5]),
    (8007, &[4, 1, 1, 4, -5, 4]),
    (9007, &[4, 5, 1, 4, 1, 4]),
    (10007, &[-5, 1, 1, 0, 1, 4]),
    (11007, &[0, 5, 1, 1, 4, 1]),
];
const STRAW_0: Table = &[
    (7, &[1, 4, -5, 1, 4, 0]),
    (1007, &[1, 1, 1, 4, -5, 0]),
    (2007, &[4, 4, 1, 1, 1, 1]),
    (3007, &[-5, 4, 4, 4, 4, 4]),
    (4007, &[1, 4, 1, 1, 5, 4]),
    (5007, &[0, 5, 4, 4, 0, 4]),
    (6007, &[4, 0, 4, 0, 1, 1]),
    (7007, &[1, 0, 4, 4, 1, 1]),
    (8007, &[1, 1, 4, 4, 0, 5]),
    (9007, &[5, -5, 4, 4, 1, 4]),
    (10007, &[5, 4, 1, 1, 4, -5]),
    (11007, &[4, -5, 0, 4, 4, 1]),
];
const STRAW_1: Table = &[
    (7, &[1, 4, -5, 1, 4, 0]),
    (1007, &[1, 4, 1, 4, -5, 4]),
    (2007, &[4, 4, 1, 1, 1, 1]),
    (3007, &[-5, 4, 4, 4, 4, 4]),
    (4007, &[1, 4, 1, 1, 5, 4]),
    (5007, &[0, 5, 4, 4, 0, 4]),
    (6007, &[4, 1, 4, 0, 1, 1]),
    (7007, &[1, 0, 4, 4, 1, 1]),
    (8007, &[1, 1, 4, 4, 0, 5]),
    (9007, &[0, -5, 4, 4, 1, 4]),
    (10007, &[0, 4, 1, 1, 4, -5]),
    (11007, &[4, -5, 0, 4, 4, 1]),
];
const STRAW2: Table = &[
    (7, &[1, 4, -5, 1, 4, 0]),
    (1007, &[1, 1, 1, 4, 1, 0]),
    (2007, &[4, 4, 1, -5, 1, 1]),
    (3007, &[-5, 4, 4, 4, 4, 4]),
    (4007, &[1, 4, 1, 1, 5, 0]),
    (5007, &[0, 5, 4, 4, 0, 4]),
    (6007, &[0, 1, 5, 0, 1, 1]),
    (7007, &[1, 5, 4, 4, 1, 1]),
    (8007, &[1, 1, 4, 4, 0, 4]),
    (9007, &[0, -5, 4, 4, 1, 4]),
    (10007, &[5, 4, 1, 1, 4, 4]),
    (11007, &[4, 1, 4, 4, 4, 1]),
];
const REPLACED_0: Table = &[
    (7, &[5, 5, 5, 1, 2, 5]),
    (1007, &[2, 2, 1, 0, 2, 5]),
    (2007, &[0, 0, 2, 1, 5, 1]),
    (3007, &[0, 2, 0, 0, 0, 0]),
    (4007, &[2, 0, 0, 0, 0, 0]),
    (5007, &[0, 5, 0, 1, 0, 1]),
    (6007, &[0, 0, 0, 1, 5, 1]),
    (7007, &[0, 0, 2, 0, 5, 1]),
    (8007, &[5, 0, 0, 0, 1, 0]),
    (9007, &[0, 2, 2, 2, 0, 1]),
];
const REPLACED_1: Table = &[
    (7, &[5, 5, 5, 5, 5, 5]),
    (1007, &[5, 5, 5, 5, 5, 5]),
    (2007, &[5, 5, 5, 5, 5, 5]),
    (3007, &[5, 5, 5, 5, 5, 5]),
    (4007, &[5, 5, 5, 5, 5, 5]),
    (5007, &[5, 5, 5, 5, 5, 5]),
    (6007, &[5, 5, 5, 5, 5, 5]),
    (7007, &[5, 5, 5, 5, 5, 5]),
    (8007, &[5, 5, 5, 5, 5, 5]),
    (9007, &[5, 5, 5, 5, 5, 5]),
];
const REPLACED_9: Table = &[
    (7, &[5, 5, 5]),
    (1007, &[5, 5, 5]),
    (2007, &[5, 5, 5]),
    (3007, &[5, 5, 5]),
    (4007, &[5, 5, 5]),
    (5007, &[5, 5, 5]),
    (6007, &[5, 5, 5]),
    (7007, &[5, 5, 5]),
    (8007, &[5, 5, 5]),
    (9007, &[5, 5, 5]),
];

#[test]
fn uniform_vectors() {
    const RANKS: [i32; 14] = [0, 1, 2, 3, 4, 5, 6, 7, 100, -1, -2, -7, i32::MAX, i32::MIN];
    const CHOSEN: [(i32, [i32; 14]); 4] = [
        (0, [13, 14, 15, 16, 10, 11, 12, 13, 15, 16, 15, 10, 14, 15]),
        (1, [11, 12, 13, 14, 16, 15, 10, 11, 13, 14, 13, 16, 12, 13]),
        (12345, [15, 12, 10, 16, 13, 14, 11, 15, 10, 16, 10, 13, 12, 10]),
        (-1, [15, 10, 14, 13, 11, 16, 12, 15, 14, 13, 14, 11, 10, 14]),
    ];
    let items: Vec<i32> = (10..17).collect();
    let bucket = Bucket { id: -3, items: &items, ..bucket(Algorithm::Uniform) };
    for (x, expected) in CHOSEN {
        let chosen = RANKS.map(|r| bucket.choose(x, r, ChooseArg::default()).unwrap());
        assert_eq!(chosen, expected, "input {x}");
    }
}

#[test]
fn a_uniform_bucket_yields_a_permutation_for_every_input() {
    let items: Vec<i32> = (0..23).collect();
    let bucket = Bucket { items: &items, ..bucket(Algorithm::Uniform) };
    for x in 0..200 {
        let mut chosen: Vec<_> =
            (0..23).map(|r| bucket.choose(x, r, ChooseArg::default()).unwrap()).collect();
        chosen.sort_unstable();
        assert_eq!(chosen, items, "input {x}");
    }
}

#[test]
fn list_vectors() {
    let sum_weights = [0x1_0000, 0x3_0000, 0x3_0000, 0x3_8000, 0x6_8000, 0x7_4000];
    let list = bucket(Algorithm::List { item_weights: &WEIGHTS, sum_weights: &sum_weights });
    check(&list, ChooseArg::default(), LIST);
}

#[test]
fn tree_vectors() {
    let node_weights = [
        0, 0x1_0000, 0x3_0000, 0x2_0000, 0x3_8000, 0, 0x8000, 0x8000, 0x7_4000, 0x3_0000, 0x3_c000, 0xc000,
        0x3_c000, 0, 0, 0,
    ];
    check(&bucket(Algorithm::Tree { node_weights: &node_weights }), ChooseArg::default(), TREE);
}

#[test]
fn straw_vectors() {
    let version_0 = [0x1215b, 0x15068, 0, 0x10000, 0x176f9, 0x11278];
    let version_1 = [0x12915, 0x16844, 0, 0x10000, 0x1a1e8, 0x11677];
    check(&bucket(Algorithm::Straw { straws: &version_0 }), ChooseArg::default(), STRAW_0);
    check(&bucket(Algorithm::Straw { straws: &version_1 }), ChooseArg::default(), STRAW_1);
}

#[test]
fn straw2_vectors() {
    check(&bucket(Algorithm::Straw2 { item_weights: &WEIGHTS }), ChooseArg::default(), STRAW2);
}

#[test]
fn straw2_vectors_with_choose_args() {
    let ids = [100, 101, 102, -105, 104, 105];
    let sets =
        [[0x2_0000, 0x1_0000, 0x1_0000, 0, 1, 0xc000], [0, 0, 0x8000, 0x8000_0000, 0x3_0000, 0xffff_ffff]];
    let straw2 = bucket(Algorithm::Straw2 { item_weights: &WEIGHTS });
    check(&straw2, ChooseArg { ids: &ids, weights: &sets[0] }, REPLACED_0);
    check(&straw2, ChooseArg { ids: &ids, weights: &sets[1] }, REPLACED_1);
    check(&straw2, ChooseArg { ids: &ids, weights: &sets[1] }, REPLACED_9);
    assert_eq!(straw2.choose(7, 0, ChooseArg { ids: &ids, weights: &[0; 6] }), Some(0));
}

#[test]
fn replacements_shorter_than_the_bucket_leave_the_rest_as_it_is() {
    let straw2 = bucket(Algorithm::Straw2 { item_weights: &WEIGHTS });
    let (ids, weights) = ([100, 101], [0x2_0000, 0x1_0000]);
    let mut full_ids = ITEMS;
    full_ids[..2].copy_from_slice(&ids);
    let mut full_weights = WEIGHTS;
    full_weights[..2].copy_from_slice(&weights);
    for x in 0..500 {
        let short = straw2.choose(x, 1, ChooseArg { ids: &ids, weights: &weights });
        let full = straw2.choose(x, 1, ChooseArg { ids: &full_ids, weights: &full_weights });
        assert_eq!(short, full, "input {x}");
    }
}

/// Every algorithm over missing or zero weights: spec 02 section 13.2.
#[test]
fn weightless_buckets_choose_the_first_item_but_trees_the_last() {
    let zeros = [0; 16];
    let first = [
        Algorithm::List { item_weights: &[], sum_weights: &[] },
        Algorithm::List { item_weights: &zeros, sum_weights: &zeros },
        Algorithm::Straw { straws: &[] },
        Algorithm::Straw { straws: &zeros },
        Algorithm::Straw2 { item_weights: &[] },
        Algorithm::Straw2 { item_weights: &zeros },
        Algorithm::Tree { node_weights: &[] },
        Algorithm::Tree { node_weights: &zeros[..1] },
        Algorithm::Unknown,
    ];
    for algorithm in first {
        for x in 0..20 {
            assert_eq!(bucket(algorithm).choose(x, 0, ChooseArg::default()), Some(0), "{algorithm:?}");
        }
    }
    // The walk ends at the leaf of item 7, which a tree of six items does not have.
    let tree = bucket(Algorithm::Tree { node_weights: &zeros });
    assert_eq!(tree.choose(1, 0, ChooseArg::default()), Some(5));
}

#[test]
fn empty_buckets_choose_nothing() {
    let empty = [
        Algorithm::Uniform,
        Algorithm::List { item_weights: &[], sum_weights: &[] },
        Algorithm::Tree { node_weights: &[] },
        Algorithm::Straw { straws: &[] },
        Algorithm::Straw2 { item_weights: &[] },
        Algorithm::Unknown,
    ];
    for algorithm in empty {
        let bucket = Bucket { items: &[], ..bucket(algorithm) };
        assert_eq!(bucket.choose(1, 0, ChooseArg::default()), None, "{algorithm:?}");
    }
}

/// An unknown hash gives 0 for everything: the formulas with 0.
#[test]
fn an_unknown_hash_is_zero_everywhere() {
    let sums = [0x1_0000, 0x3_0000, 0x3_0000, 0x3_8000, 0x6_8000, 0x7_4000];
    let chosen = |algorithm| {
        let bucket = Bucket { hash: HashKind::Unknown, ..bucket(algorithm) };
        bucket.choose(77, 3, ChooseArg::default())
    };
    assert_eq!(chosen(Algorithm::Uniform), Some(ITEMS[3]), "the permutation is the identity");
    assert_eq!(
        chosen(Algorithm::List { item_weights: &WEIGHTS, sum_weights: &sums }),
        Some(5),
        "0 is below any weight"
    );
    assert_eq!(chosen(Algorithm::Straw { straws: &WEIGHTS }), Some(0), "all straws are 0 long");
    assert_eq!(
        chosen(Algorithm::Straw2 { item_weights: &WEIGHTS }),
        Some(4),
        "the largest weight divides most"
    );
}

/// Node counts that no tree has: every walk ends, at an item of the bucket.
#[test]
fn trees_that_lie_about_their_size_yield_an_item() {
    let weights: Vec<u32> = (0..255).map(|node| node * 0x777).collect();
    for nodes in 0..=255 {
        let tree = bucket(Algorithm::Tree { node_weights: &weights[..nodes] });
        for x in 0..50 {
            let item = tree.choose(x, 1, ChooseArg::default()).unwrap();
            assert!(ITEMS.contains(&item), "{nodes} nodes");
        }
    }
}
