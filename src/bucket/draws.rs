//! What each item of a bucket draws, for those who want to see why one won.
#![forbid(unsafe_code)]

use super::{Algorithm, Bucket, ChooseArg, word};
use crate::ln::draw;

/// The draw of one item; the largest wins, of equals the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draw {
    /// The item.
    pub item: i32,
    /// Its weight in this choice, 16.16; for straw buckets the length of its straw, 16.16.
    pub weight: u32,
    /// The low 16 bits of its hash with the input and the rank.
    pub number: u32,
    /// What it draws. straw2: the logarithm of the number, from -2^48 up to 0, divided by the weight; straw: the product of
    /// number and length.
    pub value: i64,
}

impl Bucket<'_> {
    /// What each item draws for input `x` and rank `r`, in order of the items; `None` for algorithms that choose otherwise.
    pub fn draws(&self, x: i32, r: i32, arg: ChooseArg<'_>) -> Option<Vec<Draw>> {
        let (weights, is_straw2) = match self.algorithm {
            Algorithm::Straw { straws } => (straws, false),
            Algorithm::Straw2 { item_weights } => (item_weights, true),
            _ => return None,
        };
        let draw = |(i, &item): (usize, &i32)| {
            let id = if is_straw2 { arg.ids.get(i).copied().unwrap_or(item) } else { item };
            let stands_in = arg.weights.get(i).filter(|_| is_straw2);
            let weight = stands_in.or(weights.get(i)).copied().unwrap_or(0);
            let number = self.hash.hash3(word(x), word(id), word(r)) & 0xffff;
            let value = if is_straw2 { draw(number, weight) } else { i64::from(number) * i64::from(weight) };
            Draw { item, weight, number, value }
        };
        Some(self.items.iter().enumerate().map(draw).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::HashKind;

    #[test]
    fn the_largest_draw_is_the_choice() {
        let items: Vec<i32> = (0..17).collect();
        let weights: Vec<u32> = (0..17).map(|i| i * 0x3000).collect();
        for algorithm in [Algorithm::Straw { straws: &weights }, Algorithm::Straw2 { item_weights: &weights }]
        {
            let bucket = Bucket { id: -1, kind: 1, hash: HashKind::Rjenkins1, items: &items, algorithm };
            for x in 0..200 {
                let draws = bucket.draws(x, x % 7, ChooseArg::default()).unwrap();
                let best = draws.iter().rev().max_by_key(|draw| draw.value).unwrap();
                assert_eq!(Some(best.item), bucket.choose(x, x % 7, ChooseArg::default()));
            }
        }
    }
}
