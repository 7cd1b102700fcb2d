//! The program itself, run against each genuine library that is there.
//!
//! Runs of a minute at most: `make compat` does the long ones. A library that was never fetched is an error when `CI` is
//! set; one that no distribution carries any more never is.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Cases of one comparison.
const CASES: &str = "3000";

/// The library of a generation; says so when it is not there.
fn oracle(generation: &str) -> Option<PathBuf> {
    let home = || std::env::var_os("HOME").map(|home| Path::new(&home).join(".cache/libcrush-oracles"));
    let root = std::env::var_os("ORACLE_DIR").map(PathBuf::from).or_else(home)?;
    let library = root.join(generation).join("lib/libceph-common.so.2");
    if library.exists() {
        return Some(library);
    }
    let gone = std::fs::read_to_string(root.join(format!("{generation}.gone")));
    assert!(
        std::env::var_os("CI").is_none() || gone.is_ok(),
        "no oracle {generation}: ceph_compat/setup-oracles"
    );
    eprintln!(
        "SKIPPED: no oracle {generation}{}",
        gone.map_or(String::new(), |why| format!(": {}", why.trim()))
    );
    None
}

fn run(arguments: &[&str]) -> Output {
    let save = Path::new(env!("CARGO_TARGET_TMPDIR")).join("mismatches");
    let mut command = Command::new(env!("CARGO_BIN_EXE_ceph_compat"));
    command.args(arguments);
    if arguments[0] == "diff" {
        command.arg("--save").arg(save);
    }
    command.output().expect("the program runs")
}

fn last_line(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).lines().last().unwrap_or_default().to_owned()
}

/// A run that has to end without a mismatch, and to have compared something.
fn assert_green(arguments: &[&str]) {
    let output = run(arguments);
    let line = last_line(&output);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && line.ends_with("mismatches=0"), "{arguments:?}: {line}\n{said}");
    assert!(!line.contains("mappings=0 "), "{arguments:?}: {line}");
}

fn ours_equals(generation: &str) {
    if oracle(generation).is_some() {
        assert_green(&["diff", "--oracle", generation, "--cases", CASES, "--seed", "20"]);
    }
}

#[test]
fn ours_equals_pacific() {
    ours_equals("pacific");
}

#[test]
fn ours_equals_reef() {
    ours_equals("reef");
}

#[test]
fn ours_equals_tentacle() {
    ours_equals("tentacle");
}

/// The harness itself, genuine against genuine: a red run elsewhere then says something about us.
#[test]
fn a_genuine_library_equals_itself() {
    if let Some(library) = oracle("tentacle") {
        let library = library.display().to_string();
        assert_green(&["diff", "--oracle", "tentacle", "--ours", &library, "--cases", CASES, "--seed", "21"]);
    }
}

/// One falsified answer in each kind of case is found, reported and counted.
#[test]
fn a_falsified_answer_is_found() {
    if oracle("tentacle").is_none() {
        return;
    }
    for kind in ["hash", "bucket", "mapper", "msr", "choose-args", "builder", "codec"] {
        let only = ["--only", kind, "--cases", "20"];
        let falsified = [["diff", "--oracle", "tentacle"].as_slice(), &only, &["--falsify", "7"]].concat();
        let output = run(&falsified);
        let said = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(1), "{kind}: {said}");
        assert!(said.contains("MISMATCH in case 7 "), "{kind}: {said}");
        assert!(said.trim_end().ends_with("mismatches=1"), "{kind}: {said}");
    }
}

