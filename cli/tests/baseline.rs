//! `crush baseline`: recorded answers are found again, other ones too.

use std::path::Path;
use std::process::{Command, Output};

const MAP: &str = "../examples/three-hosts.txt";

fn crush(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_crush"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args(arguments).output().unwrap()
}

#[test]
fn what_is_recorded_is_found_again() {
    let directory = tempfile::TempDir::new().unwrap();
    let path = directory.path().join("answers");
    let file = path.to_str().unwrap();
    assert!(crush(&["baseline", "record", MAP, "-o", file]).status.success());
    let same = crush(&["baseline", "check", MAP, file]);
    assert!(same.status.success(), "{same:?}");
    assert_eq!(String::from_utf8_lossy(&same.stdout), "256 answers, 0 of them differ\n");

    let other = directory.path().join("map");
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(MAP)).unwrap();
    std::fs::write(&other, text.replace("chooseleaf_stable 1", "chooseleaf_stable 0")).unwrap();
    let changed = crush(&["baseline", "check", other.to_str().unwrap(), file]);
    assert_eq!(changed.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&changed.stdout).contains("rule 0, size 3, input "), "{changed:?}");
}

#[test]
fn no_file_is_left_where_nothing_can_be_recorded() {
    let directory = tempfile::TempDir::new().unwrap();
    let path = directory.path().join("answers");
    let failed = crush(&["baseline", "record", MAP, "--budget", "1", "-o", path.to_str().unwrap()]);
    assert_eq!(failed.status.code(), Some(2));
    assert!(!path.exists());
}
