//! Genuine programs on this library: `patched`, and that `battery` can fail.
//!
//! The battery itself is `make test-battery`. Without genuine programs these tests say so; see `oracles.rs`.
#![cfg(all(target_os = "linux", target_arch = "x86_64"))]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The programs of a generation; says so when they are not there.
fn programs(generation: &str) -> Option<PathBuf> {
    let home = || std::env::var_os("HOME").map(|home| Path::new(&home).join(".cache/libcrush-oracles"));
    let root = std::env::var_os("ORACLE_DIR").map(PathBuf::from).or_else(home)?;
    let programs = root.join(generation).join("bin");
    if programs.join("crushtool").exists() {
        return Some(programs);
    }
    let gone = root.join(format!("{generation}.gone")).exists();
    assert!(std::env::var_os("CI").is_none() || gone, "no oracle {generation}: ceph_compat/setup-oracles");
    eprintln!("SKIPPED: no oracle {generation}");
    None
}

fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ceph_compat"));
    command.args(arguments).output().expect("the program runs")
}

const BUILD: [&str; 10] =
    ["crushtool", "--build", "--num_osds", "12", "host", "straw2", "3", "root", "straw2", "0"];

#[test]
fn a_genuine_program_runs_on_this_library() {
    for generation in ["pacific", "reef", "tentacle"] {
        let Some(programs) = programs(generation) else { continue };
        let patched = ["patched", "--poison", "--counts", "--oracle", generation, "--"];
        let output = run(&[&patched[..], &BUILD, &["--tree"]].concat());
        let alone = Command::new(programs.join("crushtool")).args(&BUILD[1..]).arg("--tree").output();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{said}");
        assert!(said.contains("           5 crush_make_bucket\n"), "{said}");
        assert_eq!(output.stdout, alone.expect("the program runs").stdout);
    }
}

#[test]
fn a_run_that_never_reaches_this_library_fails() {
    if programs("reef").is_none() {
        return;
    }
    let output = run(&["patched", "--oracle", "reef", "--", "crushtool", "--help"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(3));
    assert!(said.contains("called no function of this library"), "{said}");
}

/// The breakpoints of `--poison` are what stops the program here.
#[test]
fn an_original_function_that_is_entered_stops_the_program() {
    if programs("reef").is_none() {
        return;
    }
    let output =
        run(&[&["patched", "--oracle", "reef", "--trap", "crush_make_bucket", "--"][..], &BUILD].concat());
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(128 + 5), "{said}");
    assert!(said.contains("it entered a function that was replaced"), "{said}");
}

#[test]
fn a_library_without_the_functions_is_refused() {
    if programs("reef").is_none() {
        return;
    }
    let steady = run(&["patched", "--oracle", "reef", "--ours", "/bin/true", "--", "crushtool", "--tree"]);
    assert_eq!(steady.status.code(), Some(125), "{}", String::from_utf8_lossy(&steady.stderr));
}

/// Altered libraries turn the battery red, each by what it alters.
#[test]
fn the_battery_finds_altered_libraries() {
    if programs("tentacle").is_none() {
        return;
    }
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("battery");
    let directory = directory.to_str().expect("a path in UTF-8");
    for (altered, only) in [
        ("list: direction", "--num_osds 40"),
        ("straws: version 1 and zero weights", "--reweight-item disk.7 0"),
        ("msr: r", "maps/msr-pools.txt"),
    ] {
        let output = run(&[
            "battery",
            "--oracle",
            "tentacle",
            "--directory",
            directory,
            "--altered",
            altered,
            "--only",
            only,
        ]);
        let said = String::from_utf8_lossy(&output.stdout);
        assert_eq!(
            output.status.code(),
            Some(1),
            "{altered}: {said}{}",
            String::from_utf8_lossy(&output.stderr)
        );
        assert!(said.contains("DIFFERENT: "), "{altered}: {said}");
    }
}
