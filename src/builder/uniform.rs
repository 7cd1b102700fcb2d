//! Uniform buckets: one weight for all items (spec 03 sections 5 to 7).

use super::BucketAlgorithm;
use super::array::{Array, Column};
use super::block::Block;
use super::error::BuildError;
use super::header::{BucketKind, one_more, place_of};
use super::predicates::multiplication_is_unsafe;
use crate::abi::crush_bucket_uniform;

/// A uniform bucket in C memory, borrowed for one operation.
pub(crate) struct UniformBucket<'a>(&'a mut crush_bucket_uniform);

impl UniformBucket<'_> {
    /// Makes a bucket. Several items of weight 0 are refused, as upstream does.
    pub(crate) fn make(
        kind: BucketKind,
        items: &[i32],
        item_weight: u32,
    ) -> Result<Block<crush_bucket_uniform>, BuildError> {
        let mut bucket = Block::<crush_bucket_uniform>::zeroed()?;
        bucket.h = kind.header(BucketAlgorithm::Uniform, items.len())?;
        if multiplication_is_unsafe(bucket.h.size, item_weight) {
            return Err(BuildError::WeightOverflow);
        }
        bucket.h.weight = bucket.h.size.wrapping_mul(item_weight);
        bucket.item_weight = item_weight;
        if !items.is_empty() {
            bucket.h.items = Array::copy_of(items)?.into_raw();
        }
        Ok(bucket)
    }

    /// Borrows a bucket; `None` for NULL.
    ///
    /// # Safety
    /// `bucket` is NULL or a valid bucket whose array is NULL or a C block of `h.size` items, and nobody else uses it
    /// during `'a`.
    pub(crate) unsafe fn from_ptr(bucket: *mut crush_bucket_uniform) -> Option<Self> {
        // SAFETY: the caller vouches for a pointer that is not NULL.
        unsafe { bucket.as_mut() }.map(Self)
    }

    fn items(&mut self) -> Column<'_, i32> {
        let size = self.0.h.size as usize;
        // SAFETY: `from_ptr` was promised an array of `h.size` items.
        unsafe { Column::new(&mut self.0.h.items, size) }
    }

    /// Appends an item, which must weigh what the others do.
    pub(crate) fn add(&mut self, item: i32, weight: u32) -> Result<(), BuildError> {
        if self.0.item_weight != weight {
            return Err(BuildError::InvalidArgument);
        }
        let size = one_more(self.0.h.size)?;
        self.items().append(size as usize, item)?;
        self.0.h.weight = self.0.h.weight.checked_add(weight).ok_or(BuildError::WeightOverflow)?;
        self.0.h.size = size;
        Ok(())
    }

    /// Removes the first match. Removing the last item empties the bucket and yet is an error, `LastItem`.
    pub(crate) fn remove(&mut self, item: i32) -> Result<(), BuildError> {
        let mut items = self.items();
        let place = place_of(&items, item)?;
        items.copy_within(place + 1.., place);
        let left = self.0.h.size - 1;
        self.0.h.weight = self.0.h.weight.saturating_sub(self.0.item_weight);
        let mut items = self.items();
        let resized = if left == 0 {
            items.free();
            Err(BuildError::LastItem)
        } else {
            items.resize(left as usize).map_err(BuildError::from)
        };
        self.0.h.size = left;
        resized
    }

    /// Sets the weight of all items, whichever item is named, and returns by how much the bucket's weight changes.
    pub(crate) fn adjust(&mut self, weight: u32) -> i32 {
        let size = self.0.h.size;
        let difference = weight.wrapping_sub(self.0.item_weight).wrapping_mul(size);
        self.0.item_weight = weight;
        self.0.h.weight = weight.wrapping_mul(size);
        difference.cast_signed()
    }

    /// Recomputes the bucket's weight, from a new weight of each item if one is given.
    pub(crate) fn reset(&mut self, item_weight: Option<u32>) {
        let weight = item_weight.unwrap_or(self.0.item_weight);
        self.adjust(weight);
    }
}
