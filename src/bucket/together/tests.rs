//! Choices made together against the same choices made one by one, at whatever level is in use.

use super::{Items, Memory, Together, WINDOW};
use crate::bucket::{Algorithm, Bucket, ChooseArg, Drawn};
use crate::hash::HashKind;
use crate::random::Random;

/// The memory of one choice.
struct Arrays {
    items: Vec<i32>,
    ids: Vec<i32>,
    weights: Vec<u32>,
    straws: bool,
}

impl Arrays {
    fn random(random: &mut Random, len: usize) -> Self {
        let (equal, shift) = (random.below(3) == 0, random.below(20));
        let weight = random.pick(&[0, 1, 0x1_0000, 56_128_037, 56_128_038, 0x7fff_ffff, 0x8000_0000]);
        let mut words = || (0..len).map(|_| random.u32()).collect::<Vec<_>>();
        let (items, ids, weights) = (words(), words(), words());
        Self {
            // Any item but the marks of nothing, so that a place which was not written shows.
            items: items.into_iter().map(|item| (item >> 1).cast_signed()).collect(),
            ids: ids.into_iter().map(u32::cast_signed).collect(),
            weights: weights.into_iter().map(|word| if equal { weight } else { word >> shift }).collect(),
            straws: random.below(3) == 0,
        }
    }

    fn drawn(&self) -> Drawn<'_> {
        Drawn { items: &self.items, ids: &self.ids, weights: &self.weights, straws: self.straws }
    }

    /// The choice by the definition, which knows nothing of `Drawn`.
    fn by_definition(&self, x: i32, r: i32) -> i32 {
        let algorithm = if self.straws {
            Algorithm::Straw { straws: &self.weights }
        } else {
            Algorithm::Straw2 { item_weights: &self.weights }
        };
        // Straw has no replacement ids: there the ids are the items, and the index is looked up.
        let names = if self.straws { &self.ids } else { &self.items };
        let arg = if self.straws { ChooseArg::default() } else { ChooseArg { ids: &self.ids, weights: &[] } };
        let bucket = Bucket { id: -7, kind: 1, hash: HashKind::Rjenkins1, items: names, algorithm };
        let chosen = bucket.choose(x, r, arg).unwrap();
        let index = names.iter().position(|&name| name == chosen).unwrap();
        self.items[index]
    }
}

/// Makes choices of these sizes together and compares each.
fn check(random: &mut Random, sizes: &[usize]) {
    let arrays: Vec<Arrays> = sizes.iter().map(|&len| Arrays::random(random, len)).collect();
    let x = random.u32().cast_signed();
    let ranks: Vec<i32> = sizes.iter().map(|_| random.pick(&[0, 1, 2, -1, i32::MIN, i32::MAX])).collect();
    let mut memory = Memory::new();
    let mut together = Together::new(&mut memory);
    let mut items: Items = [-1; WINDOW];
    for (tag, (choice, &r)) in arrays.iter().zip(&ranks).enumerate() {
        together.choose(tag, choice.drawn(), x, r, &mut items);
    }
    together.finish(x, &mut items);
    for (tag, (choice, &r)) in arrays.iter().zip(&ranks).enumerate() {
        assert_eq!(items[tag], choice.by_definition(x, r), "choice {tag} of {sizes:?}");
        assert_eq!(choice.drawn().choose(x, r), Some(items[tag]), "one by one, {tag} of {sizes:?}");
    }
    assert!(items[sizes.len()..].iter().all(|&item| item == -1), "nobody asked for these");
}

#[test]
fn one_choice_of_every_size() {
    for len in (1..=600).chain([1023, 1024, 1025, 1500, 2047, 4096, 5000]) {
        check(&mut Random::of_case(len as u64), &[len]);
    }
}

#[test]
fn every_number_of_choices() {
    for count in 1..=WINDOW {
        for len in 1..=34 {
            check(&mut Random::of_case((count * 100 + len) as u64), &vec![len; count]);
        }
    }
}

/// Sizes that fill the lanes exactly, overflow them by one, or do not fit at all, before and after others.
#[test]
fn choices_around_the_end_of_the_lanes() {
    for first in [1, 15, 16, 17, 255, 256, 257, 500, 511, 512, 513, 700] {
        for second in [1, 2, 11, 12, 13, 255, 256, 257, 511, 512, 513, 1025] {
            let mut random = Random::of_case((first * 10_000 + second) as u64);
            check(&mut random, &[first, second]);
            check(&mut random, &[first, second, 3, second, first]);
        }
    }
}

#[test]
fn random_choices() {
    for case in 0..3_000 {
        let mut random = Random::of_case(case);
        let most = random.pick(&[4, 20, 60, 200]);
        let count = 1 + random.below(WINDOW);
        let sizes: Vec<usize> = (0..count).map(|_| 1 + random.below(most)).collect();
        check(&mut random, &sizes);
    }
}

