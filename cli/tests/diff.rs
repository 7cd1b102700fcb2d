//! `crush diff` against `crushtool --compare` of Ceph, and what its forms look like.

#[path = "../../tests/support/mod.rs"]
mod support;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

/// Inputs of each comparison.
const INPUTS: u32 = 256;

const MAP: &str = "\
device 0 osd.0 class hdd
device 1 osd.1 class hdd
device 2 osd.2 class ssd
device 3 osd.3 class hdd
device 4 osd.4 class ssd
device 5 osd.5 class hdd
device 6 osd.6 class hdd
device 7 osd.7 class ssd
type 0 osd
type 1 host
type 2 root
host a { id -2 alg straw2 hash 0 item osd.0 weight 1 item osd.1 weight 2 }
host b { id -3 alg straw2 hash 0 item osd.2 weight 1 item osd.3 weight 1.5 }
host c { id -4 alg straw2 hash 0 item osd.4 weight 4 item osd.5 weight 1 }
host d { id -5 alg straw2 hash 0 item osd.6 weight 1 item osd.7 weight 1 }
root default { id -1 alg straw2 hash 0 item a weight 3 item b weight 2.5 item c weight 5 item d weight 2 }
rule copies { id 0 type replicated step take default step chooseleaf firstn 0 type host step emit }
rule shards { id 1 type erasure step set_chooseleaf_tries 5 step take default step chooseleaf indep 0 type host step emit }
";

fn crush(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_crush")).args(arguments).output().unwrap()
}

