//! The rank of a descent, which depends on its place and pass, and on the bucket that it is in.
#![forbid(unsafe_code)]

use crate::bucket::{Algorithm, Bucket};
use crate::mapper::Topology;

/// What the rank of a descent is made of.
#[derive(Clone, Copy)]
pub(super) struct Rank {
    /// The place that is to be filled.
    pub(super) place: i32,
    /// Rank of the choice that this one is below.
    pub(super) parent: i32,
    /// Positions of the step.
    pub(super) count: i32,
    /// Passes made before.
    pub(super) pass: u32,
}

impl Rank {
    /// The rank as the bucket with number `at` sees it.
    #[inline]
    pub(super) fn below<T: Topology>(&self, map: &T, at: i32) -> i32 {
        map.uniform_size(at).map_or_else(|| self.elsewhere(), |size| self.in_uniform(size))
    }

    /// The rank as `bucket` sees it.
    #[inline]
    pub(super) fn in_bucket(&self, bucket: &Bucket<'_>) -> i32 {
        match bucket.algorithm {
            Algorithm::Uniform => self.in_uniform(bucket.items.len()),
            _ => self.elsewhere(),
        }
    }

    /// The rank as buckets that are not uniform see it.
    #[inline]
    pub(super) fn elsewhere(&self) -> i32 {
        self.with_stride(self.count.cast_unsigned())
    }

    /// The rank as a uniform bucket of so many items sees it.
    ///
    /// Where the count divides the size, ranks that grow by the count would meet the same items in every pass: there they
    /// grow by one more.
    pub(super) fn in_uniform(&self, size: usize) -> i32 {
        let count = self.count.cast_unsigned();
        let divides = (size as u32).checked_rem(count) == Some(0);
        self.with_stride(if divides { count.wrapping_add(1) } else { count })
    }

    /// The rank when each pass adds `stride`, modulo 2^32.
    #[inline]
    fn with_stride(&self, stride: u32) -> i32 {
        let first = self.place.wrapping_add(self.parent);
        first.wrapping_add(stride.wrapping_mul(self.pass).cast_signed())
    }
}
