//! What reweighting needs of a bucket whose items have weights of their own.

/// A bucket with one weight for each item.
pub(crate) trait Weighted {
    /// Whether all arrays of the bucket are there.
    fn is_complete(&self) -> bool;

    /// Weight of the whole bucket.
    fn weight_mut(&mut self) -> &mut u32;

    /// Weight of the item at `place`; `None` where a tree has no such node.
    fn item_weight_mut(&mut self, place: usize) -> Option<&mut u32>;
}
