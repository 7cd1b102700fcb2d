//! Tree buckets, four levels at a time.
//!
//! Which way the walk goes depends on the hash of each node, but not which nodes lie below: the hashes of a node and of all
//! nodes in the three levels under it are made together. The lane of a node's children is twice its own, and one more.
#![forbid(unsafe_code)]

use super::tries::Tries;
use crate::bucket::{Bucket, tree, word};
use crate::simd::{Avx2, MOST_REPEATED};

/// See [`tree::choose`].
#[inline(never)]
pub(super) fn choose(
    avx2: Avx2,
    known: &mut Tries,
    bucket: &Bucket<'_>,
    node_weights: &[u32],
    x: i32,
    r: i32,
) -> Option<i32> {
    let mut node = tree::root(node_weights)?;
    let (x, r, id) = (word(x), word(r), word(bucket.id));
    // Lanes that a tree takes whose nodes all fit.
    let lanes = 1_usize.checked_shl(node.trailing_zeros()).unwrap_or(usize::MAX);
    if lanes <= MOST_REPEATED {
        let hashes =
            known.of((node as usize, 0, bucket.id), lanes, r, || avx2.hash4_of_trees(x, node, r, id));
        return tree::leaf(bucket, walk(node, hashes, node_weights));
    }
    while node & 1 == 0 {
        node = walk(node, &avx2.hash4_of_nodes(x, node, r, id), node_weights);
    }
    tree::leaf(bucket, node)
}

/// Where a walk from `node` gets with the hashes of the top of the tree below it.
#[inline]
fn walk(mut node: u32, hashes: &[u32], node_weights: &[u32]) -> u32 {
    let mut lane = 1;
    while let Some(&hash) = hashes.get(lane).filter(|_| node & 1 == 0) {
        let (left, right) = tree::children(node);
        let goes_left = tree::goes_left(hash, node_weights, node, left);
        (node, lane) = if goes_left { (left, 2 * lane) } else { (right, 2 * lane + 1) };
    }
    node
}
