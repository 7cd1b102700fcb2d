//! Errors of the library as exceptions.

use pyo3::create_exception;
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;
use std::fmt::Display;

create_exception!(
    libcrush,
    CrushError,
    PyValueError,
    "What the library refuses: bytes or a text that are no map, an unknown rule, a rule that could take too long."
);

/// An error of the library, in its own words.
pub(crate) fn refused(error: impl Display) -> PyErr {
    CrushError::new_err(error.to_string())
}

/// Not enough memory.
pub(crate) fn no_memory(error: impl Display) -> PyErr {
    PyMemoryError::new_err(error.to_string())
}
