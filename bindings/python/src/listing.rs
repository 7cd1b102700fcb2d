//! What a map holds, as lists of plain objects.

use crush::builder::{StoredBucket, StoredRule};
use crush::map::RuleType;
use pyo3::prelude::*;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// 16.16 as a fraction.
fn fraction(weight: u32) -> f64 {
    f64::from(weight) / 65536.0
}

fn quoted(name: Option<&String>) -> String {
    name.map_or("None".to_owned(), |name| format!("{name:?}"))
}

/// A rule of a map.
#[pyclass(frozen, eq, get_all, module = "libcrush")]
#[derive(PartialEq, Eq)]
pub(crate) struct Rule {
    /// Its number, as `Map.place` takes it.
    id: u32,
    /// Its name, if it has one.
    name: Option<String>,
    /// "replicated", "erasure", "msr_firstn", "msr_indep", or the number of another type.
    r#type: String,
}

impl Rule {
    pub(crate) fn new(map: &crush::map::Map, id: u32, rule: &StoredRule<'_>) -> Self {
        let known = RuleType::of_number(rule.r#type);
        let r#type = known.map_or_else(|| rule.r#type.to_string(), |known| known.name().to_owned());
        Self { id, name: map.rule_name(id).map(ToString::to_string), r#type }
    }
}

#[pymethods]
impl Rule {
    fn __repr__(&self) -> String {
        format!("Rule(id={}, name={}, type={:?})", self.id, quoted(self.name.as_ref()), self.r#type)
    }
}

/// A device of a map.
#[pyclass(frozen, eq, get_all, module = "libcrush")]
#[derive(PartialEq)]
pub(crate) struct Device {
    /// Its id, from 0 up.
    id: i32,
    /// Its name, if it has one.
    name: Option<String>,
    /// Its device class, if it has one.
    device_class: Option<String>,
    /// Its weight in the first bucket that holds it; 0 if none does. Usually its size in TiB.
    weight: f64,
}

#[pymethods]
impl Device {
    fn __repr__(&self) -> String {
        let Self { id, weight, .. } = self;
        let (name, class) = (quoted(self.name.as_ref()), quoted(self.device_class.as_ref()));
        format!("Device(id={id}, name={name}, device_class={class}, weight={weight})")
    }
}

/// All devices that have a name or are held by a bucket, ascending.
pub(crate) fn devices(map: &crush::map::Map) -> Vec<Device> {
    let named = map.names().iter().map(|(id, _)| id).filter(|&id| id >= 0);
    let mut weights: BTreeMap<i32, Option<u32>> = named.map(|id| (id, None)).collect();
    for bucket in map.buckets() {
        for (place, &item) in bucket.items.iter().enumerate().filter(|&(_, &item)| item >= 0) {
            match weights.entry(item) {
                Entry::Occupied(mut known) => _ = known.get_mut().get_or_insert(bucket.item_weight(place)),
                Entry::Vacant(new) => _ = new.insert(Some(bucket.item_weight(place))),
            }
        }
    }
    let device = |(id, weight): (i32, Option<u32>)| Device {
        id,
        name: map.names().name(id).map(ToString::to_string),
        device_class: device_class(map, id),
        weight: fraction(weight.unwrap_or(0)),
    };
    weights.into_iter().map(device).collect()
}

/// Name of the class of a device, or of a shadow bucket.
pub(crate) fn device_class(map: &crush::map::Map, item: i32) -> Option<String> {
    map.classes().names.name(map.classes().of(item)?).map(ToString::to_string)
}

/// A bucket of a map: a host, a rack, a root.
#[pyclass(frozen, eq, get_all, module = "libcrush")]
#[derive(PartialEq)]
pub(crate) struct Bucket {
    /// Its id, from -1 down.
    id: i32,
    /// Its name, if it has one; that of a shadow bucket, which holds devices of one class, has a `~` in it.
    name: Option<String>,
    /// Name of its type, or the type's number where it has no name.
    r#type: String,
    /// Its algorithm: "straw2", "straw", "list", "tree" or "uniform".
    algorithm: &'static str,
    /// Its weight.
    weight: f64,
    /// Ids of what it holds: devices from 0 up, buckets below.
    items: Vec<i32>,
    /// The weight of each item.
    weights: Vec<f64>,
}

impl Bucket {
    pub(crate) fn new(map: &crush::map::Map, bucket: &StoredBucket<'_>) -> Self {
        let r#type = map.types().name(i32::from(bucket.r#type));
        Self {
            id: bucket.id,
            name: map.names().name(bucket.id).map(ToString::to_string),
            r#type: r#type.map_or_else(|| bucket.r#type.to_string(), ToString::to_string),
            algorithm: bucket.weights.algorithm().name(),
            weight: fraction(bucket.weight),
            items: bucket.items.to_vec(),
            weights: (0..bucket.items.len()).map(|place| fraction(bucket.item_weight(place))).collect(),
        }
    }
}

#[pymethods]
impl Bucket {
    fn __repr__(&self) -> String {
        let Self { id, r#type, weight, items, .. } = self;
        let name = quoted(self.name.as_ref());
        format!("Bucket(id={id}, name={name}, type={type:?}, weight={weight}, items=<{}>)", items.len())
    }
}
