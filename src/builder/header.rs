//! The part that all bucket variants begin with.

use super::BucketAlgorithm;
use super::error::BuildError;
use crate::abi::crush_bucket;

/// What a new bucket is told about itself apart from its items.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BucketKind {
    /// Hash of the choices.
    pub(crate) hash: u8,
    /// Type in the hierarchy.
    pub(crate) r#type: u16,
}

impl BucketKind {
    /// Header of a bucket of `size` items with id and weight 0 and no items yet.
    pub(crate) fn header(self, alg: BucketAlgorithm, size: usize) -> Result<crush_bucket, BuildError> {
        Ok(crush_bucket {
            id: 0,
            r#type: self.r#type,
            alg: alg as u8,
            hash: self.hash,
            weight: 0,
            size: u32::try_from(size).map_err(|_| BuildError::NoMemory)?,
            items: core::ptr::null_mut(),
        })
    }
}

/// First place of `item` in a bucket.
pub(crate) fn place_of(items: &[i32], item: i32) -> Result<usize, BuildError> {
    items.iter().position(|&candidate| candidate == item).ok_or(BuildError::ItemNotFound)
}

/// Number of items after one more; the largest bucket cannot grow.
pub(crate) fn one_more(size: u32) -> Result<u32, BuildError> {
    size.checked_add(1).ok_or(BuildError::NoMemory)
}

/// Difference between two weights as upstream computes it: unsigned and wrapping, returned as a signed number.
pub(crate) fn weight_difference(new: u32, old: u32) -> i32 {
    new.wrapping_sub(old).cast_signed()
}

/// Refuses arrays that do not belong together.
pub(crate) fn require_equal_lengths(items: &[i32], weights: &[u32]) -> Result<(), BuildError> {
    if items.len() == weights.len() { Ok(()) } else { Err(BuildError::InvalidArgument) }
}
