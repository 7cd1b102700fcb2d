//! The libraries that are preloaded into genuine programs, built when they are asked for.

use super::PatchError;
use crate::ours;
use std::path::PathBuf;

/// What is preloaded.
#[derive(Clone, Copy)]
pub(crate) enum Preload {
    /// Replaces the crush functions.
    Patcher,
    /// Makes time stand still and chance repeat.
    Steady,
}

impl Preload {
    /// The package, which is also the name of its library.
    fn package(self) -> &'static str {
        match self {
            Self::Patcher => "crush_patcher",
            Self::Steady => "steady",
        }
    }

    /// Builds the library; returns where it is.
    pub(crate) fn build(self) -> Result<PathBuf, PatchError> {
        if !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
            return Err(PatchError::Platform);
        }
        Ok(ours::preload(self.package())?)
    }
}
