//! Where a tree bucket keeps what (spec 03 section 5.2).
//!
//! Node 2i + 1 is the leaf of item i. The number of trailing zero bits of a node is its height above the leaves; the
//! root is the only node of the greatest height.

/// Items that a tree bucket holds at most: with more, `num_nodes` no longer fits its 8 bits.
pub(crate) const MOST_ITEMS: usize = 64;

/// Levels of the tree for `items` items, counting the leaves; 0 for none.
pub(crate) fn depth(items: usize) -> u32 {
    if items == 0 { 0 } else { 1 + usize::BITS - (items - 1).leading_zeros() }
}

/// Number of nodes for `items` items, or `None` if there are too many items.
pub(crate) fn node_count(items: usize) -> Option<u8> {
    match items {
        0 => Some(0),
        1..=MOST_ITEMS => Some(1 << depth(items)),
        _ => None,
    }
}

/// Node of the item at `place`.
pub(crate) fn leaf(place: usize) -> usize {
    place.wrapping_mul(2).wrapping_add(1)
}

/// Ancestors of the leaf at `place`, upwards to the root of a tree for `items` items.
pub(crate) fn ancestors(place: usize, items: usize) -> impl Iterator<Item = usize> {
    let levels = depth(items).saturating_sub(1) as usize;
    core::iter::successors(Some(leaf(place)), |&node| Some(parent(node))).skip(1).take(levels)
}

fn parent(node: usize) -> usize {
    let height = node.trailing_zeros();
    let step = 1_usize.checked_shl(height).unwrap_or(0);
    let is_right_child = node & step.wrapping_shl(1) != 0;
    if is_right_child { node.wrapping_sub(step) } else { node.wrapping_add(step) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn node_counts_double_after_each_power_of_two() {
        assert_eq!(node_count(0), Some(0));
        let expected =
            [(1, 2), (2, 4), (3, 8), (4, 8), (5, 16), (8, 16), (9, 32), (16, 32), (17, 64), (32, 64)];
        for (items, nodes) in expected {
            assert_eq!(node_count(items), Some(nodes), "{items} items");
        }
        assert_eq!((node_count(33), node_count(64), node_count(65)), (Some(128), Some(128), None));
    }

    #[test]
    fn every_leaf_reaches_the_root() {
        for items in 1..=MOST_ITEMS {
            let root = usize::from(node_count(items).unwrap()) / 2;
            for place in 0..items {
                let top = ancestors(place, items).last().unwrap_or(leaf(place));
                assert_eq!(top, root, "item {place} of {items}");
            }
        }
    }

    #[test]
    fn parents_of_the_leaves_of_eight_items() {
        let parents: Vec<_> = (0..8).map(|place| parent(leaf(place))).collect();
        assert_eq!(parents, [2, 2, 6, 6, 10, 10, 14, 14]);
        assert_eq!([parent(2), parent(6), parent(10), parent(14)], [4, 4, 12, 12]);
        assert_eq!([parent(4), parent(12)], [8, 8]);
    }
}
