//! `crush simulate` and `crush tunables`: both forms, and what must be true of their numbers.

use serde_json::Value;
use std::process::{Command, Output};

fn crush(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_crush"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args(arguments).output().unwrap()
}

fn stdout(arguments: &[&str]) -> String {
    let output = crush(arguments);
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn row<'a>(rows: &'a Value, key: &str, name: &str) -> &'a Value {
    rows.as_array().unwrap().iter().find(|row| row[key] == name).unwrap()
}

#[test]
fn simulations_show_what_the_literature_says() {
    let tables: Value = serde_json::from_str(&stdout(&["simulate", "--inputs", "4000", "--json"])).unwrap();
    let bucket = |name| row(&tables["buckets"], "algorithm", name);
    let number = |value: &Value| value.as_f64().unwrap();
    // A uniform bucket moves nearly all, a list little at its end, straw2 little anywhere.
    assert!(number(&bucket("uniform")["add_last"]) > 15.0);
    assert!(number(&bucket("list")["add_first"]) > number(&bucket("list")["add_last"]));
    for change in ["add_first", "add_last", "remove_first", "remove_last", "reweight"] {
        assert!((0.7..1.4).contains(&number(&bucket("straw2")[change])), "{change}: {tables}");
    }
    let failure = tables["failure"].as_array().unwrap();
    let indep = failure.iter().filter(|row| row["rule"] == "indep");
    for row in indep {
        assert!(number(&row["moved_by_position"]) < 1.3 * number(&row["moved_as_sets"]), "{row}");
    }
    assert!(number(&row(&tables["flat"], "method", "hash modulo n")["add"]) > 15.0);
}

#[test]
fn simulations_as_tables() {
    let text = stdout(&["simulate", "--inputs", "100"]);
    for heading in
        ["One bucket of 24 items", "4 racks of 4 hosts", "sets of 6 on different hosts", "24 nodes"]
    {
        assert!(text.contains(heading), "{text}");
    }
    for inputs in ["0", "-1", "4294967296", "nan"] {
        let refused = crush(&["simulate", &format!("--inputs={inputs}")]);
        assert_eq!(refused.status.code(), Some(2), "{inputs}");
    }
}

#[test]
fn tunables_of_a_map() {
    let arguments = ["tunables", "../examples/three-hosts.txt", "--inputs", "200"];
    let text = stdout(&arguments);
    let profiles: Vec<&str> =
        text.lines().skip(2).filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(profiles, ["argonaut", "bobtail", "firefly", "hammer", "jewel*"]);
    let rows: Vec<Value> = stdout(&[&arguments[..], &["--json"]].concat())
        .lines()
        .map(|row| serde_json::from_str(row).unwrap())
        .collect();
    assert_eq!(rows.len(), 6);
    for row in &rows {
        assert_eq!((&row["mappings"], &row["replicas"]), (&200.into(), &600.into()));
        let unchanged = row["profile"].is_null() || row["profile"] == "jewel";
        assert_eq!(row["changed"] == 0, unchanged, "{row}");
    }
    let refused = crush(&["tunables", "../examples/three-hosts.txt", "--rule", "nosuch"]);
    assert_eq!(refused.status.code(), Some(2));
}
