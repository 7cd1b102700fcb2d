//! The genuine programs of an oracle, ready to be started.

use super::{PatchError, Preload};
use crate::oracle::Oracle;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the functions of a program are replaced with, and how.
pub(crate) struct Replacement {
    /// The patcher.
    patcher: PathBuf,
    /// The library that has our functions, of the program's C interface.
    pub(crate) library: PathBuf,
    /// Fill the original bodies with breakpoints.
    pub(crate) poison: bool,
    /// One function that is not replaced but stops the program.
    pub(crate) trap: Option<String>,
    /// The value of `CRUSHX_SIMD`, if it is not to be that of this program.
    pub(crate) level: Option<&'static str>,
}

impl Replacement {
    /// Builds the patcher for a library of ours.
    pub(crate) fn with(library: PathBuf) -> Result<Self, PatchError> {
        Ok(Self { patcher: Preload::Patcher.build()?, library, poison: false, trap: None, level: None })
    }
}

/// How to start the programs of one oracle.
pub(crate) struct Genuine {
    /// Directory of the programs that the oracle brings.
    programs: PathBuf,
    /// Runs any other program on the oracle's libraries.
    runner: PathBuf,
    /// Libraries that every program gets, before the patcher.
    preload: Vec<PathBuf>,
}

impl Genuine {
    pub(crate) fn of(oracle: &Oracle) -> Result<Self, PatchError> {
        let none = || PatchError::NoPrograms(oracle.name.clone());
        let runner = oracle.runner().ok_or_else(none)?.to_owned();
        let programs = runner.parent().ok_or_else(none)?.to_owned();
        Ok(Self { programs, runner, preload: Vec::new() })
    }

    /// The same with a library preloaded into every program.
    pub(crate) fn preloading(mut self, library: PathBuf) -> Self {
        self.preload.push(library);
        self
    }

    /// A program, by its name in the oracle or by its path; with functions replaced, whose calls are counted in a file,
    /// or as it is.
    pub(crate) fn command(&self, program: &str, replacement: Option<(&Replacement, &Path)>) -> Command {
        let own = self.programs.join(program);
        let mut command = if !program.contains('/') && own.exists() {
            Command::new(own)
        } else {
            let mut command = Command::new(&self.runner);
            command.arg(program);
            command
        };
        let mut preload = self.preload.clone();
        if let Some((replacement, counts)) = replacement {
            preload.push(replacement.patcher.clone());
            command.env("CRUSH_PATCH_LIBRARY", &replacement.library).env("CRUSH_PATCH_COUNTS", counts);
            if replacement.poison {
                command.env("CRUSH_PATCH_POISON", "1");
            }
            if let Some(level) = replacement.level {
                command.env("CRUSHX_SIMD", level);
            }
            if let Some(name) = &replacement.trap {
                command.env("CRUSH_PATCH_TRAP", name);
            }
        }
        if !preload.is_empty() {
            command.env("ORACLE_PRELOAD", joined(&preload));
        }
        command
    }
}

/// Paths with colons between them.
fn joined(paths: &[PathBuf]) -> OsString {
    let mut list = OsString::new();
    for path in paths {
        if !list.is_empty() {
            list.push(":");
        }
        list.push(path);
    }
    list
}
