//! Tree buckets: weights in a binary tree (spec 03 sections 5 to 7).
//!
//! A decoded bucket may have any `num_nodes`: nodes that do not exist read as 0 and are not written.

use super::BucketAlgorithm;
use super::array::{Array, Column};
use super::block::Block;
use super::error::BuildError;
use super::header::{BucketKind, one_more, place_of, require_equal_lengths, weight_difference};
use super::tree_geometry::{ancestors, depth, leaf, node_count};
use super::weighted::Weighted;
use crate::abi::crush_bucket_tree;

/// A tree bucket in C memory, borrowed for one operation.
pub(crate) struct TreeBucket<'a>(&'a mut crush_bucket_tree);

struct Columns<'a> {
    items: Column<'a, i32>,
    nodes: Column<'a, u32>,
}

impl Columns<'_> {
    /// Place of an item; in a bucket that lacks one of its arrays there is none.
    fn place_of(&self, item: i32) -> Result<usize, BuildError> {
        let place = place_of(&self.items, item)?;
        if self.nodes.is_missing() { Err(BuildError::ItemNotFound) } else { Ok(place) }
    }

    fn leaf_weight(&self, place: usize) -> u32 {
        self.nodes.get(leaf(place)).copied().unwrap_or(0)
    }

    /// Gives the leaf at `place` a weight and carries the difference up to the root, wrapping.
    fn set_leaf_weight(&mut self, place: usize, weight: u32) -> i32 {
        let difference = weight_difference(weight, self.leaf_weight(place));
        let items = self.items.len();
        for node in core::iter::once(leaf(place)).chain(ancestors(place, items)) {
            if let Some(sum) = self.nodes.get_mut(node) {
                *sum = sum.wrapping_add_signed(difference);
            }
        }
        difference
    }

    /// Items left when those of weight 0 at the end are cut off.
    fn items_up_to_last_weight(&self) -> usize {
        (0..self.items.len()).rev().find(|&place| self.leaf_weight(place) != 0).map_or(0, |place| place + 1)
    }
}

