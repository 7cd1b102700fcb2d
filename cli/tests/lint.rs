//! `crush lint`: what it says and how it ends.

use std::path::Path;
use std::process::{Command, Output};

/// Lints the example map.
fn lint(arguments: &[&str]) -> Output {
    let map = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/three-hosts.txt");
    Command::new(env!("CARGO_BIN_EXE_crush")).arg("lint").arg(map).args(arguments).output().unwrap()
}

#[test]
fn statuses_for_ci() {
    // Three hosts for three copies: a warning.
    let status = |arguments: &[&str]| lint(arguments).status.code();
    assert_eq!(status(&[]), Some(0));
    assert_eq!(status(&["--deny", "warnings"]), Some(1));
    assert_eq!(status(&["--deny", "warnings", "--allow", "few-domains"]), Some(0));
    assert_eq!(status(&["--size", "4"]), Some(1), "an error");
    assert_eq!(status(&["--size", "4", "--deny", "nothing"]), Some(0));
    assert_eq!(status(&["--size", "2", "--deny", "notes"]), Some(0), "a sound map");
    assert_eq!(status(&["--allow", "no-such"]), Some(2));
}

#[test]
fn findings_in_json() {
    let json: serde_json::Value = serde_json::from_slice(&lint(&["--json"]).stdout).unwrap();
    let finding = &json["findings"][0];
    assert_eq!(
        (&json["warnings"], &finding["check"], &finding["rule"]),
        (&1.into(), &"few-domains".into(), &0.into())
    );
    assert!(finding["remedy"].as_str().unwrap().contains("host"));
}

#[test]
fn every_check_is_documented() {
    let text =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/lint.md")).unwrap();
    let documented: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split_once('`'))
        .map(|(name, _)| name)
        .collect();
    let known: Vec<&str> = analysis::lint::CHECKS.iter().map(|check| check.name).collect();
    assert_eq!(documented, known);
}