/// The three arrays that other algorithms weigh by, all of any content: that of hostile maps too.
fn check_other(random: &mut Random, len: usize, count: usize) {
    let shift = random.below(32);
    let mut words = || (0..count).map(|_| random.u32() >> shift).collect::<Vec<_>>();
    let (own, sums) = (words(), words());
    let items: Vec<i32> = (0..len).map(|_| random.u32().cast_signed()).collect();
    // Mostly sums as they are in sane maps, so that lists go on beyond their last item.
    let rising = own.iter().scan(0_u32, |sum, &weight| {
        *sum = sum.wrapping_add(weight);
        Some(*sum)
    });
    let sane: Vec<u32> = rising.collect();
    let sums = if random.below(4) == 0 { &sums } else { &sane };
    let (id, x) = (random.u32().cast_signed(), random.u32().cast_signed());
    let mut memory = Memory::new();
    let mut together = Together::new(&mut memory);
    for algorithm in [
        Algorithm::Uniform,
        Algorithm::List { item_weights: &own, sum_weights: sums },
        Algorithm::Tree { node_weights: &own },
        Algorithm::Unknown,
    ] {
        for hash in [HashKind::Rjenkins1, HashKind::Unknown] {
            let bucket = Bucket { id, kind: 1, hash, items: &items, algorithm };
            // Several ranks with one set of hashes that are kept, as in a mapping.
            for r in [0, 1, 2, 5, len as i32, -1, i32::MIN, i32::MAX, 1, 0] {
                let together = together.choose_other(&bucket, ChooseArg::default(), x, r);
                assert_eq!(together, bucket.choose(x, r, ChooseArg::default()), "{bucket:?}, {x}, {r}");
            }
        }
    }
}

#[test]
fn other_algorithms_of_every_size() {
    for len in (0..=150_usize).chain([255, 256, 257, 300, 1000]) {
        for case in 0..12 {
            let mut random = Random::of_case((len * 100 + case) as u64);
            // As many weights as items, as many as the nodes of a tree, too few, too many.
            for count in [len, (2 * len).next_power_of_two(), len / 2, len + 9] {
                check_other(&mut random, len, count);
            }
        }
    }
}

/// Hashes that are kept for one bucket must not serve another, whatever they have in common, nor another rank.
#[test]
fn buckets_in_turn() {
    for case in 0..1_500 {
        let mut random = Random::of_case(case);
        let mut words = |len| (0..len).map(|_| random.u32()).collect::<Vec<_>>();
        let (items, other_items, own) = (words(40), words(40), words(128));
        let [items, other_items] = [items, other_items].map(|words| words.into_iter().map(u32::cast_signed));
        let arrays: [Vec<i32>; 2] = [items.collect(), other_items.collect()];
        let own: Vec<u32> = own.iter().map(|weight| weight >> 12).collect();
        let sums: Vec<u32> = (1..=40).map(|count| own[..count].iter().sum()).collect();
        let most = random.pick(&[4, 9, 40]);
        let buckets: Vec<Bucket<'_>> = (0..5)
            .map(|_| {
                let len = 1 + random.below(most);
                let algorithm = match random.below(3) {
                    0 => Algorithm::Uniform,
                    1 => Algorithm::List { item_weights: &own[..len], sum_weights: &sums[..len] },
                    _ => Algorithm::Tree { node_weights: &own[..2 * len.next_power_of_two()] },
                };
                let (id, items) = (-1 - random.below(2) as i32, &arrays[random.below(2)][..len]);
                Bucket { id, kind: 1, hash: HashKind::Rjenkins1, items, algorithm }
            })
            .collect();
        let x = random.u32().cast_signed();
        let first = random.pick(&[0, -5, i32::MAX - 20, i32::MIN]);
        let mut memory = Memory::new();
        let mut together = Together::new(&mut memory);
        for _ in 0..60 {
            let bucket = &buckets[random.below(5)];
            let r = first.wrapping_add(random.below(50) as i32);
            let together = together.choose_other(bucket, ChooseArg::default(), x, r);
            assert_eq!(together, bucket.choose(x, r, ChooseArg::default()), "{bucket:?}, {x}, {r}");
        }
    }
}

/// Around the number of steps that are remembered, and forced permutations of buckets of another kind.
#[test]
fn permutations_of_many_steps() {
    for (case, len) in [1, 16, 17, 100, 2047, 2048, 2049, 5000].into_iter().enumerate() {
        let mut random = Random::of_case(case as u64);
        let items: Vec<i32> = (0..len).collect();
        let (id, x) = (random.u32().cast_signed(), random.u32().cast_signed());
        let bucket = |algorithm| Bucket { id, kind: 1, hash: HashKind::Rjenkins1, items: &items, algorithm };
        let (uniform, other) = (bucket(Algorithm::Uniform), bucket(Algorithm::Unknown));
        let mut memory = Memory::new();
        let mut together = Together::new(&mut memory);
        for r in [0, 1, 15, 16, 40, 39, 2046, 2047, 2048, 2049, 4999, 3000, 0, len - 1, -1, 7] {
            let expected = uniform.choose(x, r, ChooseArg::default());
            let chosen = together.choose_other(&uniform, ChooseArg::default(), x, r);
            assert_eq!(chosen, expected, "{len} items, rank {r}");
            assert_eq!(together.permute(&other, x, r), expected, "{len} items, rank {r}");
        }
    }
}
