//! The maps that command lines are run on.

/// A map as text, and names that occur in it.
pub(crate) struct SampleMap {
    pub(crate) name: &'static str,
    pub(crate) text: String,
}

/// All maps that a release can compile.
pub(crate) fn maps(release: &str) -> Vec<SampleMap> {
    let mut maps = vec![
        SampleMap { name: "racks", text: racks(release) },
        SampleMap { name: "algs", text: algorithms(release) },
        SampleMap { name: "sparse", text: sparse(release) },
        SampleMap { name: "args", text: args(release) },
        SampleMap { name: "twins", text: twins(release) },
    ];
    if release == "tentacle" {
        maps.push(SampleMap { name: "msr", text: msr() });
    }
    maps
}

const TYPES: &str = "type 0 osd\ntype 1 host\ntype 2 rack\ntype 3 root\n";
const TUNABLES: &str = "tunable choose_local_tries 0\ntunable choose_local_fallback_tries 0\n\
    tunable choose_total_tries 50\ntunable chooseleaf_descend_once 1\ntunable chooseleaf_vary_r 1\n\
    tunable chooseleaf_stable 1\ntunable straw_calc_version 1\ntunable allowed_bucket_algs 54\n";

/// A rule; up to Pacific they say for how many places they are.
fn rule(release: &str, name: &str, id: u32, kind: &str, steps: &[&str]) -> String {
    let sizes = if release == "pacific" { "min_size 1\nmax_size 4\n" } else { "" };
    let steps: String = steps.iter().map(|step| format!("step {step}\n")).collect();
    format!("rule {name} {{\nid {id}\ntype {kind}\n{sizes}{steps}}}\n")
}

fn bucket(kind: &str, name: &str, id: i32, algorithm: &str, items: &[(&str, &str)]) -> String {
    let items: String = items.iter().map(|(item, weight)| format!("item {item} weight {weight}\n")).collect();
    format!("{kind} {name} {{\nid {id}\nalg {algorithm}\nhash 0\n{items}}}\n")
}

fn devices(count: usize, class: impl Fn(usize) -> &'static str) -> String {
    (0..count).map(|id| format!("device {id} osd.{id}{}\n", class(id))).collect()
}

/// Three racks of two hosts of two devices, of two classes.
fn racks(release: &str) -> String {
    let class = |id| if id % 2 == 0 { " class hdd" } else { " class ssd" };
    let mut text = format!("{TUNABLES}{}{TYPES}", devices(12, class));
    for host in 0..6 {
        let items = [format!("osd.{}", host * 2), format!("osd.{}", host * 2 + 1)];
        let items = [(items[0].as_str(), "1.0"), (items[1].as_str(), "2.5")];
        text += &bucket("host", &format!("h{host}"), -1 - host, "straw2", &items);
    }
    for rack in 0..3 {
        let items = [format!("h{}", rack * 2), format!("h{}", rack * 2 + 1)];
        let items = [(items[0].as_str(), "3.5"), (items[1].as_str(), "3.5")];
        text += &bucket("rack", &format!("r{rack}"), -7 - rack, "straw2", &items);
    }
    text += &bucket("root", "default", -10, "straw2", &[("r0", "7.0"), ("r1", "7.0"), ("r2", "7.0")]);
    text +=
        &rule(release, "copies", 0, "replicated", &["take default", "chooseleaf firstn 0 type host", "emit"]);
    let indep = ["set_chooseleaf_tries 5", "take default", "chooseleaf indep 0 type rack", "emit"];
    text += &rule(release, "shards", 1, "erasure", &indep);
    let ssd = ["take default class ssd", "chooseleaf firstn 0 type host", "emit"];
    text += &rule(release, "fast", 2, "replicated", &ssd);
    let two = ["take default", "choose firstn 2 type rack", "chooseleaf firstn 2 type host", "emit"];
    text + &rule(release, "two", 4, "replicated", &two)
}

/// A bucket of each algorithm, and the tunables of old.
fn algorithms(release: &str) -> String {
    let mut text = format!("{}{TYPES}", devices(15, |_| ""));
    for (host, algorithm) in ["uniform", "list", "tree", "straw", "straw2"].into_iter().enumerate() {
        let names: Vec<_> = (0..3).map(|device| format!("osd.{}", host * 3 + device)).collect();
        let weights = if algorithm == "uniform" { ["1", "1", "1"] } else { ["1", "0.5", "2"] };
        let items: Vec<_> = names.iter().map(String::as_str).zip(weights).collect();
        text += &bucket("host", &format!("h{host}"), -1 - host as i32, algorithm, &items);
    }
    let hosts = [("h0", "3"), ("h1", "3.5"), ("h2", "3.5"), ("h3", "3.5"), ("h4", "3.5")];
    text += &bucket("root", "default", -6, "straw", &hosts);
    text +=
        &rule(release, "copies", 0, "replicated", &["take default", "chooseleaf firstn 0 type host", "emit"]);
    text + &rule(release, "devices", 1, "replicated", &["take default", "choose firstn 0 type osd", "emit"])
}

