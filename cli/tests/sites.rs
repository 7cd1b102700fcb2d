//! Situations that operators met with older tools, on maps of our own: what is mapped, how many mappings are bad, what
//! moves.

mod tool;

use std::collections::BTreeMap;
use std::fmt::Write;
use tool::{Outcome, Tool};

const TYPES: &str = "type 0 osd\ntype 1 host\ntype 2 rack\ntype 3 root\n";
const OPTIMAL: &str = "tunable choose_local_tries 0\ntunable choose_local_fallback_tries 0\n\
    tunable choose_total_tries 50\ntunable chooseleaf_descend_once 1\ntunable chooseleaf_vary_r 1\n\
    tunable chooseleaf_stable 1\ntunable straw_calc_version 1\ntunable allowed_bucket_algs 54\n";
/// A million is far more than any of these maps needs to find a place.
const INPUTS: usize = 1024;

/// Hosts of equal devices, below one root.
fn hosts(hosts: usize, devices: usize, algorithm: &str, weight: impl Fn(usize) -> f64) -> String {
    let mut text = OPTIMAL.to_owned();
    (0..hosts * devices).for_each(|id| writeln!(text, "device {id} osd.{id}").unwrap());
    text += TYPES;
    let mut root = String::new();
    for host in 0..hosts {
        let ids = host * devices..(host + 1) * devices;
        let items: String =
            ids.clone().map(|id| format!("item osd.{id} weight {:.3}\n", weight(id))).collect();
        writeln!(text, "host h{host} {{\nid -{}\nalg {algorithm}\nhash 0\n{items}}}", host + 2).unwrap();
        let sum: f64 = ids.map(&weight).sum();
        writeln!(root, "item h{host} weight {sum:.3}").unwrap();
    }
    text + &format!("root default {{\nid -1\nalg {algorithm}\nhash 0\n{root}}}\n")
}

fn rule(id: u32, kind: &str, steps: &[&str]) -> String {
    let steps: String = steps.iter().map(|step| format!("step {step}\n")).collect();
    format!("rule rule{id} {{\nid {id}\ntype {kind}\n{steps}}}\n")
}

/// Compiles texts, and runs the tool on the maps.
struct Site {
    maps: BTreeMap<String, Vec<u8>>,
}

impl Site {
    fn new(texts: &[(&str, String)]) -> Self {
        let ours = Tool::ours("tentacle");
        let mut maps = BTreeMap::new();
        for (name, text) in texts {
            let source = BTreeMap::from([("map.txt".to_owned(), text.clone().into_bytes())]);
            let mut compiled = ours.run(&source, &["-c", "map.txt", "-o", "map"]);
            assert_eq!(compiled.status, 0, "{name}: {}", compiled.stderr);
            maps.insert((*name).to_owned(), compiled.files.remove("map").unwrap());
        }
        Self { maps }
    }

    fn run(&self, arguments: &str) -> Outcome {
        Tool::ours("tentacle").run(&self.maps, &arguments.split(' ').collect::<Vec<_>>())
    }

    fn lines(&self, arguments: &str) -> Vec<String> {
        let outcome = self.run(arguments);
        assert_eq!((outcome.status, outcome.stderr.as_str()), (0, ""), "{arguments}");
        outcome.stdout.lines().map(str::to_owned).collect()
    }
}

/// The devices of a line `CRUSH rule 0 x 3 [1,2,3]`.
fn mapped(line: &str) -> Vec<i64> {
    let list = line.split_once('[').unwrap().1.trim_end_matches(']');
    list.split(',').filter(|item| !item.is_empty()).map(|item| item.parse().unwrap()).collect()
}

const HOLE: i64 = 0x7fff_ffff;

