//! Tree buckets of map files: the genuine builder leaves inner nodes unwritten when a tree grows, and so writes what was in
//! memory.

const LIST: u32 = 2;
const TREE: u32 = 3;
const STRAW: u32 = 4;

/// Whether a file has a tree bucket.
pub(super) fn has_trees(bytes: &[u8]) -> bool {
    !trees(bytes).is_empty()
}

/// Sets the weights of all nodes of trees to 0 but those of the items.
pub(super) fn inner_nodes(bytes: &mut [u8]) {
    for Tree { first, nodes, size } in trees(bytes) {
        let is_item = |node: usize| node % 2 == 1 && node / 2 < size;
        for node in (0..nodes).filter(|&node| !is_item(node)) {
            bytes[first + 4 * node..][..4].fill(0);
        }
    }
}

/// Where the node weights of a tree begin, how many there are, and how many items.
struct Tree {
    first: usize,
    nodes: usize,
    size: usize,
}

fn trees(bytes: &[u8]) -> Vec<Tree> {
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
            trees.push(Tree { first: at + 1, nodes, size });
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