fn stdout(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn write(directory: &TempDir, name: &str, text: &str) -> PathBuf {
    let path = directory.path().join(name);
    std::fs::write(&path, text).unwrap();
    path
}

/// A text map as the genuine tool compiles it.
fn compiled(crushtool: &Path, directory: &TempDir, name: &str, text: &str) -> PathBuf {
    let text = write(directory, &format!("{name}.txt"), text);
    let path = directory.path().join(name);
    std::fs::write(&path, support::compile(crushtool, &text).unwrap()).unwrap();
    path
}

/// Mismatches that the genuine tool finds for each rule.
fn genuine_mismatches(crushtool: &Path, old: &Path, new: &Path, size: &str) -> Vec<u64> {
    let last = (INPUTS - 1).to_string();
    let mut command = Command::new(crushtool);
    command.arg("-i").arg(old).arg("--compare").arg(new);
    command.args(["--num-rep", size, "--min-x", "0", "--max-x", &last]);
    let output = command.output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let line = |line: &str| line.split(" had ").nth(1)?.split('/').next()?.parse().ok();
    text.lines().filter_map(line).collect()
}

/// Changed mappings that we find for each rule.
fn our_changes(old: &Path, new: &Path, size: &str) -> Vec<u64> {
    let (old, new) = (old.to_str().unwrap(), new.to_str().unwrap());
    let inputs = INPUTS.to_string();
    let output = crush(&["diff", old, new, "--size", size, "--inputs", &inputs, "--csv", "pools"]);
    let text = stdout(&output);
    text.lines().skip(1).map(|line| line.split(',').nth(6).unwrap().parse().unwrap()).collect()
}

#[test]
fn changed_mappings_are_the_mismatches_of_genuine_compare() {
    for generation in ["pacific", "reef", "tentacle"] {
        let Some(crushtool) = support::oracle(generation, "crushtool") else { continue };
        let directory = TempDir::new().unwrap();
        let base = compiled(&crushtool, &directory, "old", &old_style(generation, MAP));
        let variants = [
            MAP.to_owned(),
            MAP.replace("item osd.4 weight 4", "item osd.4 weight 2")
                .replace("item c weight 5", "item c weight 3"),
            MAP.replace("alg straw2", "alg straw"),
            MAP.replace("alg straw2", "alg list"),
            format!("tunable chooseleaf_stable 1\ntunable chooseleaf_vary_r 1\n{MAP}"),
            MAP.replace("step chooseleaf firstn 0 type host", "step choose firstn 0 type osd"),
            MAP.replace("item d weight 2", "item d weight 0"),
        ];
        for (number, variant) in variants.iter().enumerate() {
            let new = compiled(&crushtool, &directory, "new", &old_style(generation, variant));
            for size in ["2", "4"] {
                let genuine = genuine_mismatches(&crushtool, &base, &new, size);
                assert_eq!(genuine.len(), 2, "{generation} {number}");
                assert_eq!(
                    our_changes(&base, &new, size),
                    genuine,
                    "{generation}, variant {number}, size {size}"
                );
                assert_eq!(number == 0, genuine.iter().all(|&changed| changed == 0), "{number}");
            }
        }
    }
}

/// Up to Pacific rules say for how many replicas they are.
fn old_style(generation: &str, text: &str) -> String {
    match generation {
        "pacific" => text
            .replace("type replicated step", "type replicated min_size 1 max_size 9 step")
            .replace("type erasure step", "type erasure min_size 1 max_size 9 step"),
        _ => text.to_owned(),
    }
}

#[test]
fn forms_say_the_same() {
    let directory = TempDir::new().unwrap();
    let map = write(&directory, "map.txt", MAP);
    let map = map.to_str().unwrap();
    let options = ["diff", map, "--out", "osd.4", "--inputs", "500", "--rule", "copies", "--by", "host"];
    let with = |more: &[&str]| stdout(&crush(&[&options[..], more].concat()));

    let json: serde_json::Value = serde_json::from_str(&with(&["--json"])).unwrap();
    let moved = json["total"]["moved"].as_u64().unwrap();
    let matrix = json["moves"]["host"].as_array().unwrap();
    assert_eq!(matrix.iter().map(|row| row["count"].as_u64().unwrap()).sum::<u64>(), moved);

    let sum = |text: String, column: usize| {
        let number = |line: &str| line.split(',').nth(column).unwrap().parse::<u64>().unwrap();
        text.lines().skip(1).map(number).sum::<u64>()
    };
    assert_eq!(sum(with(&["--csv", "moves"]), 3), moved);
    assert_eq!(sum(with(&["--csv", "devices"]), 3), moved);
    let text = with(&[]);
    assert!(text.contains(&format!(" {moved} ")), "{text}");
    assert!(text.contains("from host") && text.contains("osd.4"), "{text}");
}

#[test]
fn used_space_goes_along() {
    let directory = TempDir::new().unwrap();
    let map = write(&directory, "map.txt", MAP);
    let used: String = (0..8).map(|osd| format!("osd.{osd} 500 1000\n")).collect();
    let used = write(&directory, "used", &used);
    let options = ["diff", map.to_str().unwrap(), "--out", "osd.4", "--rule", "copies", "--inputs", "500"];
    let output = crush(&[&options[..], &["--used", used.to_str().unwrap(), "--json"]].concat());
    let json: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
    let after: Vec<f64> =
        json["fullness"].as_array().unwrap().iter().map(|device| device["after"].as_f64().unwrap()).collect();
    assert_eq!(after[4], 0.0);
    assert!((after.iter().sum::<f64>() - 4000.0).abs() < 1e-6, "{after:?}");
}

#[test]
fn changes_are_applied_in_the_order_of_the_command_line() {
    let directory = TempDir::new().unwrap();
    let map = write(&directory, "map.txt", MAP);
    let map = map.to_str().unwrap();
    let back = stdout(&crush(&[
        "diff", map, "--out", "osd.4", "--in", "osd.4", "--inputs", "300", "--csv", "pools",
    ]));
    assert!(back.lines().skip(1).all(|line| line.split(',').nth(6) == Some("0")), "{back}");
    let out = stdout(&crush(&[
        "diff", map, "--in", "osd.4", "--out", "osd.4", "--inputs", "300", "--csv", "pools",
    ]));
    assert!(out.lines().skip(1).all(|line| line.split(',').nth(6) != Some("0")), "{out}");
}

#[test]
fn what_cannot_be_asked_is_refused() {
    let directory = TempDir::new().unwrap();
    let map = write(&directory, "map.txt", MAP);
    let map = map.to_str().unwrap();
    for (arguments, says) in [
        (&["diff", map][..], "nothing to compare"),
        (&["diff", map, "--out", "osd.99"], "no device or bucket 'osd.99'"),
        (&["diff", map, "--weight", "osd.1"], "write ITEM=W"),
        (&["diff", map, "--straw2", "--pool", "rbd"], "no pools"),
        (&["diff", map, "--straw2", "--rule", "fast"], "no rule 'fast'"),
        (&["diff", map, "--remove", "default"], "in use by a rule"),
        (&["diff", map, "--straw2", "--by", "row"], "no type 'row'"),
    ] {
        let output = crush(arguments);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(error.contains(says), "{arguments:?}: {error}");
        assert!(output.stdout.is_empty());
    }
}
