//! This program under valgrind.
#![forbid(unsafe_code)]

use super::Count;
use crate::library::COUNTED;
use crate::oracle::Oracle;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Why nothing was counted.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CountError {
    /// There is no valgrind.
    #[error("cannot run valgrind: {0}")]
    Valgrind(std::io::Error),
    /// It ended badly.
    #[error("valgrind failed: {0}")]
    Failed(String),
    /// What it wrote is not what was expected.
    #[error("{0}: {1}")]
    Unreadable(PathBuf, String),
}

/// What was counted.
pub(crate) struct Counts {
    /// The SIMD level that was in use.
    pub(crate) level: String,
    /// Instructions of a mapping, in order.
    pub(crate) instructions: Vec<u64>,
}

/// Counts instructions; `oracle` says on which C library to run.
pub(crate) fn counts(
    library: &Path,
    oracle: Option<&Oracle>,
    counts: &[Count],
) -> Result<Counts, CountError> {
    let directory = std::env::temp_dir().join(format!("ceph_compat-icount-{}", std::process::id()));
    let unreadable = |error: std::io::Error| CountError::Unreadable(directory.clone(), error.to_string());
    std::fs::create_dir_all(&directory).map_err(unreadable)?;
    let counted = run(library, oracle, counts, &directory)
        .and_then(|level| Ok(Counts { level, instructions: read(&directory, counts)? }));
    std::fs::remove_dir_all(&directory).map_err(unreadable)?;
    counted
}

/// Runs valgrind; tells the SIMD level.
fn run(
    library: &Path,
    oracle: Option<&Oracle>,
    counts: &[Count],
    directory: &Path,
) -> Result<String, CountError> {
    let program = std::env::current_exe().map_err(CountError::Valgrind)?;
    let mut command = Command::new("valgrind");
    command.args(["--tool=callgrind", "--quiet", "--collect-atstart=no", "--trace-children=yes"]);
    command.args([format!("--toggle-collect={COUNTED}"), format!("--dump-after={COUNTED}")]);
    command.arg(format!("--callgrind-out-file={}", directory.join("%p.count").display()));
    command.args(oracle.and_then(Oracle::runner));
    command.arg(program).args(["icount", "--inside", "--ours"]).arg(library);
    for count in counts {
        command.args(["--map", &count.name]);
    }
    let output = command.output().map_err(CountError::Valgrind)?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned());
    }
    Err(CountError::Failed(String::from_utf8_lossy(&output.stderr).into_owned()))
}

/// Reads the dumps: files `PID.count.1`, `PID.count.2` and so on, of the one process that has any.
fn read(directory: &Path, counts: &[Count]) -> Result<Vec<u64>, CountError> {
    let fail = |why: &str| CountError::Unreadable(directory.to_owned(), why.to_owned());
    let entries = std::fs::read_dir(directory).map_err(|error| fail(&error.to_string()))?;
    let mut dumps: Vec<(usize, PathBuf)> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter_map(|path| Some((path.extension()?.to_str()?.parse().ok()?, path)))
        .collect();
    dumps.sort_unstable();
    if dumps.len() != counts.len() {
        return Err(fail(&format!("{} dumps for {} counts", dumps.len(), counts.len())));
    }
    dumps.iter().zip(counts).map(|((_, path), count)| Ok(total(path)? / count.mappings())).collect()
}

/// The total of a dump.
fn total(path: &Path) -> Result<u64, CountError> {
    let fail = |why: String| CountError::Unreadable(path.to_owned(), why);
    let text = std::fs::read_to_string(path).map_err(|error| fail(error.to_string()))?;
    let total =
        text.lines().find_map(|line| line.strip_prefix("summary: ").or(line.strip_prefix("totals: ")));
    total.and_then(|total| total.trim().parse().ok()).ok_or_else(|| fail("no total".into()))
}
