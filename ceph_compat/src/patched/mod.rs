//! `patched`: genuine Ceph programs with the crush functions inside them replaced by ours.
//!
//! The package `crush_patcher` (`ceph_compat/patcher`) does the replacing, inside the program; here it is built, the
//! program is started with it, and the counts that it leaves are read.
#![forbid(unsafe_code)]

mod counts;
mod genuine;
mod preload;

pub(crate) use counts::Counts;
pub(crate) use genuine::{Genuine, Replacement};
pub(crate) use preload::Preload;

use crate::oracle::OracleError;
use crate::ours::BuildError;
use std::path::PathBuf;

/// Why a genuine program could not be run.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PatchError {
    /// Machine code is written.
    #[error("replacing functions inside a program works on Linux x86-64 only")]
    Platform,
    /// The patcher could not be built.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// There is no genuine program.
    #[error(transparent)]
    Oracle(#[from] OracleError),
    /// The oracle is a library by itself.
    #[error("{0} comes without a program that runs others on it; name pacific, reef or tentacle")]
    NoPrograms(String),
    /// The tables would lose lines.
    #[error("no file is of the set {0} of the battery: testdata/golden or CRUSH_TEST_DATA is incomplete")]
    NoInputs(&'static str),
    /// A file is not there, or cannot be written.
    #[error("{0}: {1}")]
    Io(PathBuf, std::io::Error),
    /// The counts are not what the patcher writes.
    #[error("{0}: not a file of counts")]
    Counts(PathBuf),
}
