//! `symbols`: what both libraries export.
#![forbid(unsafe_code)]

mod elf;

pub(crate) use elf::ElfError;

use crate::profile::Profile;
use std::path::Path;

/// The names of the C interface among all that a library exports.
pub(crate) fn crush_names(path: &Path) -> Result<Vec<String>, ElfError> {
    let mut names = elf::exported(path)?;
    names.retain(|name| {
        name.starts_with("crush_") || name == "set_legacy_crush_map" || name == "set_optimal_crush_map"
    });
    Ok(names)
}

/// The generation whose names a library exports.
pub(crate) fn profile(path: &Path) -> Result<Profile, ElfError> {
    let names = crush_names(path)?;
    let has = |wanted: &str| names.iter().any(|name| name == wanted);
    Ok(match (has("crush_find_rule"), has("crush_work_size")) {
        (true, _) => Profile::Pacific,
        (false, true) => Profile::Msr,
        (false, false) => Profile::Reef,
    })
}
