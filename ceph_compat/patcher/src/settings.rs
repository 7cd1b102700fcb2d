//! What the environment asks for.

use crate::failure::Failure;
use std::path::PathBuf;

/// The variables, read.
pub(crate) struct Settings {
    pub(crate) library: PathBuf,
    pub(crate) counts: Option<PathBuf>,
    pub(crate) poison: bool,
    pub(crate) trap: Option<String>,
}

impl Settings {
    pub(crate) fn read() -> Result<Self, Failure> {
        let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
        let Some(library) = variable("CRUSH_PATCH_LIBRARY") else {
            return Err(Failure::new("CRUSH_PATCH_LIBRARY", "not set: nothing to patch with"));
        };
        Ok(Self {
            library: library.into(),
            counts: variable("CRUSH_PATCH_COUNTS").map(PathBuf::from),
            poison: variable("CRUSH_PATCH_POISON").is_some(),
            trap: variable("CRUSH_PATCH_TRAP").map(|name| name.to_string_lossy().into_owned()),
        })
    }
}
