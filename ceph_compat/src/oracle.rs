//! Where genuine libraries are, and how to run this program so that it can open them.
#![forbid(unsafe_code)]

use crate::profile::Profile;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};

/// Names of the oracles that `setup-oracles` makes.
pub(crate) const GENERATIONS: [(&str, Profile); 3] =
    [("pacific", Profile::Pacific), ("reef", Profile::Reef), ("tentacle", Profile::Msr)];

/// Why there is no oracle.
#[derive(Debug, thiserror::Error)]
pub(crate) enum OracleError {
    /// It was never fetched.
    #[error("there is no oracle in {0}; fetch it with: ceph_compat/setup-oracles --only {1}")]
    Missing(PathBuf, String),
    /// A path that leads nowhere.
    #[error("{0} is not there; give pacific, reef, tentacle, all or the path of a library")]
    NoFile(PathBuf),
    /// The library is not one of crush.
    #[error("{0}: {1}")]
    Unreadable(PathBuf, String),
    /// This program could not be started again.
    #[error("cannot run {0}: {1}")]
    Run(PathBuf, std::io::Error),
}

/// A genuine library, or any other that is to be compared with ours.
#[derive(Clone, Debug)]
pub(crate) struct Oracle {
    pub(crate) name: String,
    pub(crate) library: PathBuf,
    pub(crate) profile: Profile,
    /// Runs a program on the C library that the oracle needs.
    runner: Option<PathBuf>,
}

/// The directory that `setup-oracles` fills.
pub(crate) fn directory() -> PathBuf {
    if let Some(directory) = std::env::var_os("ORACLE_DIR") {
        return directory.into();
    }
    let home = std::env::var_os("HOME").map_or_else(|| PathBuf::from("/"), PathBuf::from);
    home.join(".cache/libcrush-oracles")
}

impl Oracle {
    /// The oracles that a name stands for: a generation, `all`, or the path of a library.
    pub(crate) fn find(name: &str) -> Result<Vec<Self>, OracleError> {
        if name == "all" {
            return GENERATIONS.iter().map(|&(name, profile)| Self::generation(name, profile)).collect();
        }
        if let Some(&(name, profile)) = GENERATIONS.iter().find(|(known, _)| *known == name) {
            return Ok(vec![Self::generation(name, profile)?]);
        }
        let library = PathBuf::from(name).canonicalize().map_err(|_| OracleError::NoFile(name.into()))?;
        let profile = crate::symbols::profile(&library)
            .map_err(|error| OracleError::Unreadable(library.clone(), error.to_string()))?;
        // A library in the layout of `setup-oracles` comes with the loader that it needs.
        let runner =
            library.parent().map(|lib| lib.join("../bin/with-upstream")).filter(|path| path.exists());
        let name = library.file_name().map_or(String::new(), |name| name.to_string_lossy().into_owned());
        Ok(vec![Self { name, library, profile, runner }])
    }

    fn generation(name: &str, profile: Profile) -> Result<Self, OracleError> {
        let root = directory().join(name);
        let library = root.join("lib/libceph-common.so.2");
        let runner = root.join("bin/with-upstream");
        if !library.exists() || !runner.exists() {
            return Err(OracleError::Missing(root, name.to_owned()));
        }
        Ok(Self { name: name.to_owned(), library, profile, runner: Some(runner) })
    }

    /// The program that runs another one on the C library that the oracle needs.
    pub(crate) fn runner(&self) -> Option<&Path> {
        self.runner.as_deref()
    }

    /// Runs this program again with `arguments`, on the C library that the oracle needs.
    pub(crate) fn rerun(&self, arguments: &[String]) -> Result<ExitStatus, OracleError> {
        let program =
            std::env::current_exe().map_err(|error| OracleError::Run("this program".into(), error))?;
        let mut command = match &self.runner {
            Some(runner) => {
                let mut command = Command::new(runner);
                command.arg(&program);
                command
            }
            None => Command::new(&program),
        };
        command.args(arguments).status().map_err(|error| OracleError::Run(program, error))
    }
}
