//! Whole hashes of sixteen words against the scalar ones.

use super::kernels_of_all_levels;
use crate::bucket::children;
use crate::hash::HashKind;
use crate::random::Random;

const EDGES: [u32; 8] = [0, 1, 0x7fff_ffff, 0x8000_0000, u32::MAX, 1_315_423_911, 231_232, 1_232];

#[test]
fn hashes_of_numbers_and_of_words() {
    let hash = HashKind::Rjenkins1;
    for case in 0..20_000 {
        let mut random = Random::of_case(case);
        let mut word = || if random.below(3) == 0 { random.pick(&EDGES) } else { random.u32() };
        let (x, b, c, d) = (word(), word(), word(), word());
        let words: [u32; 16] = std::array::from_fn(|_| word());
        let len = random.below(17);
        for kernels in kernels_of_all_levels() {
            let numbers = std::array::from_fn(|lane| b.wrapping_add(lane as u32));
            assert_eq!(kernels.hash3_of_numbers(x, c, b), numbers.map(|word| hash.hash3(x, c, word)));
            let hashes = kernels.hash4_of_words(x, &words[..len], c, d);
            assert!(words[..len].iter().zip(hashes).all(|(&word, found)| hash.hash4(x, word, c, d) == found));
        }
    }
}

/// Trees of every height, from the top and from nodes on the way down.
#[test]
fn hashes_of_the_nodes_of_trees() {
    let hash = HashKind::Rjenkins1;
    for (case, kernels) in kernels_of_all_levels().into_iter().enumerate() {
        let mut random = Random::of_case(case as u64);
        for height in 1..32 {
            for turn in 0..20 {
                let top = (random.u32() | 1) << height;
                let (x, r, id) = (random.u32(), turn, random.u32());
                let hashes = kernels.hash4_of_nodes(x, top, r, id);
                let mut nodes = [0; 16];
                nodes[1] = top;
                for lane in 1..16 {
                    if nodes[lane] == 0 {
                        continue;
                    }
                    assert_eq!(hashes[lane], hash.hash4(x, nodes[lane], r, id), "lane {lane} of {top}");
                    if nodes[lane] & 1 == 0 && lane < 8 {
                        let (left, right) = children(nodes[lane]);
                        (nodes[2 * lane], nodes[2 * lane + 1]) = (left, right);
                    }
                }
            }
        }
    }
}

#[test]
fn hashes_of_few_words_for_several_tries() {
    let hash = HashKind::Rjenkins1;
    for (case, kernels) in kernels_of_all_levels().into_iter().enumerate() {
        let mut random = Random::of_case(case as u64);
        for _ in 0..2_000 {
            let items: [i32; 8] = std::array::from_fn(|_| random.u32().cast_signed());
            let (x, d) = (random.u32(), random.u32());
            let c = random.pick(&[0, 7, u32::MAX - 3, 0x7fff_fffe]);
            for len in 1..=8 {
                let hashes = kernels.hash4_of_tries(x, &items[..len], c, d);
                for (lane, found) in hashes.into_iter().enumerate() {
                    let (word, rank) =
                        (items[lane % len].cast_unsigned(), c.wrapping_add((lane / len) as u32));
                    assert_eq!(found, hash.hash4(x, word, rank, d), "lane {lane} of {len} words");
                }
            }
        }
    }
}

#[test]
fn hashes_of_small_trees_for_several_tries() {
    let hash = HashKind::Rjenkins1;
    for (case, kernels) in kernels_of_all_levels().into_iter().enumerate() {
        let mut random = Random::of_case(case as u64);
        for height in 0..=3 {
            for _ in 0..500 {
                let top = (random.u32() | 1) << height;
                let (x, d) = (random.u32(), random.u32());
                let c = random.pick(&[0, 7, u32::MAX - 3, 0x7fff_fffe]);
                let hashes = kernels.hash4_of_trees(x, top, c, d);
                for (lane, found) in hashes.into_iter().enumerate() {
                    let (node, try_number) = (lane % (1 << height), lane >> height);
                    if node == 0 {
                        continue;
                    }
                    let depth = node.ilog2();
                    let odd = 2 * (node as u32 - (1 << depth)) + 1;
                    let below = top.wrapping_sub(1 << height).wrapping_add(odd << (height - depth));
                    let rank = c.wrapping_add(try_number as u32);
                    assert_eq!(found, hash.hash4(x, below, rank, d), "lane {lane}, height {height}");
                }
            }
        }
    }
}
