//! Tree buckets: down a binary tree, at each node by the weights of its two halves (spec 02 section 7.2).
//!
//! Leaves are the odd nodes. An even node with t trailing zero bits has its children 2^(t-1) below and above it.
#![forbid(unsafe_code)]

use super::{Bucket, word};

/// The item of the leaf that the walk ends at, or `None` when there is no tree to walk.
pub(super) fn choose(bucket: &Bucket<'_>, node_weights: &[u32], x: i32, r: i32) -> Option<i32> {
    let mut node = root(node_weights)?;
    while node & 1 == 0 {
        let hash = bucket.hash.hash4(word(x), node, word(r), word(bucket.id));
        let (left, right) = children(node);
        node = if goes_left(hash, node_weights, node, left) { left } else { right };
    }
    leaf(bucket, node)
}

/// The node that walks start from, if there is a tree.
#[inline]
pub(super) fn root(node_weights: &[u32]) -> Option<u32> {
    u32::try_from(node_weights.len() >> 1).ok().filter(|&root| root > 0)
}

/// The children of an even node.
#[inline]
pub(crate) fn children(node: u32) -> (u32, u32) {
    let half = 1 << (node.trailing_zeros() - 1);
    (node - half, node + half)
}

/// Whether a walk with this hash goes from `node` to its left child.
#[inline]
pub(super) fn goes_left(hash: u32, node_weights: &[u32], node: u32, left: u32) -> bool {
    let weight = |node: u32| u64::from(node_weights.get(node as usize).copied().unwrap_or(0));
    (u64::from(hash) * weight(node)) >> 32 < weight(left)
}

/// The item of a leaf. A tree that is not full, or lies about its size, can end right of the last item.
#[inline]
pub(super) fn leaf(bucket: &Bucket<'_>, node: u32) -> Option<i32> {
    bucket.items.get(node as usize >> 1).or(bucket.items.last()).copied()
}
