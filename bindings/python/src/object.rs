//! From objects and placement groups to inputs of a rule.

use crate::error::{no_memory, refused};
use crush::placement::{ObjectLocator, StringHash, placement_seed};
use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;

/// A string as UTF-8, or bytes as they are.
#[derive(FromPyObject)]
pub(crate) enum Text {
    #[pyo3(transparent)]
    Unicode(String),
    #[pyo3(transparent)]
    Bytes(Vec<u8>),
}

impl Text {
    pub(crate) fn as_bytes(&self) -> &[u8] {
        match self {
            Self::Unicode(text) => text.as_bytes(),
            Self::Bytes(bytes) => bytes,
        }
    }
}

/// The 32 bits that place an object: the hash of its name, or of its locator key if it has one, within a namespace.
///
/// `stable_mod` of it and the pool's `pg_num` is the object's placement group.
#[pyfunction]
#[pyo3(signature = (name, *, namespace = Text::Unicode(String::new()), key = Text::Unicode(String::new())),
       text_signature = "(name, *, namespace='', key='')")]
pub(crate) fn object_hash(name: Text, namespace: Text, key: Text) -> u32 {
    let object = ObjectLocator::new(name.as_bytes());
    object.with_namespace(namespace.as_bytes()).with_key(key.as_bytes()).hash(StringHash::Rjenkins)
}

/// Reduces `x` to a number below `pg_num`; most numbers keep theirs while `pg_num` grows.
#[pyfunction]
pub(crate) fn stable_mod(x: u32, pg_num: u32) -> u32 {
    crush::placement::stable_mod(x, pg_num)
}

/// The inputs that a pool's rule gets for its placement groups 0 to `pg_num` - 1, as a numpy array of uint32.
///
/// `pgp_num` is `pg_num` unless given; `hashpspool` is off for very old pools only.
#[pyfunction]
#[pyo3(signature = (pool, pg_num, pgp_num = None, *, hashpspool = true))]
pub(crate) fn pg_inputs(
    py: Python<'_>,
    pool: u64,
    pg_num: u32,
    pgp_num: Option<u32>,
    hashpspool: bool,
) -> PyResult<Bound<'_, PyArray1<u32>>> {
    let pgp_num = pgp_num.unwrap_or(pg_num);
    if pg_num > 0 && pgp_num == 0 {
        return Err(refused("a pool's pgp_num is at least 1"));
    }
    let mut inputs = Vec::new();
    inputs.try_reserve_exact(pg_num as usize).map_err(no_memory)?;
    inputs.extend((0..pg_num).map(|pg| placement_seed(pool, pg, pgp_num, hashpspool)));
    Ok(inputs.into_pyarray(py))
}
