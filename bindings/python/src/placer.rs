//! Placement prepared once.

use crate::arrays;
use crate::batch;
use crate::error::refused;
use crate::map::{Map, RuleKey};
use crush::map::DEFAULT_CHOOSE_ARGS;
use crush::placer::DEFAULT_BUDGET;
use numpy::{IntoPyArray, PyArray1, PyArray2, PyReadonlyArray1, PyUntypedArrayMethods};
use pyo3::prelude::*;

/// What is asked of a map, but for the inputs.
pub(crate) struct Request {
    rule: u32,
    replicas: usize,
    weights: Vec<u32>,
    pool: Option<i64>,
    budget: Option<u64>,
}

impl Request {
    pub(crate) fn new(
        map: &Bound<'_, Map>,
        rule: &RuleKey,
        replicas: usize,
        weights: Option<&Bound<'_, PyAny>>,
        pool: Option<i64>,
        budget: Option<u64>,
    ) -> PyResult<Self> {
        let rule = map.get().rule_number(rule)?;
        let devices = usize::try_from(map.get().map.max_devices()).unwrap_or(0);
        let weights = arrays::weights(weights, map.py(), devices)?;
        Ok(Self { rule, replicas, weights, pool, budget })
    }

    /// Other Python threads run meanwhile.
    pub(crate) fn prepare(&self, map: &Bound<'_, Map>) -> PyResult<crush::Placer> {
        let (pool, budget) =
            (self.pool.unwrap_or(DEFAULT_CHOOSE_ARGS), self.budget.unwrap_or(DEFAULT_BUDGET));
        let (py, map) = (map.py(), &map.get().map);
        let prepared =
            py.detach(|| map.placer_with_budget(pool, self.rule, self.replicas, &self.weights, budget));
        prepared.map_err(refused)
    }
}

/// Results for all inputs, in `out` or a new array.
pub(crate) fn place<'py>(
    py: Python<'py>,
    placer: &crush::Placer,
    inputs: &PyReadonlyArray1<'py, u32>,
    threads: usize,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArray2<i32>>> {
    let rows = arrays::output(out, py, inputs.len(), placer.result_max())?;
    batch::place(py, placer, inputs, &rows, threads)?;
    Ok(rows)
}

/// A map, a rule, device weights and choose_args, prepared once for mapping many inputs. It knows of no later change;
/// threads may share it. See `Map.place` for the arguments.
///
/// `budget` is the number of draws that mapping one input may take at most; CrushError is raised for a rule that could
/// take more.
#[pyclass(frozen, module = "libcrush")]
pub(crate) struct Placer {
    placer: crush::Placer,
    /// What it was made of: pickled, it is made again.
    map: Py<Map>,
    request: Request,
}

#[pymethods]
impl Placer {
    #[new]
    #[pyo3(signature = (map, rule, replicas, weights = None, *, pool = None, budget = None))]
    fn new(
        map: &Bound<'_, Map>,
        rule: RuleKey,
        replicas: usize,
        weights: Option<&Bound<'_, PyAny>>,
        pool: Option<i64>,
        budget: Option<u64>,
    ) -> PyResult<Self> {
        let request = Request::new(map, &rule, replicas, weights, pool, budget)?;
        Ok(Self { placer: request.prepare(map)?, map: map.clone().unbind(), request })
    }

    /// Maps the inputs `xs`: an array of int32 with a row for each, in which NONE stands in places that could not be
    /// filled. `threads` is the number of threads to use, 0 for all processors. `out`, an array of int32 of the shape
    /// (len(xs), replicas), gets the results without a copy and is returned.
    #[pyo3(signature = (xs, *, threads = 1, out = None))]
    fn place<'py>(
        &self,
        xs: &Bound<'py, PyAny>,
        threads: usize,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray2<i32>>> {
        place(xs.py(), &self.placer, &arrays::inputs(xs)?, threads, out)
    }

    /// The map.
    #[getter]
    fn map(&self, py: Python<'_>) -> Py<Map> {
        self.map.clone_ref(py)
    }

    /// The number of the rule.
    #[getter]
    fn rule(&self) -> u32 {
        self.request.rule
    }

    /// Places of a result.
    #[getter]
    fn replicas(&self) -> usize {
        self.request.replicas
    }

    /// The weight of each device, in 65536ths.
    #[getter]
    fn weights<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u32>>> {
        Ok(arrays::copy(&self.request.weights)?.into_pyarray(py))
    }

    fn __repr__(&self) -> String {
        format!("<libcrush.Placer: rule {}, {} replicas>", self.request.rule, self.request.replicas)
    }

    /// Pickled as what it was made of.
    fn __reduce__<'py>(this: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Recipe<'py>)> {
        let py = this.py();
        let Self { map, request, .. } = this.get();
        let made_again = py.import("libcrush._arrays")?.getattr("placer")?;
        let weights = this.get().weights(py)?;
        let Request { rule, replicas, pool, budget, .. } = *request;
        Ok((made_again, (map.clone_ref(py), rule, replicas, weights, pool, budget)))
    }
}

/// The arguments of a placer, in their order.
type Recipe<'py> = (Py<Map>, u32, usize, Bound<'py, PyArray1<u32>>, Option<i64>, Option<u64>);
