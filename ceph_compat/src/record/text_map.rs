//! The maps that answers are recorded of: one small site in many forms, as text.
//!
//! Three cabinets of four servers with up to four disks each. Sizes of disks differ, one server is empty, one disk has
//! no weight; a uniform map has none of that, since uniform buckets do not allow it.

use std::fmt::Write;

const CABINETS: usize = 3;
const SERVERS: usize = 4;
const DISKS: usize = 4;
/// Bucket ids begin here, one range for each level.
const SITE_ID: i32 = -1;
const CABINET_ID: i32 = -2;
const SERVER_ID: i32 = -10;

/// Algorithms that the maps are made of; `mixed` changes from bucket to bucket.
pub(super) const ALGORITHMS: [&str; 6] = ["uniform", "list", "tree", "straw", "straw2", "mixed"];

/// The tunables of a release, as lines of a text map: name, values.
///
/// Argonaut has the values of legacy, but straws calculated the corrected way.
pub(super) const PROFILES: [(&str, [u32; 8]); 6] = [
    ("legacy", [2, 5, 19, 0, 0, 0, 0, 22]),
    ("argonaut", [2, 5, 19, 0, 0, 0, 1, 22]),
    ("bobtail", [0, 0, 50, 1, 0, 0, 0, 22]),
    ("firefly", [0, 0, 50, 1, 1, 0, 0, 22]),
    ("hammer", [0, 0, 50, 1, 1, 0, 1, 54]),
    ("jewel", [0, 0, 50, 1, 1, 1, 1, 54]),
];

const TUNABLES: [&str; 8] = [
    "choose_local_tries",
    "choose_local_fallback_tries",
    "choose_total_tries",
    "chooseleaf_descend_once",
    "chooseleaf_vary_r",
    "chooseleaf_stable",
    "straw_calc_version",
    "allowed_bucket_algs",
];

/// What a map has besides its hierarchy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extra {
    Nothing,
    /// Replacement ids and weights, one set or one for each position.
    ChooseArgs,
    /// Device classes, and rules that take only one of them.
    Classes,
    /// Multi-step-retry rules.
    Msr,
}

/// A map to be written as text.
pub(super) struct TextMap {
    pub(super) algorithm: &'static str,
    pub(super) tunables: [u32; 8],
    pub(super) extra: Extra,
}

impl TextMap {
    /// Number of rules in the text.
    pub(super) const RULES: u32 = 6;

