//! `--check` of Pacific's tool: rules of one ruleset that serve the same sizes. What is expected is what the tool of
//! Ceph 16.2.15 printed for the same map.

mod tool;

use std::collections::BTreeMap;
use tool::Tool;

const SITE: &str = "device 0 osd.0\ndevice 1 osd.1\ntype 0 osd\ntype 1 root\n\
    root top { id -1 alg straw2 hash 0 item osd.0 weight 1 item osd.1 weight 1 }\n";

/// A rule for a range of sizes.
fn rule(name: &str, id: u8, kind: &str, sizes: [u8; 2]) -> String {
    let [least, most] = sizes;
    let steps = "step take top step choose firstn 0 type osd step emit";
    format!("rule {name} {{ id {id} type {kind} min_size {least} max_size {most} {steps} }}\n")
}

/// A map whose rules are all in ruleset 0, which no text can say.
fn overlapping() -> BTreeMap<String, Vec<u8>> {
    let rules = [
        ("one", 0, "replicated", 1, [1, 4]),
        ("two", 1, "replicated", 1, [3, 6]),
        ("tri", 2, "replicated", 1, [5, 9]),
        ("ec", 3, "erasure", 3, [1, 9]),
    ];
    let text: String = rules.iter().map(|&(name, id, kind, _, sizes)| rule(name, id, kind, sizes)).collect();
    let text = BTreeMap::from([("map.txt".to_owned(), format!("{SITE}{text}").into_bytes())]);
    let mut files = Tool::ours("pacific").run(&text, &["-c", "map.txt", "-o", "map"]).files;
    let map = files.get_mut("map").unwrap();
    for (_, id, _, kind, [least, most]) in rules {
        let mask = [id, kind, least, most];
        let at = map.windows(4).position(|window| window == mask).unwrap();
        map[at] = 0;
    }
    files
}

#[test]
fn overlapping_rules_are_told_and_no_fault() {
    let told = "overlapped rules in ruleset 0: one, two\noverlapped rules in ruleset 0: tri, two\n";
    for (limit, status, more) in
        [("100", 0, ""), ("0", 0, ""), ("-1", 0, ""), ("1", 1, "item id too large: item#1\n")]
    {
        let outcome = Tool::ours("pacific").run(&overlapping(), &["-i", "map", "--check", limit]);
        let expected = (status, format!("{told}{more}"), "");
        assert_eq!((outcome.status, outcome.stdout, outcome.stderr.as_str()), expected, "--check {limit}");
    }
}

#[test]
fn later_releases_do_not_read_such_maps() {
    for release in ["reef", "tentacle"] {
        let outcome = Tool::ours(release).run(&overlapping(), &["-i", "map", "--check", "100"]);
        assert_eq!((outcome.status, outcome.stderr.as_str()), (1, "crushtool: unable to decode map\n"));
    }
}