/// Ids with gaps, names of one's own, no weight, an empty host, two roots.
fn sparse(release: &str) -> String {
    let mut text = format!(
        "{TUNABLES}device 0 osd.0\ndevice 3 disk-a\ndevice 7 osd.7 class hdd\ndevice 9 osd.9\n{TYPES}"
    );
    text += &bucket("host", "h0", -2, "straw2", &[("osd.0", "1"), ("disk-a", "0")]);
    text += &bucket("host", "h1", -3, "straw2", &[("osd.7", "0.00002"), ("osd.9", "30.25")]);
    text += &bucket("host", "h2", -5, "straw2", &[]);
    text += &bucket("root", "default", -8, "straw2", &[("h0", "1"), ("h1", "30.25002"), ("h2", "0")]);
    text += &bucket("root", "other", -9, "straw2", &[("osd.0", "1"), ("osd.9", "2")]);
    text +=
        &rule(release, "copies", 1, "replicated", &["take default", "chooseleaf firstn 0 type host", "emit"]);
    let both = [
        "take default",
        "chooseleaf firstn 1 type host",
        "emit",
        "take other",
        "choose firstn -1 type osd",
        "emit",
    ];
    text + &rule(release, "both", 3, "replicated", &both)
}

/// Weight-sets.
fn args(release: &str) -> String {
    let mut text = format!("{TUNABLES}{}{TYPES}", devices(6, |_| ""));
    for host in 0..3 {
        let items = [format!("osd.{}", host * 2), format!("osd.{}", host * 2 + 1)];
        let items = [(items[0].as_str(), "1"), (items[1].as_str(), "1")];
        text += &bucket("host", &format!("h{host}"), -1 - host, "straw2", &items);
    }
    text += &bucket("root", "default", -4, "straw2", &[("h0", "2"), ("h1", "2"), ("h2", "2")]);
    text +=
        &rule(release, "copies", 0, "replicated", &["take default", "chooseleaf firstn 0 type host", "emit"]);
    text += "choose_args 0 {\n{\nbucket_id -1\nweight_set [\n[ 0.5 1.5 ]\n[ 1 0 ]\n]\n}\n{\nbucket_id -4\n\
        weight_set [\n[ 2 1 1 ]\n[ 1 1 2 ]\n]\nids [ -11 -12 -13 ]\n}\n}\n";
    text + "choose_args 5 {\n{\nbucket_id -2\nweight_set [\n[ 1 3 ]\n]\n}\n}\n"
}

/// Hierarchies made by hand for each kind of device.
fn twins(release: &str) -> String {
    let mut text = format!("{TUNABLES}{}{TYPES}", devices(8, |_| ""));
    for host in 0..2 {
        for (offset, suffix) in ["", "-ssd"].into_iter().enumerate() {
            let first = host * 4 + offset as i32 * 2;
            let items = [format!("osd.{first}"), format!("osd.{}", first + 1)];
            let items = [(items[0].as_str(), "1"), (items[1].as_str(), "2")];
            let id = -1 - host - offset as i32 * 2;
            text += &bucket("host", &format!("h{host}{suffix}"), id, "straw2", &items);
        }
    }
    text += &bucket("root", "default", -5, "straw2", &[("h0", "3"), ("h1", "3")]);
    text += &bucket("root", "ssd", -6, "straw2", &[("h0-ssd", "3"), ("h1-ssd", "3")]);
    text +=
        &rule(release, "copies", 0, "replicated", &["take default", "chooseleaf firstn 0 type host", "emit"]);
    text + &rule(release, "fast", 1, "replicated", &["take ssd", "chooseleaf firstn 0 type host", "emit"])
}

/// A bucket whose items are shown in another order than they are kept in.
pub(crate) fn mixed() -> SampleMap {
    let mut text = format!("{TUNABLES}{}{TYPES}", devices(5, |id| if id == 2 { " class hdd" } else { "" }));
    text += &bucket("host", "h0", -2, "straw2", &[("osd.3", "1")]);
    text += &bucket("root", "default", -20, "straw2", &[("osd.4", "1"), ("osd.2", "1"), ("h0", "1")]);
    SampleMap { name: "mixed", text }
}

/// Rules that retry in several steps.
fn msr() -> String {
    let mut text = racks("tentacle");
    text += &rule(
        "tentacle",
        "pairs",
        5,
        "msr_indep",
        &["take default", "choosemsr 3 type rack", "choosemsr 2 type osd", "emit"],
    );
    text + &rule(
        "tentacle",
        "first",
        6,
        "msr_firstn",
        &["take default", "choosemsr 0 type host", "choosemsr 1 type osd", "emit"],
    )
}
