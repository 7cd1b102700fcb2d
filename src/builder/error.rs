//! Why the builder refuses.

use super::alloc::NoMemory;

/// Why a map could not be built or edited.
///
/// The C interface reports these as negative errno numbers or NULL (spec 03); `capi` has the translation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// The C allocator has no memory left, or the request is larger than an object can be.
    #[error("out of memory")]
    NoMemory,
    /// A tree bucket holds 64 items at most, since it counts its nodes in 8 bits.
    #[error("a tree bucket holds 64 items at most")]
    TreeFull,
    /// What was removed was the last item of a uniform, list or tree bucket. It is removed; upstream reports an error
    /// and so does the C interface (spec 03 section 6). A tree bucket keeps the place as a hole, item 0 of weight 0.
    #[error("this was the last item of its bucket")]
    LastItem,
    /// No bucket has this id.
    #[error("no bucket has this id")]
    BucketNotFound,
    /// The bucket does not contain the item.
    #[error("the bucket does not contain the item")]
    ItemNotFound,
    /// A bucket with this id exists already.
    #[error("a bucket with this id exists already")]
    BucketExists,
    /// An argument is missing, out of range, or does not fit the others.
    #[error("invalid argument")]
    InvalidArgument,
    /// The map holds as many rules as it may.
    #[error("the map has no room for another rule")]
    TooManyRules,
    /// The sum of the weights does not fit into 32 bits.
    #[error("the sum of the weights exceeds 32 bits")]
    WeightOverflow,
    /// The bucket's algorithm is none of the five.
    #[error("unknown bucket algorithm")]
    UnknownAlgorithm,
}

impl From<NoMemory> for BuildError {
    fn from(_: NoMemory) -> Self {
        Self::NoMemory
    }
}
