//! Many inputs at once, while other Python threads run.

use crate::arrays::copy;
use crate::error::no_memory;
use numpy::{PyArray2, PyArrayMethods, PyReadonlyArray1};
use pyo3::prelude::*;

/// Inputs that are mapped between two looks at the interpreter: half a second of work at most on maps of today, so that
/// Ctrl-C is heard, and far more than a batch needs to be fast.
const SHARE: usize = 1 << 19;

/// Maps all inputs into `out`, which has a row for each.
pub(crate) fn place(
    py: Python<'_>,
    placer: &crush::Placer,
    inputs: &PyReadonlyArray1<'_, u32>,
    out: &Bound<'_, PyArray2<i32>>,
    threads: usize,
) -> PyResult<()> {
    let mut out = out.try_readwrite().map_err(|_| busy())?;
    let rows = out.as_slice_mut()?.chunks_mut(SHARE.saturating_mul(placer.result_max()));
    for (share, rows) in inputs.as_slice()?.chunks(SHARE).zip(rows) {
        // The caller's array could change as soon as other threads run.
        let share = copy(share)?;
        py.detach(|| placer.par_place_batch(&share, rows, None, threads)).map_err(no_memory)?;
        py.check_signals()?;
    }
    Ok(())
}

fn busy() -> PyErr {
    pyo3::exceptions::PyValueError::new_err(
        "the array for the results holds the inputs as well, or another call is writing to it",
    )
}
