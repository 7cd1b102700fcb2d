//! Whole hashes of sixteen words against the scalar ones.

use super::kernels_of_all_levels;
use crate::hash::HashKind;
use crate::random::Random;

const EDGES: [u32; 8] = [0, 1, 0x7fff_ffff, 0x8000_0000, u32::MAX, 1_315_423_911, 231_232, 1_232];

#[test]
fn sixteen_hashes_of_three_and_of_four_words() {
    let hash = HashKind::Rjenkins1;
    for case in 0..20_000 {
        let mut random = Random::of_case(case);
        let mut word = || if random.below(3) == 0 { random.pick(&EDGES) } else { random.u32() };
        let (x, b, c, d) = (word(), word(), word(), word());
        let words: [u32; 16] = std::array::from_fn(|_| word());
        for kernels in kernels_of_all_levels() {
            assert_eq!(kernels.hash3(x, b, &words), words.map(|word| hash.hash3(x, b, word)));
            assert_eq!(kernels.hash4(x, &words, c, d), words.map(|word| hash.hash4(x, word, c, d)));
        }
    }
}
