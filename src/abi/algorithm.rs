//! Names of the bucket algorithms.

/// How a bucket chooses among its items; the value of `crush_bucket.alg`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum crush_algorithm {
    /// All items weigh the same; the choice is a permutation.
    CRUSH_BUCKET_UNIFORM = 1,
    /// Items are tried from the newest to the oldest; cheap to grow.
    CRUSH_BUCKET_LIST = 2,
    /// A binary tree of weights.
    CRUSH_BUCKET_TREE = 3,
    /// Every item draws a straw of precomputed length.
    CRUSH_BUCKET_STRAW = 4,
    /// Every item draws a straw scaled by its own weight alone.
    CRUSH_BUCKET_STRAW2 = 5,
}
