//! Making a bucket of any algorithm (spec 03 section 5.1).

use super::BucketAlgorithm;
use super::error::BuildError;
use super::header::BucketKind;
use super::list::ListBucket;
use super::straw::StrawBucket;
use super::straw_lengths::StrawVersion;
use super::straw2::Straw2Bucket;
use super::tree::TreeBucket;
use super::uniform::UniformBucket;
use crate::abi::crush_bucket;
use core::ptr::NonNull;

/// Makes a bucket in C memory; it belongs to the caller. A uniform bucket takes the first weight, or 0, for all items.
pub(crate) fn make_bucket(
    algorithm: BucketAlgorithm,
    version: Option<StrawVersion>,
    kind: BucketKind,
    items: &[i32],
    weights: &[u32],
) -> Result<NonNull<crush_bucket>, BuildError> {
    let bucket: *mut crush_bucket = match algorithm {
        BucketAlgorithm::Uniform => {
            let item_weight = weights.first().copied().unwrap_or(0);
            UniformBucket::make(kind, items, item_weight)?.into_raw().cast()
        }
        BucketAlgorithm::List => ListBucket::make(kind, items, weights)?.into_raw().cast(),
        BucketAlgorithm::Tree => TreeBucket::make(kind, items, weights)?.into_raw().cast(),
        BucketAlgorithm::Straw => StrawBucket::make(version, kind, items, weights)?.into_raw().cast(),
        BucketAlgorithm::Straw2 => Straw2Bucket::make(kind, items, weights)?.into_raw().cast(),
    };
    NonNull::new(bucket).ok_or(BuildError::NoMemory)
}
