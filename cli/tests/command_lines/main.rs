//! Random command lines, given to genuine tools and to ours: status, output and files are to be the same.
//!
//! `CRUSHTOOL_CASES` asks for more of them.

mod lines;
mod maps;
mod random;
#[path = "../../../tests/support/mod.rs"]
mod support;
#[path = "../tool/mod.rs"]
mod tool;

use maps::maps;
use random::Random;
use std::collections::BTreeMap;
use tool::{Outcome, Tool};

/// Files that command lines may name: the maps, as texts and as that release's binaries.
fn inputs(genuine: &Tool, release: &str) -> BTreeMap<String, Vec<u8>> {
    let mut inputs = BTreeMap::new();
    for map in maps(release) {
        let (text, binary) = (format!("{}.txt", map.name), format!("{}.bin", map.name));
        let sources = BTreeMap::from([(text.clone(), map.text.into_bytes())]);
        let mut compiled = genuine.run(&sources, &["-c", &text, "-o", &binary]);
        assert_eq!(compiled.status, 0, "{text} under {release}: {}", compiled.stderr);
        inputs.insert(binary.clone(), compiled.files.remove(&binary).unwrap());
        inputs.extend(sources);
    }
    inputs
}

/// Where a crash was, we have an answer, or say what is wrong.
fn agree(genuine: &Outcome, ours: &Outcome) -> bool {
    if !genuine.is_crash() {
        return genuine.is_as(ours);
    }
    ours.status == 0 || (!ours.is_crash() && !ours.stderr.is_empty())
}

/// The first lines.
fn start(text: &str) -> String {
    text.lines().take(25).map(|line| format!("{line}\n")).collect()
}

fn report(arguments: &[String], genuine: &Outcome, ours: &Outcome) -> String {
    let files = |outcome: &Outcome| {
        outcome.files.iter().map(|(name, bytes)| format!("{name} ({})", bytes.len())).collect::<Vec<_>>()
    };
    let tell = |outcome: &Outcome| {
        let (out, err) = (start(&outcome.stdout), start(&outcome.stderr));
        format!("status {}, files {:?}\n{out}--\n{err}", outcome.status, files(outcome))
    };
    format!("crushtool {arguments:?}\ngenuine: {}\nours: {}\n", tell(genuine), tell(ours))
}

fn compare(release: &str, seed: u64, cases: usize) {
    let Some(program) = support::oracle(release, "crushtool") else { return };
    let more = std::env::var("CRUSHTOOL_CASES").ok().and_then(|cases| cases.parse().ok());
    let cases = more.unwrap_or(cases);
    let (genuine, ours) = (Tool::genuine(program), Tool::ours(release));
    let inputs = inputs(&genuine, release);
    let names: Vec<_> = maps(release).iter().map(|map| map.name).collect();
    let mut random = Random::new(seed);
    let mut different = Vec::new();
    for _ in 0..cases {
        let arguments = lines::arguments(&mut random, release, &names);
        let outcomes = [genuine.run(&inputs, &arguments), ours.run(&inputs, &arguments)];
        if !agree(&outcomes[0], &outcomes[1]) {
            different.push(report(&arguments, &outcomes[0], &outcomes[1]));
        }
    }
    let summary = format!("{release}: {} of {cases} command lines differ", different.len());
    assert!(different.is_empty(), "{summary}\n{}", different.join("\n"));
}

#[test]
fn tentacle_first_half() {
    compare("tentacle", 1, 300);
}

#[test]
fn tentacle_second_half() {
    compare("tentacle", 2, 300);
}

#[test]
fn reef() {
    compare("reef", 3, 150);
}

#[test]
fn pacific() {
    compare("pacific", 4, 150);
}
