//! Tree buckets: down a binary tree, at each node by the weights of its two halves (spec 02 section 7.2).
//!
//! Leaves are the odd nodes. An even node with t trailing zero bits has its children 2^(t-1) below and above it.
#![forbid(unsafe_code)]

use super::{Bucket, word};

/// The item of the leaf that the walk ends at, or `None` when there is no tree to walk.
pub(super) fn choose(bucket: &Bucket<'_>, node_weights: &[u32], x: i32, r: i32) -> Option<i32> {
    let mut node = u32::try_from(node_weights.len() >> 1).ok().filter(|&root| root > 0)?;
    while node & 1 == 0 {
        node = child(bucket, node_weights, node, x, r);
    }
    // A tree that is not full, or lies about its size, can end right of the last item.
    bucket.items.get(node as usize >> 1).or(bucket.items.last()).copied()
}

/// The child of even node `node` that the walk goes on to.
fn child(bucket: &Bucket<'_>, node_weights: &[u32], node: u32, x: i32, r: i32) -> u32 {
    let weight = |node: u32| u64::from(node_weights.get(node as usize).copied().unwrap_or(0));
    let half = 1 << (node.trailing_zeros() - 1);
    let (left, right) = (node - half, node + half);
    let draw = bucket.hash.hash4(word(x), node, word(r), word(bucket.id));
    let target = (u64::from(draw) * weight(node)) >> 32;
    if target < weight(left) { left } else { right }
}
