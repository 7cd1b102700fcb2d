//! What can be wrong with an osdmap's file.
#![forbid(unsafe_code)]

use crate::map::{DecodeError, DecodeFault};

/// A file that is no osdmap, with the place of the fault.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{field} at byte {offset}: {fault}")]
pub struct OsdMapError {
    /// Offset of the field in the file.
    pub offset: usize,
    /// The field, as spec 09 calls it.
    pub field: &'static str,
    /// What is wrong.
    pub fault: OsdMapFault,
}

/// What is wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OsdMapFault {
    /// The bytes do not add up.
    #[error(transparent)]
    Bytes(#[from] DecodeFault),
    /// A release before Firefly wrote it.
    #[error("written by a release before Firefly (version {0}), which is not supported")]
    Classic(u8),
    /// Only newer releases can read it.
    #[error("readable from version {needed} on; versions up to {supported} are supported")]
    TooNew {
        /// The oldest version that can read it.
        needed: u8,
        /// The newest that is supported.
        supported: u8,
    },
    /// The checksum is wrong.
    #[error("bad crc, actual {actual} != expected {expected}: the file is damaged")]
    BadChecksum {
        /// Of the bytes.
        actual: u32,
        /// In the file.
        expected: u32,
    },
    /// A pool is neither replicated nor erasure-coded.
    #[error("{0} is no kind of pool")]
    UnknownPoolKind(u8),
    /// An address has no known form.
    #[error("{0} is no kind of address")]
    UnknownAddress(u8),
    /// A PG's name has no known form.
    #[error("version {0} of a PG's id is unknown")]
    UnknownPgId(u8),
    /// The crush map inside is none. The offset in it counts from its own beginning.
    #[error("the crush map inside: {0}")]
    Crush(DecodeError),
}

impl OsdMapFault {
    /// The fault at a place.
    pub(super) fn at(self, offset: usize, field: &'static str) -> OsdMapError {
        OsdMapError { offset, field, fault: self }
    }
}

impl From<DecodeError> for OsdMapError {
    fn from(error: DecodeError) -> Self {
        Self { offset: error.offset, field: error.field, fault: error.fault.into() }
    }
}