/// The tunable counts tries again, the step in a rule counts tries: the tunable 3 is the step 4.
#[test]
fn total_tries_are_retries_and_the_step_counts_tries() {
    let steps = |tries: &'static str| {
        ["set_choose_tries 3", "set_choose_tries 4"].into_iter().filter(move |step| *step == tries)
    };
    let with = |id, tries| {
        let mut all: Vec<_> = steps(tries).collect();
        all.extend(["take default", "chooseleaf firstn 0 type host", "emit"]);
        rule(id, "replicated", &all)
    };
    let text = hosts(3, 2, "straw2", |_| 1.0).replace("choose_total_tries 50", "choose_total_tries 3")
        + &with(0, "")
        + &with(1, "set_choose_tries 3")
        + &with(2, "set_choose_tries 4");
    let site = Site::new(&[("map", text)]);
    let bad = |rule: u32, more: &str| {
        site.lines(&format!("-i map --test --num-rep 3 --show-bad-mappings --rule {rule}{more}")).len()
    };
    assert_eq!(bad(0, ""), bad(2, ""));
    assert!(bad(1, "") > bad(0, "") && bad(0, "") > 0);
    // With a change and no file for it, one more line gives advice.
    assert_eq!(bad(0, " --set-choose-total-tries 2") - 1, bad(1, ""));
    let mappings = |rule| {
        let lines = site.lines(&format!("-i map --test --num-rep 3 --show-mappings --rule {rule}"));
        lines.iter().map(|line| mapped(line)).collect::<Vec<_>>()
    };
    assert_eq!(mappings(0), mappings(2));
}

/// As many hosts as shards: few tries leave holes, which stand where they arose.
#[test]
fn a_shard_for_each_host_takes_many_tries() {
    let with = |id, tries: &str| {
        let steps = [tries, "take default", "chooseleaf indep 0 type host", "emit"];
        rule(id, "erasure", &steps[usize::from(tries.is_empty())..])
    };
    let text = hosts(8, 2, "straw2", |_| 1.0)
        + &with(0, "")
        + &with(1, "set_choose_tries 200")
        + &with(2, "set_choose_tries 8");
    let site = Site::new(&[("map", text)]);
    let bad = |rule: u32| {
        let lines = site.lines(&format!(
            "-i map --test --num-rep 8 --show-bad-mappings --max-x 2047 --min-x 0 --rule {rule}"
        ));
        lines.iter().map(|line| mapped(line)).collect::<Vec<_>>()
    };
    let (usual, many, few) = (bad(0), bad(1), bad(2));
    assert!(many.is_empty() && usual.len() < few.len() && !few.is_empty(), "{} {}", usual.len(), few.len());
    assert!(few.iter().all(|shards| shards.len() == 8 && shards.contains(&HOLE)));
    assert!(few.iter().any(|shards| shards[7] != HOLE), "no hole before a shard");
}

/// From straw to straw2 nothing moves between equal devices, and much between others.
#[test]
fn straw_to_straw2_moves_what_is_not_equal() {
    let copies = || rule(0, "replicated", &["take default", "chooseleaf firstn 0 type host", "emit"]);
    let map = |algorithm, weight: fn(usize) -> f64| hosts(5, 3, algorithm, weight) + &copies();
    let mixed = |id: usize| [0.5, 1.0, 2.25][id % 3] * (1.0 + (id / 3) as f64);
    let site = Site::new(&[
        ("equal-straw", map("straw", |_| 1.0)),
        ("equal-straw2", map("straw2", |_| 1.0)),
        ("mixed-straw", map("straw", mixed)),
        ("mixed-straw2", map("straw2", mixed)),
    ]);
    let equal = site.lines("-i equal-straw --compare equal-straw2 --num-rep 3");
    assert_eq!(equal, ["rule 0 had 0/1024 mismatched mappings (0)", "maps appear equivalent"]);
    let outcome = site.run("-i mixed-straw --compare mixed-straw2 --num-rep 3");
    assert_eq!((outcome.status, outcome.stderr.as_str()), (1, "warning: maps are NOT equivalent\n"));
    let moved: usize = outcome.stdout.split([' ', '/']).nth(3).unwrap().parse().unwrap();
    assert!(moved > INPUTS / 4, "{}", outcome.stdout);
}

