//! Making and editing maps in C memory (spec 03).
//!
//! A map is a set of `malloc` blocks that C code and this library hand to each other. Each operation borrows a bucket
//! for its own duration as one of the `*Bucket` types, whose unsafe constructors take the caller's word for the
//! pointers; what happens behind them is safe code. `OwnedMap` is the safe owner for Rust.

// The C interface, which uses the rest, follows.
#![allow(dead_code)]

mod algorithm;
mod alloc;
mod array;
mod block;
mod bucket_table;
mod create;
mod destroy;
mod error;
mod finalize;
mod header;
mod hierarchy;
mod list;
mod make;
mod owned;
mod plain;
mod predicates;
mod rule;
mod stored;
mod straw;
mod straw2;
mod straw_lengths;
mod tree;
mod tree_geometry;
mod tunables;
mod uniform;

pub use algorithm::BucketAlgorithm;
pub use error::BuildError;
pub use owned::{BucketSpec, OwnedMap};
pub use stored::{StoredBucket, StoredRule, StoredWeights};
pub use tunables::MapTunables;
