//! A map with what it is asked for.

use crate::arrays;
use crate::error::refused;
use crate::listing::{self, Bucket, Device, Rule};
use crate::placer::Request;
use crush::map::{Release, TextForm};
use numpy::PyArray2;
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyType};
use std::fmt::Display;

/// How a binary map begins.
const MAGIC: &[u8] = &[0, 0, 1, 0];

/// A rule by its number or its name.
#[derive(FromPyObject)]
pub(crate) enum RuleKey {
    #[pyo3(transparent)]
    Number(u32),
    #[pyo3(transparent)]
    Name(String),
}

/// A crush map: hierarchy, rules, names, device classes and choose_args. It does not change; threads may share it.
#[pyclass(frozen, eq, module = "libcrush")]
#[derive(PartialEq)]
pub(crate) struct Map {
    pub(crate) map: crush::map::Map,
}

impl Map {
    fn decode(bytes: &[u8]) -> PyResult<Self> {
        Ok(Self { map: crush::map::Map::decode(bytes).map_err(refused)? })
    }

    fn read(content: &[u8]) -> PyResult<Self> {
        if content.starts_with(MAGIC) { Self::decode(content) } else { Self::compiled(content) }
    }

    fn compiled(text: &[u8]) -> PyResult<Self> {
        Ok(Self { map: crush::map::Map::compile(text).map_err(refused)? })
    }

    pub(crate) fn rule_number(&self, rule: &RuleKey) -> PyResult<u32> {
        match rule {
            RuleKey::Number(number) => Ok(*number),
            RuleKey::Name(name) => self.map.rule_id(name).ok_or_else(|| {
                let known: Vec<_> = self.map.rule_names().iter().map(|(_, name)| name.to_string()).collect();
                refused(format!("the map has no rule '{name}', only: {}", known.join(", ")))
            }),
        }
    }
}

fn unknown(kind: &str, key: impl Display) -> PyErr {
    PyKeyError::new_err(format!("the map has no {kind} {key}"))
}

#[pymethods]
impl Map {
    /// Reads a map file: binary of any release up to Tentacle, as `ceph osd getcrushmap` writes it, or text, as
    /// `crushtool -d` does.
    ///
    /// Raises OSError, or CrushError with the place where the file is no map.
    #[classmethod]
    fn from_file(_class: &Bound<'_, PyType>, path: &Bound<'_, PyAny>) -> PyResult<Self> {
        let file = path.py().import("pathlib")?.call_method1("Path", (path,))?;
        let content = file.call_method0("read_bytes")?;
        Self::read(content.extract()?).map_err(|error| refused(format!("{file}: {}", error.value(path.py()))))
    }

    /// Reads the bytes of a map file. Raises CrushError with the place where they are no map.
    #[classmethod]
    fn from_bytes(_class: &Bound<'_, PyType>, data: &[u8]) -> PyResult<Self> {
        Self::decode(data)
    }

    /// Compiles a text map. Raises CrushError with line and column where the text is no map.
    #[classmethod]
    fn compile(_class: &Bound<'_, PyType>, text: &str) -> PyResult<Self> {
        Self::compiled(text.as_bytes())
    }

    /// The map's file, for readers of a release such as "reef"; for the newest if none is named.
    #[pyo3(signature = (release = None))]
    fn to_bytes<'py>(&self, py: Python<'py>, release: Option<&str>) -> PyResult<Bound<'py, PyBytes>> {
        let release = release.map_or(Ok(Release::default()), str::parse).map_err(refused)?;
        Ok(PyBytes::new(py, &self.map.encode(release).map_err(refused)?))
    }

    /// The map as text, as `crushtool -d` of Tentacle writes it.
    fn decompile(&self) -> PyResult<String> {
        let text = self.map.decompile(TextForm::default()).map_err(refused)?;
        String::from_utf8(text).map_err(refused)
    }

    /// The rules, by number.
    #[getter]
    fn rules(&self) -> Vec<Rule> {
        self.map.rules().map(|(id, rule)| Rule::new(&self.map, id, &rule)).collect()
    }

    /// The devices that have a name or are held by a bucket, by id.
    #[getter]
    fn devices(&self) -> Vec<Device> {
        listing::devices(&self.map)
    }

    /// The buckets, shadow buckets included, from id -1 down.
    #[getter]
    fn buckets(&self) -> Vec<Bucket> {
        self.map.buckets().map(|bucket| Bucket::new(&self.map, &bucket)).collect()
    }

    /// Names of the types by number; 0 is that of devices.
    #[getter]
    fn types<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let types = PyDict::new(py);
        self.map.types().iter().try_for_each(|(id, name)| types.set_item(id, name.to_string()))?;
        Ok(types)
    }

    /// One more than the highest device id: the number of weights that a placement takes.
    #[getter]
    fn max_devices(&self) -> i32 {
        self.map.max_devices()
    }

    /// The id of the device or bucket with a name. Raises KeyError.
    fn item_id(&self, name: &str) -> PyResult<i32> {
        self.map.names().id(name).ok_or_else(|| unknown("device or bucket", name))
    }

    /// The name of a device or bucket. Raises KeyError.
    fn item_name(&self, id: i32) -> PyResult<String> {
        self.map.names().name(id).map(ToString::to_string).ok_or_else(|| unknown("name for item", id))
    }

    /// The number of the type with a name. Raises KeyError.
    fn type_id(&self, name: &str) -> PyResult<i32> {
        self.map.types().id(name).ok_or_else(|| unknown("type", name))
    }

    /// The number of the rule with a name. Raises KeyError.
    fn rule_id(&self, name: &str) -> PyResult<u32> {
        self.map.rule_id(name).ok_or_else(|| unknown("rule", name))
    }

    /// The class of a device, or None.
    fn device_class(&self, id: i32) -> Option<String> {
        listing::device_class(&self.map, id)
    }

    /// Maps the inputs `xs` by a rule, a number or a name, to `replicas` places each: an array of int32 with a row for
    /// each input, in which NONE stands in places that could not be filled.
    ///
    /// `weights` are the operator's: None for all devices in; a dict of those that are not, such as {3: 0.0}; an array of
    /// floats, 1.0 is in and 0.0 is out; or an array of numpy.uint32 in 65536ths. `pool` is the one whose choose_args
    /// apply. `threads` is the number of threads to use, 0 for all processors. `out` is an array for the results.
    ///
    /// A `Placer` is this call prepared once: better for calls with few inputs.
    #[pyo3(signature = (rule, xs, replicas, weights = None, *, pool = None, threads = 1, out = None))]
    #[expect(clippy::too_many_arguments, reason = "keywords with defaults are how Python calls")]
    fn place<'py>(
        this: &Bound<'py, Self>,
        rule: RuleKey,
        xs: &Bound<'py, PyAny>,
        replicas: usize,
        weights: Option<&Bound<'py, PyAny>>,
        pool: Option<i64>,
        threads: usize,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray2<i32>>> {
        let request = Request::new(this, &rule, replicas, weights, pool, None)?;
        crate::placer::place(this.py(), &request.prepare(this)?, &arrays::inputs(xs)?, threads, out)
    }

    fn __repr__(&self) -> String {
        let (devices, buckets) = (self.map.max_devices(), self.map.buckets().count());
        format!("<libcrush.Map: {devices} devices, {buckets} buckets, {} rules>", self.map.rules().count())
    }

    /// Pickled as its file.
    fn __reduce__<'py>(this: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        let from_bytes = this.get_type().getattr("from_bytes")?;
        Ok((from_bytes, (this.get().to_bytes(this.py(), None)?,)))
    }
}
