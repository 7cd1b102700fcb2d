//! Straw buckets: precomputed straw lengths (spec 03 sections 5 to 8).
//!
//! Operations that compute lengths need the map's straw version; `None` means that the caller has no map.

use super::BucketAlgorithm;
use super::array::{Array, Column};
use super::block::Block;
use super::error::BuildError;
use super::header::{BucketKind, one_more, place_of, require_equal_lengths, weight_difference};
use super::straw_lengths::{self, StrawVersion};
use super::weighted::Weighted;
use crate::abi::crush_bucket_straw;

/// A straw bucket in C memory, borrowed for one operation.
pub(crate) struct StrawBucket<'a>(&'a mut crush_bucket_straw);

struct Columns<'a> {
    items: Column<'a, i32>,
    weights: Column<'a, u32>,
    straws: Column<'a, u32>,
}

impl Columns<'_> {
    fn resize(&mut self, len: usize) -> Result<(), BuildError> {
        self.items.resize(len)?;
        self.weights.resize(len)?;
        self.straws.resize(len)?;
        Ok(())
    }

    /// Place of an item; in a bucket that lacks one of its arrays there is none.
    fn place_of(&self, item: i32) -> Result<usize, BuildError> {
        let place = place_of(&self.items, item)?;
        if self.weights.is_missing() || self.straws.is_missing() {
            return Err(BuildError::ItemNotFound);
        }
        Ok(place)
    }
}

impl StrawBucket<'_> {
    /// Makes a bucket of as many items as weights, whose sum may wrap. An empty one has arrays too, as upstream.
    pub(crate) fn make(
        version: Option<StrawVersion>,
        kind: BucketKind,
        items: &[i32],
        weights: &[u32],
    ) -> Result<Block<crush_bucket_straw>, BuildError> {
        let mut bucket = Block::<crush_bucket_straw>::zeroed()?;
        bucket.h = kind.header(BucketAlgorithm::Straw, items.len())?;
        require_equal_lengths(items, weights)?;
        let items = Array::copy_of(items)?;
        let item_weights = Array::copy_of(weights)?;
        let mut straws = Array::<u32>::zeroed(weights.len())?;
        fill(version, weights, &mut straws)?;
        bucket.h.weight = weights.iter().copied().fold(0, u32::wrapping_add);
        bucket.h.items = items.into_raw();
        bucket.item_weights = item_weights.into_raw();
        bucket.straws = straws.into_raw();
        Ok(bucket)
    }

    /// Borrows a bucket; `None` for NULL.
    ///
    /// # Safety
    /// `bucket` is NULL or a valid bucket whose arrays are NULL or C blocks of `h.size` elements, and nobody else
    /// uses it during the life of the result.
    pub(crate) unsafe fn from_ptr(bucket: *mut crush_bucket_straw) -> Option<Self> {
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
            // SAFETY: `from_ptr` was promised an array of `h.size` straws.
            straws: unsafe { Column::new(&mut self.0.straws, size) },
        }
    }

    /// Computes all straw lengths from the weights.
    pub(crate) fn compute_straws(&mut self, version: Option<StrawVersion>) -> Result<(), BuildError> {
        let Columns { weights, mut straws, .. } = self.columns();
        fill(version, &weights, &mut straws)
    }

    /// Appends an item. When only the memory for computing lengths is missing, the item stays, as upstream.
    pub(crate) fn add(
        &mut self,
        version: Option<StrawVersion>,
        item: i32,
        weight: u32,
    ) -> Result<(), BuildError> {
        version.ok_or(BuildError::InvalidArgument)?;
        let size = one_more(self.0.h.size)?;
        let Columns { mut items, mut weights, mut straws } = self.columns();
        items.append(size as usize, item)?;
        weights.append(size as usize, weight)?;
        straws.resize(size as usize)?;
        self.0.h.weight = self.0.h.weight.checked_add(weight).ok_or(BuildError::WeightOverflow)?;
        self.0.h.size = size;
        self.compute_straws(version)
    }

    /// Removes the first match; the arrays of a bucket that becomes empty stay.
    pub(crate) fn remove(&mut self, version: Option<StrawVersion>, item: i32) -> Result<(), BuildError> {
        let left = self.0.h.size.saturating_sub(1);
        let mut columns = self.columns();
        let place = columns.place_of(item)?;
        if left > 0 {
            version.ok_or(BuildError::InvalidArgument)?;
        }
        let removed = columns.weights[place];
        columns.items.copy_within(place + 1.., place);
        columns.weights.copy_within(place + 1.., place);
        let resized = if left == 0 { Ok(()) } else { columns.resize(left as usize) };
        self.0.h.weight = self.0.h.weight.saturating_sub(removed);
        self.0.h.size = left;
        resized?;
        self.compute_straws(version)
    }

    /// Sets the weight of the first match and returns the difference; 0 when there is none.
    pub(crate) fn adjust(
        &mut self,
        version: Option<StrawVersion>,
        item: i32,
        weight: u32,
    ) -> Result<i32, BuildError> {
        let mut columns = self.columns();
        let Ok(place) = columns.place_of(item) else { return Ok(0) };
        version.ok_or(BuildError::InvalidArgument)?;
        let difference = weight_difference(weight, columns.weights[place]);
        columns.weights[place] = weight;
        self.0.h.weight = self.0.h.weight.wrapping_add_signed(difference);
        self.compute_straws(version)?;
        Ok(difference)
    }
}

impl Weighted for StrawBucket<'_> {
    fn is_complete(&self) -> bool {
        !(self.0.h.items.is_null() || self.0.item_weights.is_null() || self.0.straws.is_null())
    }

    fn weight_mut(&mut self) -> &mut u32 {
        &mut self.0.h.weight
    }

    fn item_weight_mut(&mut self, place: usize) -> Option<&mut u32> {
        self.columns().weights.into_mut().get_mut(place)
    }
}

fn fill(version: Option<StrawVersion>, weights: &[u32], straws: &mut [u32]) -> Result<(), BuildError> {
    if weights.is_empty() {
        return Ok(());
    }
    let version = version.ok_or(BuildError::InvalidArgument)?;
    Ok(straw_lengths::compute(weights, version, straws)?)
}
