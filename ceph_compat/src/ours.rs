//! The shared library of this project, built when it is asked for.
#![forbid(unsafe_code)]

use crate::profile::Profile;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Why there is no library of ours.
#[derive(Debug, thiserror::Error)]
pub(crate) enum BuildError {
    /// Cargo is not there.
    #[error("cannot run {0}: {1}; name a library with --ours")]
    Cargo(String, std::io::Error),
    /// Cargo failed.
    #[error("building the library failed ({0}); name another one with --ours")]
    Failed(String),
    /// The library is not where it should be.
    #[error("{0} is not there; name a library with --ours")]
    Missing(PathBuf),
}

/// The root of the repository.
pub(crate) fn repository() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here)
}

/// The library of a profile: the one that `named` says, else built (Cargo does nothing if it is up to date).
pub(crate) fn library(profile: Profile, named: Option<&Path>) -> Result<PathBuf, BuildError> {
    if let Some(path) = named {
        return path.canonicalize().map_err(|_| BuildError::Missing(path.to_owned()));
    }
    let target = target(profile);
    build(repository(), profile, &target, &Kind::SHIPPED)
}

/// A package of the harness that is preloaded into genuine programs, built as a shared library.
pub(crate) fn preload(package: &str) -> Result<PathBuf, BuildError> {
    let target = target(Profile::Msr);
    let target = &std::path::absolute(&target).map_err(|error| BuildError::Cargo("cargo".into(), error))?;
    let mut command = Command::new(cargo());
    command.current_dir(repository()).args(["build", "--quiet", "--release", "--lib", "-p", package]);
    command.arg("--target-dir").arg(target);
    built(command, true)?;
    existing(target.join(format!("release/lib{package}.so")))
}

/// Where a profile is built: each in a directory of its own, since they exclude each other.
fn target(profile: Profile) -> PathBuf {
    match (std::env::var_os("CARGO_TARGET_DIR"), profile.feature()) {
        (Some(own), None) => own.into(),
        (Some(own), Some(_)) => PathBuf::from(format!("{}-{profile}", own.to_string_lossy())),
        (None, _) => repository().join(profile.target_directory()),
    }
}

/// How a library is to be built.
pub(crate) struct Kind {
    cargo_profile: &'static str,
    /// Where Cargo puts it, below the target directory.
    directory: &'static str,
    settings: &'static [(&'static str, &'static str)],
    /// Show what Cargo says when it fails.
    verbose: bool,
}

impl Kind {
    /// As it is shipped.
    const SHIPPED: Self = Self { cargo_profile: "capi", directory: "capi", settings: &[], verbose: true };
    /// Built in a few seconds, and not too slow to run; integers wrap as in the shipped one.
    pub(crate) const QUICK: Self = Self {
        cargo_profile: "dev",
        directory: "debug",
        settings: &[
            ("CARGO_INCREMENTAL", "1"),
            ("CARGO_PROFILE_DEV_DEBUG", "0"),
            ("CARGO_PROFILE_DEV_DEBUG_ASSERTIONS", "false"),
            ("CARGO_PROFILE_DEV_OPT_LEVEL", "1"),
            ("CARGO_PROFILE_DEV_OVERFLOW_CHECKS", "false"),
            ("CARGO_PROFILE_DEV_PANIC", "abort"),
        ],
        verbose: false,
    };
}

/// Builds the shared library from the sources in `root`.
pub(crate) fn build(
    root: &Path,
    profile: Profile,
    target: &Path,
    kind: &Kind,
) -> Result<PathBuf, BuildError> {
    // Cargo runs in `root`, where a relative directory would be another one.
    let target = &std::path::absolute(target).map_err(|error| BuildError::Cargo("cargo".into(), error))?;
    let mut command = Command::new(cargo());
    command.current_dir(root).args([
        "rustc",
        "--quiet",
        "--lib",
        "--crate-type",
        "cdylib",
        "-p",
        "libcrush-rs",
    ]);
    command.args(["--profile", kind.cargo_profile]).arg("--target-dir").arg(target);
    if kind.cargo_profile == Kind::SHIPPED.cargo_profile {
        command.arg("--config").arg(same_paths());
    }
    command.envs(kind.settings.iter().copied());
    if let Some(feature) = profile.feature() {
        command.args(["--features", feature]);
    }
    built(command, kind.verbose)?;
    existing(target.join(kind.directory).join("libcrush.so"))
}

/// `SAME_PATHS` of the Makefile: with other flags, each of the two would build what the other has built.
fn same_paths() -> String {
    let home = || std::env::var("HOME").unwrap_or_default() + "/.cargo";
    let cargo_home = std::env::var("CARGO_HOME").ok().filter(|home| !home.is_empty()).unwrap_or_else(home);
    format!(r#"build.rustflags = ["--remap-path-prefix={cargo_home}=cargo"]"#)
}

/// The program that builds.
fn cargo() -> String {
    std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned())
}

/// Runs Cargo; shows what it says when it fails, if that is wanted.
fn built(mut command: Command, verbose: bool) -> Result<(), BuildError> {
    let output = command.output().map_err(|error| BuildError::Cargo(cargo(), error))?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    if verbose {
        eprintln!("{said}");
    }
    let reason = said.lines().find(|line| line.starts_with("error")).unwrap_or("cargo says nothing");
    Err(BuildError::Failed(reason.to_owned()))
}

fn existing(library: PathBuf) -> Result<PathBuf, BuildError> {
    if library.exists() { Ok(library) } else { Err(BuildError::Missing(library)) }
}
