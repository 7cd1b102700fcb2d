//! Recorded runs of genuine tools, one a line: arguments, and what came of them.

#[path = "../../tests/support/mod.rs"]
mod support;
mod tool;

use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use tool::Tool;

/// The files that the recorded runs found.
fn inputs(directory: &Path, release: &str) -> BTreeMap<String, Vec<u8>> {
    let mut inputs = BTreeMap::new();
    for map in ["ten", "tenec", "classes", "empty"] {
        let read = |name: String| std::fs::read(directory.join(name)).unwrap();
        inputs.insert(format!("{map}.txt"), read(format!("{map}.txt")));
        inputs.insert(format!("{map}.bin"), read(format!("{map}.{release}.bin")));
    }
    inputs
}

fn words(value: &Value) -> Vec<String> {
    value.as_array().into_iter().flatten().map(|word| word.as_str().unwrap().to_owned()).collect()
}

/// What differs between a recorded run and ours.
fn difference(case: &Value, ours: &Tool, inputs: &BTreeMap<String, Vec<u8>>) -> Option<String> {
    let arguments = words(&case["args"]);
    let outcome = ours.run(inputs, &arguments);
    let status = case["status"].as_i64().unwrap();
    if matches!(status, 134 | 136 | 139) {
        let explained = outcome.status == 1 && !outcome.stderr.is_empty();
        return (!explained).then(|| format!("{arguments:?}: crashed, ours: {outcome:?}"));
    }
    let files: Vec<_> = outcome.files.keys().cloned().collect();
    let actual = (outcome.status.into(), outcome.stdout.as_str(), outcome.stderr.as_str(), files);
    let expected =
        (status, case["stdout"].as_str().unwrap(), case["stderr"].as_str().unwrap(), words(&case["files"]));
    (actual != expected).then(|| format!("{arguments:?}\n  {expected:?}\n  {actual:?}"))
}

fn replay(name: &str, version: &str, files: &str) {
    let Some(data) = support::test_data() else { return };
    let directory = data.join("spec/examples/crushtool");
    let inputs = inputs(&directory, files);
    let cases = std::fs::read_to_string(directory.join("cases.jsonl")).unwrap();
    let ours = Tool::ours(name);
    let cases: Vec<Value> = cases.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let applies = |case: &&Value| words(&case["releases"]).contains(&version.into());
    let cases: Vec<_> = cases.iter().filter(applies).collect();
    let differences: Vec<_> = cases.iter().filter_map(|case| difference(case, &ours, &inputs)).collect();
    assert!(cases.len() > 100, "{} cases", cases.len());
    let failed = format!("{name}: {} of {} cases differ", differences.len(), cases.len());
    assert!(differences.is_empty(), "{failed}\n{}", differences.join("\n"));
}

#[test]
fn runs_of_tentacle() {
    replay("tentacle", "20.2", "20");
}

#[test]
fn runs_of_reef() {
    replay("reef", "18.2", "20");
}

#[test]
fn runs_of_pacific() {
    replay("pacific", "16.2", "16");
}
