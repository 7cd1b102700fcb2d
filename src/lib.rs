//! CRUSH: where an object lives, computed from its number and a description of the cluster.
//!
//! A drop-in replacement for Ceph's libcrush. The C interface is in `include/crush`; this is the Rust library behind
//! it. See `docs/architecture.md` for how the parts fit together.

pub mod abi;
pub mod bucket;
pub mod builder;
#[cfg(feature = "capi")]
pub mod capi;
pub mod hash;
mod ln;
pub mod map;
pub mod mapper;
#[cfg(test)]
mod random;
pub mod simd;
pub mod view;
