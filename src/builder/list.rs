//! List buckets: weights with running sums (spec 03 sections 5 to 7).

use super::BucketAlgorithm;
use super::array::{Array, Column};
use super::block::Block;
use super::error::BuildError;
use super::header::{BucketKind, one_more, place_of, require_equal_lengths, weight_difference};
use super::weighted::Weighted;
use crate::abi::crush_bucket_list;

/// A list bucket in C memory, borrowed for one operation.
pub(crate) struct ListBucket<'a>(&'a mut crush_bucket_list);

struct Columns<'a> {
    items: Column<'a, i32>,
    weights: Column<'a, u32>,
    sums: Column<'a, u32>,
}

impl Columns<'_> {
    fn resize(&mut self, len: usize) -> Result<(), BuildError> {
        self.items.resize(len)?;
        self.weights.resize(len)?;
        self.sums.resize(len)?;
        Ok(())
    }

    /// Moves later items down over the one at `place`, takes its weight off their sums and returns that weight.
    fn take_out(&mut self, place: usize) -> u32 {
        let removed = self.weights[place];
        self.items.copy_within(place + 1.., place);
        self.weights.copy_within(place + 1.., place);
        self.sums.copy_within(place + 1.., place);
        for sum in &mut self.sums[place..] {
            *sum = sum.wrapping_sub(removed);
        }
        removed
    }

    /// Place of an item; in a bucket that lacks one of its arrays there is none.
    fn place_of(&self, item: i32) -> Result<usize, BuildError> {
        let place = place_of(&self.items, item)?;
        if self.weights.is_missing() || self.sums.is_missing() {
            return Err(BuildError::ItemNotFound);
        }
        Ok(place)
    }
}

impl ListBucket<'_> {
    /// Makes a bucket of as many items as there are weights; an empty one has no arrays.
    pub(crate) fn make(
        kind: BucketKind,
        items: &[i32],
        weights: &[u32],
    ) -> Result<Block<crush_bucket_list>, BuildError> {
        let mut bucket = Block::<crush_bucket_list>::zeroed()?;
        bucket.h = kind.header(BucketAlgorithm::List, items.len())?;
        require_equal_lengths(items, weights)?;
        if items.is_empty() {
            return Ok(bucket);
        }
        let items = Array::copy_of(items)?;
        let item_weights = Array::copy_of(weights)?;
        let mut sums = Array::<u32>::zeroed(items.len())?;
        bucket.h.weight = running_sums(weights, &mut sums)?;
        bucket.h.items = items.into_raw();
        bucket.item_weights = item_weights.into_raw();
        bucket.sum_weights = sums.into_raw();
        Ok(bucket)
    }

    /// Borrows a bucket; `None` for NULL.
    ///
    /// # Safety
    /// `bucket` is NULL or a valid bucket whose arrays are NULL or C blocks of `h.size` elements, and nobody else
    /// uses it during the life of the result.
    pub(crate) unsafe fn from_ptr(bucket: *mut crush_bucket_list) -> Option<Self> {
        // SAFETY: the caller vouches for a pointer that is not NULL.
        unsafe { bucket.as_mut() }.map(Self)
    }

    fn columns(&mut self) -> Columns<'_> {
        let size = self.0.h.size as usize;
        Columns {
            // SAFETY: `from_ptr` was promised an array of `h.size` items.
            items: unsafe { Column::new(&mut self.0.h.items, size) },
            // SAFETY: `from_ptr` was promised an array of `h.size` weights.
            weights: unsafe { Column::new(&mut self.0.item_weights, size) },
            // SAFETY: `from_ptr` was promised an array of `h.size` sums.
            sums: unsafe { Column::new(&mut self.0.sum_weights, size) },
        }
    }

    /// Appends an item. The running sum may not overflow; the bucket's own weight is not checked, as upstream.
    pub(crate) fn add(&mut self, item: i32, weight: u32) -> Result<(), BuildError> {
        let size = one_more(self.0.h.size)?;
        let Columns { mut items, mut weights, mut sums } = self.columns();
        items.append(size as usize, item)?;
        weights.append(size as usize, weight)?;
        sums.append(size as usize, weight)?;
        if let [.., before, sum] = &mut *sums {
            *sum = before.checked_add(weight).ok_or(BuildError::WeightOverflow)?;
        }
        self.0.h.weight = self.0.h.weight.wrapping_add(weight);
        self.0.h.size = size;
        Ok(())
    }

    /// Removes the first match. Removing the last item empties the bucket and yet is an error, `LastItem`.
    pub(crate) fn remove(&mut self, item: i32) -> Result<(), BuildError> {
        let left = self.0.h.size.saturating_sub(1);
        let mut columns = self.columns();
        let place = columns.place_of(item)?;
        let removed = columns.take_out(place);
        let resized = if left == 0 {
            columns.items.free();
            Err(BuildError::LastItem)
        } else {
            columns.resize(left as usize)
        };
        self.0.h.weight = self.0.h.weight.saturating_sub(removed);
        self.0.h.size = left;
        resized
    }

    /// Sets the weight of the first match and returns the difference; 0 when there is none.
    pub(crate) fn adjust(&mut self, item: i32, weight: u32) -> i32 {
        let mut columns = self.columns();
        let Ok(place) = columns.place_of(item) else { return 0 };
        let difference = weight_difference(weight, columns.weights[place]);
        columns.weights[place] = weight;
        for sum in &mut columns.sums[place..] {
            *sum = sum.wrapping_add_signed(difference);
        }
        self.0.h.weight = self.0.h.weight.wrapping_add_signed(difference);
        difference
    }
}

impl Weighted for ListBucket<'_> {
    fn is_complete(&self) -> bool {
        !(self.0.h.items.is_null() || self.0.item_weights.is_null() || self.0.sum_weights.is_null())
    }

    fn weight_mut(&mut self) -> &mut u32 {
        &mut self.0.h.weight
    }

    fn item_weight_mut(&mut self, place: usize) -> Option<&mut u32> {
        self.columns().weights.into_mut().get_mut(place)
    }
}

/// Writes the sum of the first i + 1 weights to place i and returns the sum of all.
fn running_sums(weights: &[u32], sums: &mut [u32]) -> Result<u32, BuildError> {
    let mut run = 0_u32;
    for (sum, &weight) in sums.iter_mut().zip(weights) {
        run = run.checked_add(weight).ok_or(BuildError::WeightOverflow)?;
        *sum = run;
    }
    Ok(run)
}
