//! What the literature claims about placement, measured on our own code.
//!
//! - Weil et al., "CRUSH: controlled, scalable, decentralized placement of replicated data" (2006): what each bucket algorithm
//!   costs, and moves when items come, go or change their weight; that a hierarchy moves more than the least.
//! - Thaler and Ravishankar (1998), Karger et al. (1997): rendezvous hashing and consistent-hash rings move the least, hash
//!   modulo n moves nearly everything.

mod buckets;
mod failure;
mod flat;
mod hierarchy;
mod made;

pub use buckets::{BucketRow, buckets};
pub use failure::{FailureRow, failure};
pub use flat::{FlatRow, flat};
pub use hierarchy::{HierarchyRow, hierarchy};

use crate::diff::DiffError;
use crush::map::CompileError;

/// Why a simulation ended.
#[derive(Debug, thiserror::Error)]
pub enum SimulateError {
    /// A comparison failed.
    #[error(transparent)]
    Diff(#[from] DiffError),
    /// A map that was made up is none.
    #[error("made-up map: {0}")]
    Map(#[from] CompileError),
    /// Not enough memory.
    #[error("not enough memory")]
    NoMemory,
    /// Nodes that cannot be placed on.
    #[error(transparent)]
    Flat(#[from] crush::rendezvous::FlatError),
}

impl From<std::collections::TryReserveError> for SimulateError {
    fn from(_: std::collections::TryReserveError) -> Self {
        Self::NoMemory
    }
}
