//! Why there is no plan.

use crate::change::ChangeError;
use crate::diff::DiffError;
use crush::builder::BuildError;
use crush::map::{EditError, EncodeError};

/// Why there is no plan.
#[derive(Debug, thiserror::Error)]
pub enum PlanError {
    /// More than weights changes.
    #[error("a plan changes weights alone, and adds or removes devices; here {0}")]
    OtherChange(String),
    /// The smallest step is too large.
    #[error(
        "even a step of a thousandth of the way moves {:.3}% of all replicas, more than the {:.3}% allowed; allow more",
        .least * 100.0, .share * 100.0
    )]
    TooSmall {
        /// The share that is allowed.
        share: f64,
        /// What the smallest step moves.
        least: f64,
    },
    /// It does not end.
    #[error("the plan has more than {0} steps; allow more for one")]
    TooManySteps(usize),
    /// A weight cannot be set.
    #[error("weight of item {item}: {error}")]
    Weight {
        /// The item.
        item: i32,
        /// Why not.
        error: EditError,
    },
    /// A comparison failed.
    #[error(transparent)]
    Diff(#[from] DiffError),
    /// A change failed.
    #[error(transparent)]
    Change(#[from] ChangeError),
    /// The map cannot be written.
    #[error(transparent)]
    Encode(#[from] EncodeError),
    /// Not enough memory.
    #[error(transparent)]
    Build(#[from] BuildError),
}
