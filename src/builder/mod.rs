//! Making and editing maps in C memory (spec 03).
//!
//! A map is a set of `malloc` blocks that C code and this library hand to each other. Each operation borrows a bucket
//! for its own duration as one of the `*Bucket` types, whose unsafe constructors take the caller's word for the
//! pointers; what happens behind them is safe code. `OwnedMap` is the safe owner for Rust.

// What only C callers need lies idle without the C interface.
#![cfg_attr(not(feature = "capi"), allow(dead_code))]

mod algorithm;
pub(crate) mod alloc;
pub(crate) mod array;
pub(crate) mod block;
pub(crate) mod bucket_table;
pub(crate) mod choose_args;
pub(crate) mod create;
pub(crate) mod destroy;
pub(crate) mod edit;
mod error;
pub(crate) mod finalize;
#[cfg(feature = "abi-pacific")]
pub(crate) mod find_roots;
#[cfg(feature = "abi-pacific")]
pub(crate) mod find_rule;
pub(crate) mod header;
mod hierarchy;
pub(crate) mod item_weight;
pub(crate) mod list;
pub(crate) mod make;
mod owned;
pub(crate) mod plain;
pub(crate) mod predicates;
pub(crate) mod reweight;
pub(crate) mod rule;
mod stored;
pub(crate) mod straw;
pub(crate) mod straw2;
pub(crate) mod straw_lengths;
pub(crate) mod tree;
mod tree_geometry;
pub(crate) mod tunables;
pub(crate) mod uniform;
mod weighted;

#[cfg(all(test, feature = "capi"))]
mod tests;

pub use algorithm::BucketAlgorithm;
pub use error::BuildError;
pub use owned::{BucketSpec, OwnedMap};
pub use stored::{StoredBucket, StoredRule, StoredWeights};
pub(crate) use tree_geometry::node_count as tree_node_count;
pub use tunables::MapTunables;
