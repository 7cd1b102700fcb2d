//! Hierarchies.

use super::weights::{WeightStyle, fit};
use crate::case::{Bucket, alg};
use crate::rng::Rng;
use std::collections::BTreeSet;

/// Most items of a tree bucket.
const TREE_LIMIT: usize = 64;

/// A hierarchy under construction.
pub(super) struct Shape {
    pub(super) buckets: Vec<Bucket>,
    /// Bucket types from the lowest level to the highest.
    pub(super) kinds: Vec<u16>,
}

impl Shape {
    /// The bucket above all others.
    pub(super) fn root(&self) -> i32 {
        self.buckets.last().map_or(-1, |bucket| bucket.id)
    }

    /// Greatest device id plus 1.
    pub(super) fn devices(&self) -> i32 {
        self.buckets
            .iter()
            .flat_map(|bucket| &bucket.items)
            .fold(0, |max, &item| max.max(item.saturating_add(1)))
    }

    /// An id that no bucket has.
    pub(super) fn free_id(&self) -> i32 {
        (1..).map(|n| -n).find(|id| self.buckets.iter().all(|bucket| bucket.id != *id)).unwrap_or(-1)
    }

    /// The index of some bucket.
    pub(super) fn any_index(&self, rng: &mut Rng) -> usize {
        rng.below(self.buckets.len() as u64) as usize
    }
}

/// Any algorithm that can hold `size` items.
pub(crate) fn random_alg(rng: &mut Rng, size: usize) -> u8 {
    let alg = rng.pick(&[alg::UNIFORM, alg::LIST, alg::TREE, alg::STRAW, alg::STRAW2, alg::STRAW2]);
    if alg == alg::TREE && size > TREE_LIMIT { alg::STRAW2 } else { alg }
}

/// A bucket of `items` with weights that its algorithm takes.
pub(super) fn bucket(
    rng: &mut Rng,
    id: i32,
    kind: u16,
    alg: u8,
    items: Vec<i32>,
    mut weights: Vec<u32>,
) -> Bucket {
    let alg = if alg == alg::TREE && items.len() > TREE_LIMIT { alg::LIST } else { alg };
    fit(alg, &mut weights);
    let hash = if rng.one_in(24) { rng.pick(&[1, 2, 255]) } else { 0 };
    Bucket { id, alg, relabel: alg, hash, kind, items, weights }
}

/// Distinct bucket ids, from the lowest bucket to the root.
struct Ids {
    left: Vec<i32>,
}

impl Ids {
    /// Dense or sparse ids, in any order.
    fn new(rng: &mut Rng, count: usize) -> Self {
        let span = if rng.one_in(4) { count as u64 * 3 + 5 } else { count as u64 };
        let mut ids: Vec<i32> = (1..=span as i32).map(|n| -n).collect();
        if !rng.one_in(3) {
            for i in (1..ids.len()).rev() {
                ids.swap(i, rng.below(i as u64 + 1) as usize);
            }
        }
        Self { left: ids }
    }

    fn next(&mut self) -> i32 {
        self.left.pop().unwrap_or(-1)
    }
}

/// How many devices a map has: mostly few, since one case is to be cheap.
fn device_count(rng: &mut Rng) -> usize {
    let (low, high) = match rng.below(100) {
        0..30 => (1, 8),
        30..80 => (8, 40),
        80..98 => (40, 150),
        98 => (150, 600),
        _ if rng.one_in(4) => (600, 2000),
        _ => (10, 60),
    };
    rng.range(low, high) as usize
}

/// Device ids, ascending: dense or sparse.
fn device_ids(rng: &mut Rng, count: usize) -> Vec<i32> {
    if !rng.one_in(4) {
        return (0..count as i32).collect();
    }
    let mut ids = BTreeSet::new();
    while ids.len() < count {
        ids.insert(rng.below(count as u64 * 4 + 3) as i32);
    }
    ids.into_iter().collect()
}

/// Sizes of the buckets that hold `count` items, all at least 1.
fn group_sizes(rng: &mut Rng, mut count: usize) -> Vec<usize> {
    let most = rng.pick(&[2, 3, 4, 6, 10, 20]);
    let mut sizes = Vec::new();
    while count > 0 {
        let size = (rng.range(1, most) as usize).min(count);
        sizes.push(size);
        count -= size;
    }
    sizes
}

