//! Tree buckets of map files: the genuine builder leaves inner nodes unwritten when a tree grows, and so writes what was in
//! memory.

const LIST: u32 = 2;
const TREE: u32 = 3;
const STRAW: u32 = 4;

/// Whether a file has a tree bucket.
pub(super) fn has_trees(bytes: &[u8]) -> bool {
    !trees(bytes).is_empty()
}

/// Sets the weights of all inner nodes of trees to 0; those of leaves stay.
pub(super) fn inner_nodes(bytes: &mut [u8]) {
    for (first, nodes) in trees(bytes) {
        for node in (0..nodes).step_by(2) {
            bytes[first + 4 * node..][..4].fill(0);
        }
    }
}

/// Where the node weights of each tree begin, and how many there are.
fn trees(bytes: &[u8]) -> Vec<(usize, usize)> {
    let word = |at: usize| {
        bytes.get(at..at + 4).map_or(0, |word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]))
    };
    let mut trees = Vec::new();
    let mut at = 16;
    for _ in 0..word(4) {
        let algorithm = word(at);
        at += 4;
        if algorithm == 0 {
            continue;
        }
        let size = word(at + 12) as usize;
        at += 16 + 4 * size;
        if algorithm == TREE {
            let nodes = bytes.get(at).copied().unwrap_or(0).into();
            trees.push((at + 1, nodes));
            at += 1 + 4 * nodes;
        } else {
            at += match algorithm {
                1 => 4,
                LIST | STRAW => 8 * size,
                _ => 4 * size,
            };
        }
    }
    trees
}
