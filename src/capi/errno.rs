//! The builder's errors as C programs know them: negative errno numbers.

use crate::builder::BuildError;
use core::ffi::c_int;

/// Answer where an argument that is needed is NULL.
pub(crate) const INVALID: c_int = -libc::EINVAL;

impl From<BuildError> for c_int {
    fn from(error: BuildError) -> Self {
        match error {
            BuildError::NoMemory | BuildError::TreeFull | BuildError::LastItem => -libc::ENOMEM,
            BuildError::ItemNotFound | BuildError::BucketNotFound => -libc::ENOENT,
            BuildError::BucketExists => -libc::EEXIST,
            BuildError::InvalidArgument => INVALID,
            BuildError::TooManyRules => -libc::ENOSPC,
            BuildError::WeightOverflow => -libc::ERANGE,
            BuildError::UnknownAlgorithm => -1,
        }
    }
}

/// 0, or what went wrong.
pub(crate) fn status(result: Result<(), BuildError>) -> c_int {
    result.map_or_else(c_int::from, |()| 0)
}

/// The value, or what went wrong.
pub(crate) fn value_or_status(result: Result<c_int, BuildError>) -> c_int {
    result.unwrap_or_else(c_int::from)
}
