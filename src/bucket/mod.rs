//! The choice of one item inside one bucket (spec 02 sections 5 to 8): one file per algorithm.
//!
//! A choice is a pure function of the input, the replica's rank and the bucket. Arrays shorter than the items, which
//! hostile maps have, read as zeros.
#![forbid(unsafe_code)]

mod drawn;
mod draws;
mod list;
mod permutation;
mod straw;
mod straw2;
pub(crate) mod together;
mod tree;
#[cfg(target_arch = "x86_64")]
mod wide;

#[cfg(test)]
mod tests;

pub use drawn::Drawn;
pub use draws::Draw;
#[cfg(all(test, target_arch = "x86_64"))]
pub(crate) use tree::children;

use crate::hash::HashKind;

/// A bucket as the algorithms see it.
#[derive(Clone, Copy, Debug)]
pub struct Bucket<'a> {
    /// Id, hashed by some algorithms; negative in a sane map.
    pub id: i32,
    /// Bucket type; 0 is that of devices.
    pub kind: u16,
    /// The hash of its choices.
    pub hash: HashKind,
    /// Ids of the items, devices from 0 up and buckets below.
    pub items: &'a [i32],
    /// How it chooses, and the weights that this takes.
    pub algorithm: Algorithm<'a>,
}

/// The way a bucket chooses. All weights are 16.16.
#[derive(Clone, Copy, Debug)]
pub enum Algorithm<'a> {
    /// By permutation: all items weigh the same.
    Uniform,
    /// From the last item to the first.
    List {
        /// Weight of each item.
        item_weights: &'a [u32],
        /// Weight of each item and those before it.
        sum_weights: &'a [u32],
    },
    /// Down a binary tree.
    Tree {
        /// Weight of each node; item i is node 2i + 1.
        node_weights: &'a [u32],
    },
    /// The longest straw of precomputed length.
    Straw {
        /// Length of each item's straw.
        straws: &'a [u32],
    },
    /// The longest straw scaled by weight.
    Straw2 {
        /// Weight of each item.
        item_weights: &'a [u32],
    },
    /// A number that means nothing: always the first item.
    Unknown,
}

/// What stands in for the ids and weights of a straw2 bucket; empty slices stand for nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct ChooseArg<'a> {
    /// Ids to hash instead of the items.
    pub ids: &'a [i32],
    /// Weights to use instead of the bucket's, 16.16.
    pub weights: &'a [u32],
}

impl Bucket<'_> {
    /// Chooses the item for input `x` and rank `r`, or `None` when the bucket is empty.
    #[inline]
    pub fn choose(&self, x: i32, r: i32, arg: ChooseArg<'_>) -> Option<i32> {
        let first = *self.items.first()?;
        Some(match self.algorithm {
            Algorithm::Uniform => permutation::choose(self, x, r)?,
            Algorithm::List { item_weights, sum_weights } => {
                list::choose(self, item_weights, sum_weights, x, r).unwrap_or(first)
            }
            Algorithm::Tree { node_weights } => tree::choose(self, node_weights, x, r).unwrap_or(first),
            Algorithm::Straw { straws } => straw::choose(self, straws, x, r).unwrap_or(first),
            Algorithm::Straw2 { item_weights } => {
                straw2::choose(self, item_weights, arg, x, r).unwrap_or(first)
            }
            Algorithm::Unknown => first,
        })
    }
}

/// The words of a choice as the hashes take them.
#[inline]
fn word(value: i32) -> u32 {
    value.cast_unsigned()
}
