//! What can be wrong with a file, or with a map that shall become one.
#![forbid(unsafe_code)]

use crate::builder::BuildError;
use crate::map::release::{MapFeature, Release};
use std::collections::TryReserveError;

/// A file that is no map, with the place of the fault.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{field} at byte {offset}: {fault}")]
pub struct DecodeError {
    /// Offset of the field in the file.
    pub offset: usize,
    /// The field, as spec 04 calls it.
    pub field: &'static str,
    /// What is wrong.
    pub fault: DecodeFault,
}

/// What is wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DecodeFault {
    /// The file ends inside the field.
    #[error("the file ends here")]
    Truncated,
    /// The file is none of a map.
    #[error("bad magic number")]
    BadMagic,
    /// A bucket's algorithm is none of the five.
    #[error("unsupported bucket algorithm: {0}")]
    UnsupportedAlgorithm(u32),
    /// A bucket's algorithm differs from the one that its slot announces.
    #[error("algorithm {algorithm} in a slot for algorithm {announced}")]
    AlgorithmMismatch {
        /// Announced in front of the bucket.
        announced: u32,
        /// Stored in the bucket.
        algorithm: u8,
    },
    /// A bucket is in the slot of another id.
    #[error("id {id} in the slot of id {expected}")]
    WrongId {
        /// Stored in the bucket.
        id: i32,
        /// Id that belongs to the slot.
        expected: i32,
    },
    /// An item is one of the two numbers that mean "no device".
    #[error("{0} is no item")]
    NoItem(i32),
    /// A count is negative.
    #[error("{0} is negative")]
    Negative(i32),
    /// A count is higher than any map's.
    #[error("{count} exceeds the limit of {limit}")]
    OverLimit {
        /// The count.
        count: u64,
        /// The limit, see [`limits`](crate::map::limits).
        limit: usize,
    },
    /// A count is too high for what is left of the file.
    #[error("{count} do not fit into the {left} bytes that are left")]
    OverInput {
        /// The count.
        count: u64,
        /// Bytes behind the count.
        left: usize,
    },
    /// A tree bucket has more or fewer nodes than its items need.
    #[error("{nodes} nodes for {items} items")]
    TreeNodes {
        /// Nodes that are stored.
        nodes: u8,
        /// Items of the bucket.
        items: usize,
    },
    /// A rule's ruleset differs from its number.
    #[error("crush ruleset_id != rule_id; encoding is too old")]
    RulesetMismatch,
    /// A name is empty.
    #[error("the name is empty")]
    EmptyName,
    /// Choose_args belong to a bucket slot that does not exist.
    #[error("there is no bucket slot {0}")]
    NoSlot(u32),
    /// Choose_args have another number of ids or weights than their bucket has items.
    #[error("{count} for a bucket of {items} items")]
    NotPerItem {
        /// What is stored.
        count: usize,
        /// Items of the bucket.
        items: usize,
    },
    /// There is not enough memory.
    #[error("out of memory")]
    NoMemory,
}

impl DecodeFault {
    /// The fault at a place.
    pub(crate) fn at(self, offset: usize, field: &'static str) -> DecodeError {
        DecodeError { offset, field, fault: self }
    }
}

impl From<TryReserveError> for DecodeFault {
    fn from(_: TryReserveError) -> Self {
        Self::NoMemory
    }
}

/// What was decoded fits together, so that the builder can only fail for lack of memory.
impl From<BuildError> for DecodeFault {
    fn from(_: BuildError) -> Self {
        Self::NoMemory
    }
}

/// A map that has no file form.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EncodeError {
    /// The release lacks something that the map holds.
    #[error("{release} does not have {feature}")]
    Unsupported {
        /// What the map holds.
        feature: MapFeature,
        /// Release to encode for.
        release: Release,
    },
    /// A name is empty, which the file form has no way to say.
    #[error("{table} {id} has an empty name")]
    EmptyName {
        /// What is named.
        table: &'static str,
        /// Its id.
        id: i32,
    },
    /// The map has more rule slots than a rule's number, which is a byte, can tell apart.
    #[error("{0} rule slots")]
    TooManyRules(u32),
    /// The map is larger than any file may be.
    #[error("the map takes {0} bytes")]
    TooLarge(usize),
    /// There is not enough memory.
    #[error("out of memory")]
    NoMemory,
}