impl TreeBucket<'_> {
    /// Makes a bucket of at most 64 items and as many weights; an empty one has no arrays.
    pub(crate) fn make(
        kind: BucketKind,
        items: &[i32],
        weights: &[u32],
    ) -> Result<Block<crush_bucket_tree>, BuildError> {
        let mut bucket = Block::<crush_bucket_tree>::zeroed()?;
        bucket.h = kind.header(BucketAlgorithm::Tree, items.len())?;
        require_equal_lengths(items, weights)?;
        if items.is_empty() {
            return Ok(bucket);
        }
        let num_nodes = node_count(items.len()).ok_or(BuildError::TreeFull)?;
        let items = Array::copy_of(items)?;
        let mut nodes = Array::<u32>::zeroed(num_nodes.into())?;
        for (place, &weight) in weights.iter().enumerate() {
            bucket.h.weight = bucket.h.weight.checked_add(weight).ok_or(BuildError::WeightOverflow)?;
            plant(&mut nodes, place, weights.len(), weight)?;
        }
        bucket.num_nodes = num_nodes;
        bucket.h.items = items.into_raw();
        bucket.node_weights = nodes.into_raw();
        Ok(bucket)
    }

    /// Borrows a bucket; `None` for NULL.
    ///
    /// # Safety
    /// `bucket` is NULL or a valid bucket whose arrays are NULL or C blocks of `h.size` items and `num_nodes` weights,
    /// and nobody else uses it during the life of the result.
    pub(crate) unsafe fn from_ptr(bucket: *mut crush_bucket_tree) -> Option<Self> {
        // SAFETY: the caller vouches for a pointer that is not NULL.
        unsafe { bucket.as_mut() }.map(Self)
    }

    fn columns(&mut self) -> Columns<'_> {
        let (size, nodes) = (self.0.h.size as usize, usize::from(self.0.num_nodes));
        Columns {
            // SAFETY: `from_ptr` was promised an array of `h.size` items.
            items: unsafe { Column::new(&mut self.0.h.items, size) },
            // SAFETY: `from_ptr` was promised an array of `num_nodes` weights.
            nodes: unsafe { Column::new(&mut self.0.node_weights, nodes) },
        }
    }

    /// Appends an item. When a sum overflows, the nodes below it keep the addition and `num_nodes` its new value, as
    /// upstream; when memory runs out or the bucket is full, nothing visible changes.
    pub(crate) fn add(&mut self, item: i32, weight: u32) -> Result<(), BuildError> {
        let size = one_more(self.0.h.size)?;
        let count = size as usize;
        let num_nodes = node_count(count).ok_or(BuildError::TreeFull)?;
        let Columns { mut items, mut nodes } = self.columns();
        items.append(count, item)?;
        nodes.resize(num_nodes.into())?;
        seed_new_root(&mut nodes, count);
        let planted = plant(&mut nodes, count - 1, count, weight);
        self.0.num_nodes = num_nodes;
        planted?;
        self.0.h.weight = self.0.h.weight.checked_add(weight).ok_or(BuildError::WeightOverflow)?;
        self.0.h.size = size;
        Ok(())
    }

    /// Removes the first match: its place stays as a hole, item 0 of weight 0, and then all places of weight 0 at the
    /// end are cut off. If none is left, the hole stays and the answer is `LastItem`.
    pub(crate) fn remove(&mut self, item: i32) -> Result<(), BuildError> {
        let mut columns = self.columns();
        let place = columns.place_of(item)?;
        columns.items[place] = 0;
        let removed = columns.set_leaf_weight(place, 0).cast_unsigned().wrapping_neg();
        let left = columns.items_up_to_last_weight();
        self.0.h.weight = self.0.h.weight.saturating_sub(removed);
        if left == 0 {
            return Err(BuildError::LastItem);
        }
        self.cut_to(left)
    }

    /// Cuts the bucket down to its first `left` items. The size goes first, so that no array is ever too short.
    fn cut_to(&mut self, left: usize) -> Result<(), BuildError> {
        let before = self.0.h.size as usize;
        if left == before {
            return Ok(());
        }
        self.0.h.size = u32::try_from(left).map_err(|_| BuildError::NoMemory)?;
        self.columns().items.resize(left)?;
        match node_count(left) {
            Some(num_nodes) if depth(left) != depth(before) => {
                self.columns().nodes.resize(num_nodes.into())?;
                self.0.num_nodes = num_nodes;
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Sets the weight of the first match and returns the difference; 0 when there is none.
    pub(crate) fn adjust(&mut self, item: i32, weight: u32) -> i32 {
        let mut columns = self.columns();
        let Ok(place) = columns.place_of(item) else { return 0 };
        let difference = columns.set_leaf_weight(place, weight);
        self.0.h.weight = self.0.h.weight.wrapping_add_signed(difference);
        difference
    }
}

impl Weighted for TreeBucket<'_> {
    fn is_complete(&self) -> bool {
        !(self.0.h.items.is_null() || self.0.node_weights.is_null())
    }

    fn weight_mut(&mut self) -> &mut u32 {
        &mut self.0.h.weight
    }

    fn item_weight_mut(&mut self, place: usize) -> Option<&mut u32> {
        self.columns().nodes.into_mut().get_mut(leaf(place))
    }
}

/// When the item after `count - 1` others needs a new level, the new root starts from the sum of the old one.
fn seed_new_root(nodes: &mut [u32], count: usize) {
    let root = nodes.len() / 2;
    if depth(count) >= 2 && leaf(count - 1) - 1 == root {
        nodes[root] = nodes[root / 2];
    }
}

/// Sets a leaf and adds its weight to its ancestors up to the first sum that overflows.
fn plant(nodes: &mut [u32], place: usize, items: usize, weight: u32) -> Result<(), BuildError> {
    if let Some(node) = nodes.get_mut(leaf(place)) {
        *node = weight;
    }
    for node in ancestors(place, items) {
        if let Some(sum) = nodes.get_mut(node) {
            *sum = sum.checked_add(weight).ok_or(BuildError::WeightOverflow)?;
        }
    }
    Ok(())
}