/// A hierarchy in which every path from the root passes every level.
pub(super) fn layered(rng: &mut Rng) -> Shape {
    let devices = device_count(rng);
    let mut levels: Vec<Vec<usize>> = Vec::new();
    let mut count = devices;
    for _ in 1..rng.range(1, 5) {
        let sizes = group_sizes(rng, count);
        count = sizes.len();
        levels.push(sizes);
    }
    levels.push(vec![count]);
    let mut ids = Ids::new(rng, levels.iter().map(Vec::len).sum());
    let kinds = kinds(rng, levels.len());
    let style = WeightStyle::any(rng);
    let one_alg = rng.one_in(2).then(|| random_alg(rng, 0));
    let true_sums = !rng.one_in(4);
    let mut items: Vec<(i32, u32)> =
        device_ids(rng, devices).into_iter().map(|id| (id, style.weight(rng))).collect();
    let mut buckets = Vec::new();
    for (sizes, &kind) in levels.iter().zip(&kinds) {
        let mut above = Vec::new();
        let mut below = items.as_slice();
        for &size in sizes {
            let (mine, rest) = below.split_at(size);
            below = rest;
            let (children, weights) = mine.iter().copied().unzip();
            let alg = one_alg.unwrap_or_else(|| random_alg(rng, size));
            let made = bucket(rng, ids.next(), kind, alg, children, weights);
            let sum = made.weights.iter().fold(0u32, |sum, &weight| sum.wrapping_add(weight));
            above.push((made.id, if true_sums { sum } else { style.weight(rng) }));
            buckets.push(made);
        }
        items = above;
    }
    Shape { buckets, kinds }
}

/// Ascending bucket types for so many levels: 1, 2, 3 ... or with gaps.
fn kinds(rng: &mut Rng, levels: usize) -> Vec<u16> {
    let mut kind = 0;
    let gaps = rng.one_in(3);
    (0..levels)
        .map(|_| {
            kind += if gaps { rng.range(1, 4) as u16 } else { 1 };
            kind
        })
        .collect()
}

/// A layered hierarchy, or one that is less regular.
pub(super) fn any(rng: &mut Rng) -> Shape {
    let mut shape = layered(rng);
    if rng.one_in(3) {
        for _ in 0..rng.range(1, 4) {
            irregularity(rng, &mut shape);
        }
    }
    shape
}

/// One thing that real hierarchies seldom have.
fn irregularity(rng: &mut Rng, shape: &mut Shape) {
    let at = shape.any_index(rng);
    match rng.below(5) {
        // A device at a higher level, perhaps in two buckets.
        0 => {
            let device = rng.below(shape.devices() as u64 + 3) as i32;
            add(rng, &mut shape.buckets[at], device);
        }
        // The same item twice in a bucket.
        1 => {
            if let Some(&item) = shape.buckets[at].items.first() {
                add(rng, &mut shape.buckets[at], item);
            }
        }
        // A bucket with two parents; a parent comes later in the list than its child.
        2 => {
            let other = shape.any_index(rng);
            if other < at {
                let item = shape.buckets[other].id;
                add(rng, &mut shape.buckets[at], item);
            }
        }
        // An empty bucket, with or without weight in its parent.
        3 => {
            let (id, kind) = (shape.free_id(), rng.pick(&shape.kinds));
            let alg = random_alg(rng, 0);
            let empty = bucket(rng, id, kind, alg, Vec::new(), Vec::new());
            add(rng, &mut shape.buckets[at], id);
            shape.buckets.insert(0, empty);
        }
        // A device where nothing else holds one.
        _ => {
            let device = shape.devices() + rng.range(0, 2) as i32;
            add(rng, &mut shape.buckets[at], device);
        }
    }
}

/// Appends an item to a bucket that is not built yet.
pub(super) fn add(rng: &mut Rng, bucket: &mut Bucket, item: i32) {
    if bucket.alg == alg::TREE && bucket.items.len() >= TREE_LIMIT {
        return;
    }
    let weight = match bucket.weights.first() {
        Some(&first) if !rng.one_in(3) => first,
        _ => rng.pick(&[0, 1, 0x8000, 0x1_0000, 0x4_0000]),
    };
    bucket.items.push(item);
    bucket.weights.push(weight);
    fit(bucket.alg, &mut bucket.weights);
}

/// One bucket of devices, of any size and weights.
pub(super) fn single(rng: &mut Rng) -> Shape {
    let size = match rng.below(40) {
        0 => rng.range(100, 1000),
        1..10 => rng.range(20, 70),
        _ => rng.range(1, 20),
    } as usize;
    let style = WeightStyle::any(rng);
    let id = if rng.one_in(4) { -rng.range(1, 60) as i32 } else { -1 };
    let alg = random_alg(rng, size);
    let items = device_ids(rng, size);
    let weights = (0..size).map(|_| style.weight(rng)).collect();
    Shape { buckets: vec![bucket(rng, id, 1, alg, items, weights)], kinds: vec![1] }
}