/// What compares nothing is no success.
#[test]
fn runs_that_compare_nothing_fail() {
    if oracle("tentacle").is_none() {
        return;
    }
    let empty = Path::new(env!("CARGO_TARGET_TMPDIR")).join("empty.case");
    std::fs::write(&empty, "# nothing\n").unwrap();
    let empty = empty.to_str().unwrap();
    for what in [["--cases", "0"], ["--seconds", "0"], ["--inputs", "0"], ["--replay", empty]] {
        let output = run(&[["diff", "--oracle", "tentacle"].as_slice(), &what].concat());
        let said =
            [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat();
        assert!(!output.status.success(), "{what:?}: {said}");
        assert!(
            said.contains("nothing was compared") || said.contains("nothing to compare"),
            "{what:?}: {said}"
        );
    }
}

/// Both libraries export the same functions, and `diff` calls each of them.
#[test]
fn every_function_is_there_and_is_compared() {
    for (generation, functions) in [("pacific", 59), ("reef", 58), ("tentacle", 59)] {
        if oracle(generation).is_some() {
            let output = run(&["symbols", "--oracle", generation]);
            let expected = format!("symbols oracle={generation} functions={functions} missing=0 uncalled=0");
            assert_eq!(last_line(&output), expected);
            assert!(output.status.success());
        }
    }
}

#[test]
fn a_missing_oracle_is_an_error_that_names_the_fix() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ceph_compat"));
    command.env("ORACLE_DIR", "/nonexistent").args(["diff", "--oracle", "reef"]);
    let output = command.output().expect("the program runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2));
    assert!(said.contains("ceph_compat/setup-oracles --only reef"), "{said}");
}

/// A few rounds, as people would look at them with a program.
#[test]
fn measurements_come_as_objects() {
    if oracle("tentacle").is_none() {
        return;
    }
    let output = run(&["bench", "--oracle", "tentacle", "--map", "small", "--rounds", "3", "--json"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let small: Vec<&str> = text.lines().filter(|line| line.starts_with(r#"{"map":"small","#)).collect();
    assert_eq!(small.len(), 2, "{text}");
    for (line, mode) in small.into_iter().zip(["call", "batch"]) {
        assert!(line.contains(&format!(r#","mode":"{mode}","upstream_ns":"#)), "{line}");
        for member in ["ours_ns", "ratio", "median_ratio"] {
            let (_, rest) = line.split_once(&format!("\"{member}\":")).expect(member);
            let number: f64 = rest.split([',', '}']).next().unwrap().parse().expect(member);
            assert!(number > 0.0, "{line}");
        }
    }
}

/// Nothing is timed that is wrong.
#[test]
fn answers_are_compared_before_they_are_timed() {
    if oracle("tentacle").is_none() {
        return;
    }
    for what in [["--map", "ec"].as_slice(), &["--curve", "--map", "tree"]] {
        let arguments = [["bench", "--oracle", "tentacle", "--falsify", "123"].as_slice(), what].concat();
        let output = run(&arguments);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success());
        assert!(said.contains("answers differ for input 123"), "{said}");
    }
}

/// Valgrind sees the mappings and nothing else, and the same ones each time.
#[test]
fn instructions_are_counted() {
    if Command::new("valgrind").arg("--version").output().is_err() {
        assert!(std::env::var_os("CI").is_none(), "no valgrind");
        eprintln!("SKIPPED: no valgrind");
        return;
    }
    let count = || {
        let output = run(&["icount", "--map", "small", "--map", "tree small", "--markdown"]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let row = said.lines().find(|line| line.starts_with("| small |")).expect("a row for the map");
        row.split('|').nth(3).and_then(|count| count.trim().parse::<u64>().ok()).expect("a count")
    };
    let once = count();
    // 64 draws in eighths of vectors at least, item by item at most.
    assert!((1_000..60_000).contains(&once), "{once}");
    assert_eq!(count(), once);
}

#[test]
fn recorded_answers_are_those_of_every_library() {
    let map = crush::map::Map::compile(include_bytes!("../../examples/three-hosts.txt")).unwrap();
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (binary, answers) = (directory.join("three-hosts.bin"), directory.join("three-hosts.answers"));
    std::fs::write(&binary, map.encode_lossy(crush::map::Release::Pacific).unwrap()).unwrap();
    let cluster = analysis::cluster::Cluster::bare(map).unwrap();
    let baseline = analysis::baseline::Baseline::record(&cluster, &[2, 3], 200, u64::MAX).unwrap();
    std::fs::write(&answers, baseline.to_string()).unwrap();
    let wrong = directory.join("three-hosts.wrong");
    let mut falsified = baseline;
    falsified.sections[1].answers[7].swap(0, 1);
    std::fs::write(&wrong, falsified.to_string()).unwrap();
    for generation in ["pacific", "reef", "tentacle"] {
        let Some(library) = oracle(generation) else { continue };
        let ask = |answers: &Path| {
            let [library, map, answers] =
                [library.as_path(), &binary, answers].map(|path| path.to_str().unwrap());
            run(&["baseline", "--oracle", library, map, answers])
        };
        let right = ask(&answers);
        assert!(right.status.success(), "{right:?}");
        assert!(last_line(&right).ends_with("answers=400 mismatches=0"), "{right:?}");
        let found = ask(&wrong);
        assert!(!found.status.success());
        assert!(last_line(&found).ends_with("answers=400 mismatches=1"), "{found:?}");
    }
}
