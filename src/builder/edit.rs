//! Editing a bucket of any algorithm (spec 03 sections 5.3, 6 and 7.1).

use super::BucketAlgorithm;
use super::error::BuildError;
use super::list::ListBucket;
use super::straw::StrawBucket;
use super::straw_lengths::StrawVersion;
use super::straw2::Straw2Bucket;
use super::tree::TreeBucket;
use super::uniform::UniformBucket;
use super::weighted::Weighted;
use crate::abi::crush_bucket;

/// A bucket in C memory, borrowed for one operation.
pub(crate) enum BucketMut<'a> {
    Uniform(UniformBucket<'a>),
    List(ListBucket<'a>),
    Tree(TreeBucket<'a>),
    Straw(StrawBucket<'a>),
    Straw2(Straw2Bucket<'a>),
}

impl BucketMut<'_> {
    /// Borrows a bucket.
    ///
    /// # Errors
    /// `InvalidArgument` for NULL, `UnknownAlgorithm`.
    ///
    /// # Safety
    /// `bucket` is NULL or a valid bucket of the variant that its `alg` names, whose arrays are NULL or C blocks of the
    /// lengths it states, and nobody else uses it during the life of the result.
    pub(crate) unsafe fn from_ptr(bucket: *mut crush_bucket) -> Result<Self, BuildError> {
        // SAFETY: the caller vouches for a bucket that is not NULL.
        let alg = unsafe { bucket.as_ref() }.ok_or(BuildError::InvalidArgument)?.alg;
        let borrowed = match BucketAlgorithm::try_from(i32::from(alg))? {
            // SAFETY: the caller's promise, for the variant that `alg` names.
            BucketAlgorithm::Uniform => unsafe { UniformBucket::from_ptr(bucket.cast()) }.map(Self::Uniform),
            // SAFETY: the caller's promise, for the variant that `alg` names.
            BucketAlgorithm::List => unsafe { ListBucket::from_ptr(bucket.cast()) }.map(Self::List),
            // SAFETY: the caller's promise, for the variant that `alg` names.
            BucketAlgorithm::Tree => unsafe { TreeBucket::from_ptr(bucket.cast()) }.map(Self::Tree),
            // SAFETY: the caller's promise, for the variant that `alg` names.
            BucketAlgorithm::Straw => unsafe { StrawBucket::from_ptr(bucket.cast()) }.map(Self::Straw),
            // SAFETY: the caller's promise, for the variant that `alg` names.
            BucketAlgorithm::Straw2 => unsafe { Straw2Bucket::from_ptr(bucket.cast()) }.map(Self::Straw2),
        };
        borrowed.ok_or(BuildError::InvalidArgument)
    }

    /// Appends an item.
    pub(crate) fn add(
        &mut self,
        version: Option<StrawVersion>,
        item: i32,
        weight: u32,
    ) -> Result<(), BuildError> {
        match self {
            Self::Uniform(bucket) => bucket.add(item, weight),
            Self::List(bucket) => bucket.add(item, weight),
            Self::Tree(bucket) => bucket.add(item, weight),
            Self::Straw(bucket) => bucket.add(version, item, weight),
            Self::Straw2(bucket) => bucket.add(item, weight),
        }
    }

    /// Removes the first match of an item.
    pub(crate) fn remove(&mut self, version: Option<StrawVersion>, item: i32) -> Result<(), BuildError> {
        match self {
            Self::Uniform(bucket) => bucket.remove(item),
            Self::List(bucket) => bucket.remove(item),
            Self::Tree(bucket) => bucket.remove(item),
            Self::Straw(bucket) => bucket.remove(version, item),
            Self::Straw2(bucket) => bucket.remove(item),
        }
    }

    /// Sets the weight of the first match of an item, or of all items of a uniform bucket; returns the difference.
    pub(crate) fn adjust(
        &mut self,
        version: Option<StrawVersion>,
        item: i32,
        weight: u32,
    ) -> Result<i32, BuildError> {
        match self {
            Self::Uniform(bucket) => Ok(bucket.adjust(weight)),
            Self::List(bucket) => Ok(bucket.adjust(item, weight)),
            Self::Tree(bucket) => Ok(bucket.adjust(item, weight)),
            Self::Straw(bucket) => bucket.adjust(version, item, weight),
            Self::Straw2(bucket) => Ok(bucket.adjust(item, weight)),
        }
    }

    /// The bucket as one whose items have weights of their own; `None` for a uniform one.
    pub(crate) fn weighted(&mut self) -> Option<&mut dyn Weighted> {
        match self {
            Self::Uniform(_) => None,
            Self::List(bucket) => Some(bucket),
            Self::Tree(bucket) => Some(bucket),
            Self::Straw(bucket) => Some(bucket),
            Self::Straw2(bucket) => Some(bucket),
        }
    }
}
