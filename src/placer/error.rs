//! Why there is no placer, or no answer.
#![forbid(unsafe_code)]

use crate::mapper::Work;
use std::collections::TryReserveError;

/// Why a placer cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlacerError {
    /// The map has no rule of this number.
    #[error("the map has no rule {0}")]
    UnknownRule(u32),
    /// The result is to have no places.
    #[error("a result needs at least one place")]
    EmptyResult,
    /// The result is to have more places than a rule can work with.
    #[error("a result of {0} places is too long")]
    ResultTooLong(usize),
    /// Mapping one input could take more than the caller allows.
    #[error(
        "mapping one input can take {} choices with {} draws, which exceeds the budget of {budget}",
        .work.choices,
        .work.draws
    )]
    OverBudget {
        /// What it can take at most.
        work: Work,
        /// What the caller allows.
        budget: u64,
    },
    /// What the rule can reach has more than 2^32 - 1 numbers.
    #[error("the map is too large to prepare")]
    TooLarge,
    /// Not enough memory.
    #[error("not enough memory to prepare the map")]
    NoMemory(#[from] TryReserveError),
}

/// Why inputs were not mapped. Nothing was written then, unless memory ran out on the way.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlaceError {
    /// The results have another length than the inputs and the placer ask for.
    #[error("the results have {found} places, not {expected}")]
    Results {
        /// Inputs times places of a result.
        expected: usize,
        /// Places that were given.
        found: usize,
    },
    /// There are not as many lengths as inputs.
    #[error("there are {found} lengths for {expected} inputs")]
    Lengths {
        /// Inputs.
        expected: usize,
        /// Lengths that were given.
        found: usize,
    },
    /// Not enough memory to work in: results of very many places need some.
    #[error("not enough memory to map")]
    NoMemory(#[from] TryReserveError),
}