    fn algorithm_of(&self, bucket: usize) -> &'static str {
        match self.algorithm {
            "mixed" => ["straw2", "list", "tree", "straw"][bucket % 4],
            algorithm => algorithm,
        }
    }

    fn uniform(&self) -> bool {
        self.algorithm == "uniform"
    }

    /// Disks of a server: one has none, one has two.
    fn disks(&self, cabinet: usize, server: usize) -> usize {
        match (self.uniform(), cabinet, server) {
            (false, 1, 2) => 0,
            (false, 2, 3) => 2,
            _ => DISKS,
        }
    }

    /// Weight of a disk in eighths, which all text forms print exactly.
    fn weight(&self, disk: usize) -> usize {
        match disk {
            _ if self.uniform() => 8,
            13 => 0,
            _ => [8, 16, 12, 29, 8, 58][disk % 6],
        }
    }

    /// The whole text.
    pub(super) fn text(&self) -> String {
        let mut text = String::from("# a site of three cabinets\n");
        for (name, value) in TUNABLES.iter().zip(self.tunables) {
            line(&mut text, format_args!("tunable {name} {value}"));
        }
        let class = |disk: usize| match self.extra {
            Extra::Classes if disk.is_multiple_of(3) => " class flash",
            Extra::Classes => " class spinning",
            _ => "",
        };
        for disk in 0..CABINETS * SERVERS * DISKS {
            line(&mut text, format_args!("device {disk} disk.{disk}{}", class(disk)));
        }
        text.push_str("type 0 disk\ntype 1 server\ntype 4 cabinet\ntype 9 site\n");
        let mut cabinets = Vec::new();
        for cabinet in 0..CABINETS {
            let mut servers = Vec::new();
            for server in 0..SERVERS {
                let number = cabinet * SERVERS + server;
                let disks = (0..self.disks(cabinet, server)).map(|disk| number * DISKS + disk);
                let disks: Vec<_> = disks.map(|disk| (format!("disk.{disk}"), self.weight(disk))).collect();
                let name = format!("server{number}");
                servers.push((name.clone(), self.bucket(&mut text, "server", &name, number, &disks)));
            }
            let name = format!("cabinet{cabinet}");
            cabinets.push((name.clone(), self.bucket(&mut text, "cabinet", &name, cabinet, &servers)));
        }
        self.bucket(&mut text, "site", "north", 0, &cabinets);
        self.rules(&mut text);
        if self.extra == Extra::ChooseArgs {
            choose_args(&mut text);
        }
        text
    }

    /// Writes a bucket; returns its weight.
    fn bucket(
        &self,
        text: &mut String,
        kind: &str,
        name: &str,
        number: usize,
        items: &[(String, usize)],
    ) -> usize {
        let first = match kind {
            "server" => SERVER_ID,
            "cabinet" => CABINET_ID,
            _ => SITE_ID,
        };
        line(text, format_args!("{kind} {name} {{"));
        line(text, format_args!("\tid {}", first - number as i32));
        line(text, format_args!("\talg {}", self.algorithm_of(number)));
        text.push_str("\thash 0\n");
        for (item, weight) in items {
            line(text, format_args!("\titem {item} weight {}.{:03}", weight / 8, weight % 8 * 125));
        }
        text.push_str("}\n");
        items.iter().map(|(_, weight)| weight).sum()
    }

    fn rules(&self, text: &mut String) {
        let rules: [(&str, &[&str]); 6] = match self.extra {
            Extra::Msr => [
                ("msr_firstn", &["take north", "choosemsr 3 type cabinet", "choosemsr 2 type disk", "emit"]),
                ("msr_indep", &["take north", "choosemsr 3 type cabinet", "choosemsr 2 type disk", "emit"]),
                ("msr_indep", &["take north", "choosemsr 0 type server", "choosemsr 1 type disk", "emit"]),
                (
                    "msr_firstn",
                    &[
                        "set_msr_descents 3",
                        "set_msr_collision_tries 4",
                        "take north",
                        "choosemsr 2 type cabinet",
                        "choosemsr 2 type server",
                        "choosemsr 2 type disk",
                        "emit",
                    ],
                ),
                (
                    "msr_indep",
                    &[
                        "take cabinet0",
                        "choosemsr 2 type disk",
                        "emit",
                        "take cabinet2",
                        "choosemsr 3 type server",
                        "choosemsr 1 type disk",
                        "emit",
                    ],
                ),
                ("erasure", &["take north", "chooseleaf indep 0 type server", "emit"]),
            ],
            Extra::Classes => [
                ("replicated", &["take north class flash", "chooseleaf firstn 0 type server", "emit"]),
                ("replicated", &["take north class spinning", "chooseleaf firstn 0 type server", "emit"]),
                ("erasure", &["take cabinet0 class spinning", "choose indep 0 type disk", "emit"]),
                (
                    "erasure",
                    &[
                        "take north class flash",
                        "chooseleaf indep 2 type cabinet",
                        "emit",
                        "take north class spinning",
                        "chooseleaf indep -2 type cabinet",
                        "emit",
                    ],
                ),
                ("replicated", &["take north", "chooseleaf firstn 0 type cabinet", "emit"]),
                ("replicated", &["take north", "choose firstn 0 type disk", "emit"]),
            ],
            _ => [
                ("replicated", &["take north", "chooseleaf firstn 0 type server", "emit"]),
                (
                    "erasure",
                    &[
                        "set_chooseleaf_tries 5",
                        "set_choose_tries 100",
                        "take north",
                        "chooseleaf indep 0 type server",
                        "emit",
                    ],
                ),
                (
                    "replicated",
                    &[
                        "take north",
                        "choose firstn 2 type cabinet",
                        "chooseleaf firstn 2 type server",
                        "emit",
                    ],
                ),
                (
                    "erasure",
                    &["take north", "choose indep 3 type cabinet", "choose indep 2 type disk", "emit"],
                ),
                ("replicated", &["take north", "choose firstn 0 type disk", "emit"]),
                (
                    "replicated",
                    &[
                        "take cabinet1",
                        "chooseleaf firstn 1 type server",
                        "emit",
                        "take north",
                        "set_chooseleaf_vary_r 2",
                        "chooseleaf firstn -1 type server",
                        "emit",
                    ],
                ),
            ],
        };
        for (number, (kind, steps)) in rules.iter().enumerate() {
            line(text, format_args!("rule rule{number} {{\n\tid {number}\n\ttype {kind}"));
            for step in *steps {
                line(text, format_args!("\tstep {step}"));
            }
            text.push_str("}\n");
        }
    }
}

/// Replacements for the site, two cabinets and two servers: positions, ids, both.
fn choose_args(text: &mut String) {
    text.push_str(
        "choose_args 0 {\n\
         \t{ bucket_id -1\n\
         \t\tweight_set [ [ 20.000 30.000 10.500 ] [ 5.000 30.000 20.000 ] [ 1.000 0.000 1.000 ] ]\n\t}\n\
         \t{ bucket_id -2\n\t\tweight_set [ [ 4.000 4.000 1.250 9.000 ] ]\n\t\tids [ -110 -111 -112 -113 ]\n\t}\n\
         \t{ bucket_id -3\n\t\tids [ -10 -11 -12 -13 ]\n\t}\n\
         \t{ bucket_id -10\n\t\tweight_set [ [ 1.000 0.500 2.000 0.000 ] [ 1.000 1.000 1.000 1.000 ] ]\n\t}\n\
         \t{ bucket_id -11\n\t\tids [ 1004 1005 1006 2000000000 ]\n\t}\n\
         }\n",
    );
}

fn line(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = text.write_fmt(arguments);
    text.push('\n');
}
