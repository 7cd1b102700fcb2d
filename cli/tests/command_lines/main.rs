//! Random command lines, given to genuine tools and to ours: status, output and files are to be the same.
//!
//! `CRUSHTOOL_CASES` asks for more of them.

mod fixed;
mod lines;
mod maps;
mod random;
#[path = "../../../tests/support/mod.rs"]
mod support;
#[path = "../tool/mod.rs"]
mod tool;

use maps::{SampleMap, maps, mixed};
use random::Random;
use std::collections::BTreeMap;
use tool::{Outcome, Tool};

/// Files that command lines may name: the maps, as texts and as that release's binaries.
fn inputs(genuine: &Tool, release: &str, maps: Vec<SampleMap>) -> BTreeMap<String, Vec<u8>> {
    let mut inputs = BTreeMap::new();
    for map in maps {
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
    let inputs = inputs(&genuine, release, maps(release));
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

/// Compares command lines that are written down.
fn compare_fixed(release: &str, lines: &[&str]) {
    let Some(program) = support::oracle(release, "crushtool") else { return };
    let (genuine, ours) = (Tool::genuine(program), Tool::ours(release));
    let mut maps = maps(release);
    maps.push(mixed());
    let mut inputs = inputs(&genuine, release, maps);
    inputs.insert("overlaps.bin".into(), fixed::overlaps(inputs["racks.bin"].clone()));
    let words = |line: &str| -> Vec<String> {
        line.split(' ').map(|word| if word == "''" { "" } else { word }.to_owned()).collect()
    };
    let outcomes = lines.iter().map(|line| words(line)).map(|line| {
        let outcomes = [genuine.run(&inputs, &line), ours.run(&inputs, &line)];
        (!agree(&outcomes[0], &outcomes[1])).then(|| report(&line, &outcomes[0], &outcomes[1]))
    });
    let different: Vec<_> = outcomes.flatten().collect();
    assert!(different.is_empty(), "{release}: {} differ\n{}", different.len(), different.join("\n"));
}

#[test]
fn odd_lines_of_tentacle() {
    compare_fixed("tentacle", fixed::LINES);
}

#[test]
fn odd_lines_of_reef() {
    compare_fixed("reef", fixed::LINES);
}

#[test]
fn odd_lines_of_pacific() {
    compare_fixed("pacific", fixed::LINES);
    compare_fixed("pacific", fixed::OVERLAPS);
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
