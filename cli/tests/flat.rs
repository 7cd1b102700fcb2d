//! `crush flat`: keys from everywhere, in both forms.

use std::io::Write;
use std::process::{Command, Output, Stdio};

const NODES: &str = "# id weight domain\n1 10 a\n2 10 a\n3 20 b\n4 0 c\n";

/// Runs `crush flat` over a file of nodes, with `input` on standard input.
fn flat(name: &str, arguments: &[&str], input: &str) -> Output {
    let path = std::env::temp_dir().join(format!("crush-flat-{name}-{}.txt", std::process::id()));
    std::fs::write(&path, NODES).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_crush"));
    command.arg("flat").arg(&path).args(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    std::fs::remove_file(path).unwrap();
    output
}

fn answer(name: &str, arguments: &[&str], input: &str) -> String {
    let output = flat(name, arguments, input);
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn keys_are_the_same_wherever_they_come_from() {
    let given = answer("given", &["one", "two", "--copies", "2"], "");
    assert_eq!(answer("read", &["--from", "-", "--copies", "2"], "one\ntwo\n"), given);
    let hex = answer("hex", &["6f6e65", "74776f", "--hex", "--copies", "2"], "");
    assert_eq!(hex.replace("6f6e65", "one").replace("74776f", "two"), given);
    assert_eq!(given.lines().count(), 2);
}

#[test]
fn a_file_stands_for_the_hash_of_its_content() {
    let path = std::env::temp_dir().join(format!("crush-flat-content-{}", std::process::id()));
    std::fs::write(&path, "abc").unwrap();
    let by_file = answer("file", &["--file", path.to_str().unwrap()], "");
    std::fs::remove_file(path).unwrap();
    let hash = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    assert_eq!(by_file, answer("hash", &[hash, "--hex"], ""));
}

#[test]
fn repeated_domains_are_said() {
    let text = answer("repeated", &["key", "--domains", "--copies", "4"], "");
    assert!(
        text.contains("3@b") && text.contains("2 domains: too few") && text.contains("3 of 4 copies"),
        "{text}"
    );
    let json = answer("json", &["key", "--domains", "--json"], "");
    let row: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((row["distinct"].as_u64(), row["nodes"].as_array().unwrap().len()), (Some(2), 3));
    assert_eq!(row["domains"].as_array().unwrap().iter().filter(|name| *name == "a").count(), 2);
}

#[test]
fn refusals() {
    for (arguments, word) in
        [(&[][..], "no key"), (&["xyz", "--hex"], "not hexadecimal"), (&["--file", "/no/such"], "/no/such")]
    {
        let output = flat("refusal", arguments, "");
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(String::from_utf8(output.stderr).unwrap().contains(word));
    }
}
