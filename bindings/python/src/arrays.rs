//! Arguments that become arrays; `python/libcrush/_arrays.py` says what is taken, in terms of numpy.

use crate::error::no_memory;
use numpy::{PyArray2, PyReadonlyArray1};
use pyo3::prelude::*;

/// The weight of a device that is in, 16.16.
pub(crate) const IN: u32 = 0x1_0000;

fn helper<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("libcrush._arrays")?.getattr(name)
}

/// Inputs: one-dimensional, whole, from 0 to 2^32 - 1.
pub(crate) fn inputs<'py>(xs: &Bound<'py, PyAny>) -> PyResult<PyReadonlyArray1<'py, u32>> {
    helper(xs.py(), "inputs")?.call1((xs,))?.extract()
}

/// The operator's weights of `devices` devices, 16.16; all in if nothing is given.
pub(crate) fn weights(
    weights: Option<&Bound<'_, PyAny>>,
    py: Python<'_>,
    devices: usize,
) -> PyResult<Vec<u32>> {
    let array: PyReadonlyArray1<'_, u32> = helper(py, "weights")?.call1((weights, devices))?.extract()?;
    copy(array.as_slice()?)
}

/// Where `rows` results of `places` go: what the caller brings, or a new array.
pub(crate) fn output<'py>(
    out: Option<&Bound<'py, PyAny>>,
    py: Python<'py>,
    rows: usize,
    places: usize,
) -> PyResult<Bound<'py, PyArray2<i32>>> {
    Ok(helper(py, "output")?.call1((out, rows, places))?.extract()?)
}

/// A copy that nobody else can change.
pub(crate) fn copy(numbers: &[u32]) -> PyResult<Vec<u32>> {
    let mut copy = Vec::new();
    copy.try_reserve_exact(numbers.len()).map_err(no_memory)?;
    copy.extend_from_slice(numbers);
    Ok(copy)
}
