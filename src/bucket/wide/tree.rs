//! Tree buckets, four levels at a time.
//!
//! Which way the walk goes depends on the hash of each node, but not which nodes lie below: the hashes of a node and of all
//! nodes in the three levels under it are made together. The lane of a node's children is twice its own, and one more.
#![forbid(unsafe_code)]

use crate::bucket::{Bucket, tree, word};
use crate::simd::Avx2;

/// See [`tree::choose`].
pub(super) fn choose(avx2: Avx2, bucket: &Bucket<'_>, node_weights: &[u32], x: i32, r: i32) -> Option<i32> {
    let mut node = tree::root(node_weights)?;
    while node & 1 == 0 {
        let hashes = avx2.hash4_of_nodes(word(x), node, word(r), word(bucket.id));
        let mut lane = 1;
        while let Some(&hash) = hashes.get(lane).filter(|_| node & 1 == 0) {
            let (left, right) = tree::children(node);
            let goes_left = tree::goes_left(hash, node_weights, node, left);
            (node, lane) = if goes_left { (left, 2 * lane) } else { (right, 2 * lane + 1) };
        }
    }
    tree::leaf(bucket, node)
}
