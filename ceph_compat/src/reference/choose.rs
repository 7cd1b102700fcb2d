//! One choice in one bucket (spec 02 sections 5 to 8).

use super::hash::hash;
use super::hostile::Hostile;
use super::ln::ln;
use super::map::{Bucket, Method};
use super::{Branch, Mapper, Stop};
use crate::case::ChooseArg;

impl<'a> Mapper<'a> {
    /// `choose(B, x, r, arg, position)` for a bucket that has items.
    pub(super) fn choose(&mut self, bucket: &Bucket, r: i32, position: i32) -> Result<i32, Stop> {
        self.spend(bucket.items.len() as u64)?;
        if matches!(bucket.method, Method::Straw { .. } | Method::Straw2 { .. }) {
            self.draws += bucket.items.len() as u64;
        }
        let index = match &bucket.method {
            Method::Uniform => return self.permuted(bucket, r),
            Method::List { weights, sums } => self.list(bucket, r, weights, sums),
            Method::Tree { nodes } => self.tree(bucket, r, nodes),
            Method::Straw { straws } => self.straw(bucket, r, straws),
            Method::Straw2 { weights } => self.straw2(bucket, r, weights, position),
            Method::FirstItem => {
                self.count(Branch::ChooseUnknownAlgorithm);
                0
            }
        };
        Ok(bucket.items[index])
    }

    /// `perm(B, x, r)` of spec 02 section 6.
    pub(super) fn permuted(&mut self, bucket: &Bucket, r: i32) -> Result<i32, Stop> {
        let size = bucket.items.len() as u32;
        let wanted = r as u32 % size;
        self.spend(u64::from(wanted))?;
        let mut order: Vec<u32> = (0..size).collect();
        for p in 0..=wanted {
            if p < size - 1 {
                let i = hash(bucket.hash, &[self.x as u32, bucket.id as u32, p]) % (size - p);
                order.swap(p as usize, (p + i) as usize);
            }
        }
        Ok(bucket.items[order[wanted as usize] as usize])
    }

    fn list(&mut self, bucket: &Bucket, r: i32, weights: &[u32], sums: &[u32]) -> usize {
        for i in (0..bucket.items.len()).rev() {
            let words = [self.x as u32, bucket.items[i] as u32, r as u32, bucket.id as u32];
            let draw = (u64::from(hash(bucket.hash, &words) & 0xffff) * u64::from(sums[i])) >> 16;
            if draw < u64::from(weights[i]) {
                return i;
            }
        }
        self.count(Branch::ListFallsThrough);
        0
    }

    fn tree(&mut self, bucket: &Bucket, r: i32, nodes: &[u32]) -> usize {
        let mut node = nodes.len() >> 1;
        if node == 0 {
            self.hostile(Hostile::TreeWithoutNodes);
            return 0;
        }
        while node.is_multiple_of(2) {
            let words = [self.x as u32, node as u32, r as u32, bucket.id as u32];
            let draw = (u64::from(hash(bucket.hash, &words)) * u64::from(nodes[node])) >> 32;
            let half = 1 << (node.trailing_zeros() - 1);
            let goes_left = draw < u64::from(nodes[node - half]);
            node = if goes_left { node - half } else { node + half };
        }
        let index = node >> 1;
        if index >= bucket.items.len() {
            self.hostile(Hostile::TreeBeyondItems);
            return bucket.items.len() - 1;
        }
        index
    }

    fn straw(&mut self, bucket: &Bucket, r: i32, straws: &[u32]) -> usize {
        let draws = bucket.items.iter().zip(straws).map(|(&item, &straw)| {
            u64::from(hash(bucket.hash, &[self.x as u32, item as u32, r as u32]) & 0xffff) * u64::from(straw)
        });
        first_maximum(draws)
    }

    fn straw2(&mut self, bucket: &Bucket, r: i32, own: &[u32], position: i32) -> usize {
        let arg = self.choose_arg(bucket);
        let weights = arg.and_then(|arg| self.positioned(arg, position)).unwrap_or(own);
        let ids = arg.and_then(|arg| arg.ids.as_deref()).unwrap_or(&bucket.items);
        if weights.len() < bucket.items.len() || ids.len() < bucket.items.len() {
            self.hostile(Hostile::ChooseArgShort);
        }
        let missing = |i: usize| (own[i], bucket.items[i]);
        let draws = (0..bucket.items.len()).map(|i| {
            let weight = *weights.get(i).unwrap_or(&missing(i).0);
            let id = *ids.get(i).unwrap_or(&missing(i).1);
            straw2_draw(hash(bucket.hash, &[self.x as u32, id as u32, r as u32]), weight)
        });
        let index = first_maximum(draws);
        let all_zero = (0..bucket.items.len()).all(|i| weights.get(i) == Some(&0));
        if all_zero {
            self.count(Branch::Straw2AllZero);
        }
        index
    }

    /// The choose_arg of a bucket, if there is one.
    fn choose_arg(&self, bucket: &Bucket) -> Option<&'a ChooseArg> {
        self.setting.choose_args?.get(usize::try_from(-1 - bucket.id).ok()?)?.as_ref()
    }

    /// The weights for a position: the last list serves all later ones.
    fn positioned(&mut self, arg: &'a ChooseArg, position: i32) -> Option<&'a [u32]> {
        let last = arg.weight_sets.len().checked_sub(1)?;
        let beyond = position as u32 as usize > last;
        self.count(if beyond { Branch::ArgPositionBeyond } else { Branch::ArgPosition });
        Some(&arg.weight_sets[if beyond { last } else { position as usize }])
    }
}

/// `L` of spec 02 section 8, step 3, for 16 bits of a hash; always negative.
pub(crate) fn straw2_logarithm(u: u32) -> i64 {
    ln(u) as i64 - (1 << 48)
}

/// Spec 02 section 8, step 3.
fn straw2_draw(hash: u32, weight: u32) -> i64 {
    if weight == 0 {
        return i64::MIN;
    }
    straw2_logarithm(hash & 0xffff) / i64::from(weight as i32)
}

/// Index of the first of the largest values.
fn first_maximum<T: Ord>(values: impl Iterator<Item = T>) -> usize {
    let mut best: Option<(usize, T)> = None;
    for (i, value) in values.enumerate() {
        if best.as_ref().is_none_or(|(_, high)| value > *high) {
            best = Some((i, value));
        }
    }
    best.map_or(0, |(i, _)| i)
}
