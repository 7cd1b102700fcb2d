//! What tests find outside the repository: extra data and genuine programs.
#![allow(dead_code, reason = "each test program uses some of it")]

use std::path::{Path, PathBuf};
use std::process::Command;

/// The directory of extra test data that the environment names; says so when there is none.
pub(crate) fn test_data() -> Option<PathBuf> {
    let directory = std::env::var_os("CRUSH_TEST_DATA").map(PathBuf::from);
    missing(directory.filter(|path| path.is_dir()), "CRUSH_TEST_DATA names no directory of test data")
}

/// A program of a genuine Ceph release; says so when it is not there.
pub(crate) fn oracle(generation: &str, program: &str) -> Option<PathBuf> {
    let home = || std::env::var_os("HOME").map(|home| Path::new(&home).join(".cache/libcrush-oracles"));
    let directory = std::env::var_os("ORACLE_DIR").map(PathBuf::from).or_else(home);
    let directory = directory?;
    if let Ok(why) = std::fs::read_to_string(directory.join(format!("{generation}.gone"))) {
        eprintln!("SKIPPED: no genuine programs of {generation}: {}", why.trim());
        return None;
    }
    let program = Some(directory.join(generation).join("bin").join(program));
    missing(program.filter(|path| path.is_file()), &format!("no genuine programs of {generation}"))
}

fn missing<T>(found: Option<T>, what: &str) -> Option<T> {
    if found.is_none() {
        assert!(std::env::var_os("CI").is_none(), "{what}");
        eprintln!("SKIPPED: {what}");
    }
    found
}

/// Files of a directory with a suffix, sorted.
pub(crate) fn files(directory: &Path, suffix: &str) -> Vec<PathBuf> {
    let entries =
        std::fs::read_dir(directory).unwrap_or_else(|error| panic!("{}: {error}", directory.display()));
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.to_string_lossy().ends_with(suffix));
    files.sort();
    files
}

/// Bytes written as lines of an offset of six digits and hexadecimal bytes.
pub(crate) fn read_hex(path: &Path) -> Vec<u8> {
    let text = std::fs::read_to_string(path).unwrap();
    let bytes = text.lines().flat_map(|line| line[6..].split_whitespace());
    bytes.map(|byte| u8::from_str_radix(byte, 16).unwrap()).collect()
}

/// What a genuine `crushtool` compiles from a text map; `None` if it refuses.
pub(crate) fn compile(crushtool: &Path, text: &Path) -> Option<Vec<u8>> {
    let name = format!("crush-test-{}-{}", std::process::id(), text.file_name().unwrap().display());
    let output = std::env::temp_dir().join(name);
    let mut command = Command::new(crushtool);
    command.arg("--enable-unsafe-tunables").arg("-c").arg(text).arg("-o").arg(&output);
    let status = command.output().unwrap().status;
    let bytes = std::fs::read(&output).ok();
    let _ = std::fs::remove_file(&output);
    bytes.filter(|_| status.success())
}
