//! The extension module behind the Python package `libcrush`; `python/libcrush` holds the rest of it.
//!
//! Types of the Rust library in Python's clothes: errors are exceptions, arrays are numpy's, and the interpreter runs on
//! while a batch is mapped. A panic, which would be a bug, becomes an exception as well.
#![forbid(unsafe_code)]

mod arrays;
mod batch;
mod error;
mod listing;
mod map;
mod object;
mod placer;

use pyo3::prelude::*;

/// CRUSH placement: see the package `libcrush`.
#[pymodule]
mod _libcrush {
    use super::*;

    #[pymodule_export]
    use super::error::CrushError;
    #[pymodule_export]
    use super::listing::{Bucket, Device, Rule};
    #[pymodule_export]
    use super::map::Map;
    #[pymodule_export]
    use super::object::{object_hash, pg_inputs, stable_mod};
    #[pymodule_export]
    use super::placer::Placer;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("NONE", crush::abi::CRUSH_ITEM_NONE)?;
        module.add("IN", arrays::IN)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }

    /// Panics: lets a test see what becomes of that.
    #[pyfunction]
    fn _panic() {
        panic!("asked to panic");
    }
}
