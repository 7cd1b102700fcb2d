//! Buckets: the inner nodes of the hierarchy (spec 01 section 4).

use super::{__s32, __u8, __u16, __u32};

/// The part that all bucket variants begin with.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct crush_bucket {
    /// Negative; the bucket with id `-1 - i` is `crush_map.buckets[i]`.
    pub id: __s32,
    /// Bucket type (host, rack, ...), above 0: 0 is the type of devices.
    pub r#type: __u16,
    /// One of `enum crush_algorithm`; says which variant this is.
    pub alg: __u8,
    /// Hash of the choices, `CRUSH_HASH_RJENKINS1`.
    pub hash: __u8,
    /// Sum of the item weights, 16.16.
    pub weight: __u32,
    /// Number of items.
    pub size: __u32,
    /// `size` ids: devices from 0 up, buckets negative.
    pub items: *mut __s32,
}

/// Bucket whose items all weigh the same.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct crush_bucket_uniform {
    /// Common part.
    pub h: crush_bucket,
    /// Weight of each item, 16.16.
    pub item_weight: __u32,
}

/// Bucket whose items are tried from the last to the first.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct crush_bucket_list {
    /// Common part.
    pub h: crush_bucket,
    /// `h.size` weights, 16.16.
    pub item_weights: *mut __u32,
    /// `h.size` sums: `sum_weights[i]` is the weight of items 0 to i.
    pub sum_weights: *mut __u32,
}

/// Bucket that keeps the weights in a binary tree: item i is node 2i + 1.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct crush_bucket_tree {
    /// Common part.
    pub h: crush_bucket,
    /// Length of `node_weights`, a power of two.
    pub num_nodes: __u8,
    /// Weights of leaves and sums of inner nodes, 16.16.
    pub node_weights: *mut __u32,
}

/// Bucket whose items draw straws of precomputed length.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct crush_bucket_straw {
    /// Common part.
    pub h: crush_bucket,
    /// `h.size` weights, 16.16.
    pub item_weights: *mut __u32,
    /// `h.size` straw lengths, 16.16.
    pub straws: *mut __u32,
}

/// Bucket whose items draw straws scaled by their weight.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct crush_bucket_straw2 {
    /// Common part.
    pub h: crush_bucket,
    /// `h.size` weights, 16.16.
    pub item_weights: *mut __u32,
}