/// Rules that reach more leaves than there are replicas give no more than were asked for.
#[test]
fn never_more_than_asked_for() {
    let mut text =
        hosts(6, 2, "straw2", |_| 1.0).replace("root default", "rack all").replace("-1\n", "-20\n");
    text += "root default {\nid -1\nalg straw2\nhash 0\nitem all weight 12\n}\n";
    text += &rule(
        0,
        "replicated",
        &["take default", "choose firstn 1 type rack", "chooseleaf firstn 4 type host", "emit"],
    );
    text += &rule(
        1,
        "erasure",
        &["take default", "choose indep 1 type rack", "chooseleaf indep 4 type host", "emit"],
    );
    text += &rule(2, "replicated", &["take default", "chooseleaf firstn -1 type host", "emit"]);
    let site = Site::new(&[("map", text)]);
    for places in 1..=7 {
        for number in 0..=2 {
            let expected = if number == 2 { places - 1 } else { places.min(4) };
            let lines =
                site.lines(&format!("-i map --test --show-mappings --num-rep {places} --rule {number}"));
            assert_eq!(lines.len(), INPUTS);
            assert!(lines.iter().all(|line| mapped(line).len() == expected.min(6)), "{number}: {}", lines[0]);
        }
    }
}

/// A host without devices and a device without weight get nothing; firstn gives fewer, indep gives holes.
#[test]
fn drained_hosts_get_nothing() {
    let weight = |id| if id == 4 { 0.0 } else { 1.0 };
    let mut text = hosts(3, 2, "straw2", weight);
    text = text.replace("root default {\nid -1\nalg straw2\nhash 0\n", "host drained {\nid -9\nalg straw2\nhash 0\n}\nroot default {\nid -1\nalg straw2\nhash 0\nitem drained weight 2\n");
    text += &rule(0, "replicated", &["take default", "chooseleaf firstn 0 type host", "emit"]);
    text += &rule(1, "erasure", &["take default", "chooseleaf indep 0 type host", "emit"]);
    text += &rule(2, "replicated", &["take drained", "chooseleaf firstn 0 type host", "emit"]);
    let site = Site::new(&[("map", text)]);
    let mappings = |rule: u32| {
        let lines = site.lines(&format!("-i map --test --show-mappings --num-rep 4 --rule {rule}"));
        lines.iter().map(|line| mapped(line)).collect::<Vec<_>>()
    };
    let (firstn, indep) = (mappings(0), mappings(1));
    assert!(firstn.iter().all(|devices| devices.len() <= 3 && !devices.contains(&4)));
    assert!(indep.iter().all(|shards| shards.len() == 4 && shards.contains(&HOLE) && !shards.contains(&4)));
    assert!(mappings(2).iter().all(Vec::is_empty));
}

/// Losing a host of as many as are needed leaves rules of old with holes; rules that retry in several steps find a place.
#[test]
fn a_lost_host_leaves_no_hole_in_a_rule_of_several_steps() {
    let text = hosts(6, 4, "straw2", |_| 1.0)
        + &rule(
            0,
            "erasure",
            &["take default", "choose indep 4 type host", "choose indep 2 type osd", "emit"],
        )
        + &rule(1, "msr_indep", &["take default", "choosemsr 4 type host", "choosemsr 2 type osd", "emit"]);
    let site = Site::new(&[("map", text)]);
    let lost: String = (8..12).map(|device| format!(" --weight {device} 0")).collect();
    let bad = |rule: u32, more: &str| {
        site.lines(&format!("-i map --test --num-rep 8 --show-bad-mappings --rule {rule}{more}")).len()
    };
    assert_eq!((bad(0, ""), bad(1, ""), bad(1, &lost)), (0, 0, 0));
    assert!(bad(0, &lost) > INPUTS / 2, "{}", bad(0, &lost));
    let lines = site.lines(&format!("-i map --test --num-rep 8 --show-mappings --rule 1{lost}"));
    for devices in lines.iter().map(|line| mapped(line)) {
        let mut hosts = BTreeMap::<i64, usize>::new();
        devices.iter().for_each(|device| *hosts.entry(device / 4).or_default() += 1);
        assert!(hosts.len() == 4 && hosts.values().all(|&count| count == 2), "{devices:?}");
    }
}
