//! Why a comparison cannot be made.

use crush::placement::PlacementError;
use crush::placer::PlacerError;

/// Why a comparison cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum DiffError {
    /// A PG cannot be placed.
    #[error(transparent)]
    Placement(#[from] PlacementError),
    /// A rule cannot be prepared.
    #[error("rule {rule}: {error}")]
    Rule {
        /// Number of the rule.
        rule: u32,
        /// What is wrong.
        error: PlacerError,
    },
    /// Not enough memory.
    #[error("not enough memory")]
    NoMemory,
    /// Nothing is there to compare.
    #[error("there is nothing to compare: neither map has {0}")]
    Nothing(&'static str),
}

impl From<std::collections::TryReserveError> for DiffError {
    fn from(_: std::collections::TryReserveError) -> Self {
        Self::NoMemory
    }
}
