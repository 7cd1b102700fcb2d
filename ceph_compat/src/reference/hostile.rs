//! The one list of what is never given to a genuine library (spec 02 section 13).

/// A situation in which upstream aborts, reads or writes outside its memory, or never returns.
///
/// An input that meets one is answered by our library and by the reference, which follows the column "required" of
/// spec 02 section 13; no genuine library sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Hostile {
    /// 13.1: a bucket is the target of a choice of type 0 and `is_out` reads `weights[negative]`.
    BucketAsDevice,
    /// 13.3: a device with the number of a marker.
    DeviceIsMarker,
    /// 13.2: the bucket of a chosen item does not exist.
    BucketMissing,
    /// 13.2: the descent goes round without meeting the type that is wanted.
    Cycle,
    /// 13.2: the walk down a tree ends right of the last item.
    TreeBeyondItems,
    /// 13.2: the tree has no walk at all.
    TreeWithoutNodes,
    /// 13.2: a weight-set or an id list shorter than the bucket.
    ChooseArgShort,
    /// 13.3: TAKE device, EMIT.
    MsrTakeDeviceEmit,
    /// 13.3: TAKE bucket, EMIT.
    MsrTakeBucketEmit,
    /// 13.3: TAKE of a bucket that does not exist.
    MsrTakeMissing,
    /// 13.3: an empty bucket in a descent.
    MsrEmptyBucket,
    /// 13.3: a device where a bucket is wanted, and a further step.
    MsrDeviceForBucket,
    /// 13.3: a count that does not divide, since the product wrapped.
    MsrNotDivisible,
    /// 13.3: a count for which upstream needs too much stack.
    MsrHugeCount,
    /// 13.3: an emit into a place that is taken, or past the end.
    MsrPlaceTaken,
    /// 13.3: a stride that wraps.
    MsrStrideWraps,
}
