//! Maps for benches, the same as those that `ceph_compat bench` measures, and the answers of genuine Ceph on them.
#![forbid(unsafe_code)]

mod checksums;
mod cluster;
mod subject;

pub use checksums::{Checksum, genuine};
pub use cluster::Devices;
pub use subject::{Subject, all, flat};

/// The SIMD level in use, for the names of benches: results of different levels are not to be compared.
pub fn level() -> &'static str {
    crush::simd::Level::current().name()
}
