//! Why a PG's place is not told.
#![forbid(unsafe_code)]

use crate::placer::{PlaceError, PlacerError};
use std::collections::TryReserveError;

/// Why a PG's place is not told.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlacementError {
    /// The pool's rule cannot be prepared: its tries exceed the budget, or there is not enough memory.
    #[error("pool {pool}, rule {rule}: {error}")]
    Rule {
        /// The pool's id.
        pool: u64,
        /// Number of its rule.
        rule: u8,
        /// What is wrong.
        error: PlacerError,
    },
    /// Mapping failed.
    #[error(transparent)]
    Mapping(#[from] PlaceError),
    /// Not enough memory.
    #[error("not enough memory")]
    NoMemory(#[from] TryReserveError),
}
