//! The workspace of a mapping (spec 02 section 4).

use super::__u32;

/// Record of one bucket in a workspace. Records follow each other without padding, so that `perm` may be unaligned.
#[repr(C, packed)]
#[derive(Clone, Copy, Debug)]
pub struct crush_work_bucket {
    /// Input that `perm` belongs to.
    pub perm_x: __u32,
    /// Places of `perm` that are final.
    pub perm_n: __u32,
    /// Permutation of the bucket's items, in the bytes that follow.
    pub perm: *mut __u32,
}

/// Head of a workspace.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct crush_work {
    /// `crush_map.max_buckets` pointers to records.
    pub work: *mut *mut crush_work_bucket,
}
