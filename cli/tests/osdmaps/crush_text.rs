//! Crush maps as text: racks of hosts of devices, with classes and rules.

use std::fmt::Write;

/// Variants of a map.
pub(crate) const VARIANTS: usize = 6;
/// The one with rules that only the newest release knows.
pub(crate) const MSR: usize = 5;

/// Devices of a host.
const HOST: usize = 3;

const LEGACY: &str = "tunable choose_local_tries 2
tunable choose_local_fallback_tries 5
tunable choose_total_tries 19
tunable chooseleaf_descend_once 0
tunable chooseleaf_vary_r 0
tunable chooseleaf_stable 0
tunable straw_calc_version 0
";

const OPTIMAL: &str = "tunable choose_local_tries 0
tunable choose_local_fallback_tries 0
tunable choose_total_tries 50
tunable chooseleaf_descend_once 1
tunable chooseleaf_vary_r 1
tunable chooseleaf_stable 1
tunable straw_calc_version 1
tunable allowed_bucket_algs 54
";

/// Rules 0 to 5 of every variant; 0 to 3 for copies, 4 and 5 for shards.
const RULES: &str = "
rule hosts { id 0 type replicated step take default step chooseleaf firstn 0 type host step emit }
rule osds { id 1 type replicated step take default step choose firstn 0 type osd step emit }
rule mixed { id 2 type replicated
  step take default class ssd step chooseleaf firstn 1 type host step emit
  step take default class hdd step chooseleaf firstn -1 type host step emit }
rule racks { id 3 type replicated step take default
  step choose firstn 2 type rack step chooseleaf firstn 2 type host step emit }
rule shards { id 4 type erasure step set_chooseleaf_tries 5 step set_choose_tries 100
  step take default step chooseleaf indep 0 type host step emit }
rule pairs { id 5 type erasure step take default
  step choose indep 3 type host step choose indep 2 type osd step emit }
";

const MSR_RULES: &str = "
rule msr_copies { id 6 type msr_firstn step take default step choosemsr 3 type host step choosemsr 1 type osd step emit }
rule msr_shards { id 7 type msr_indep step set_msr_descents 20
  step take default step choosemsr 3 type host step choosemsr 2 type osd step emit }
";

/// The map of so many devices: 0 and 1 straw2, 2 with weight-sets, 3 of old algorithms with old tunables, 4 of all
/// algorithms, and [`MSR`].
pub(crate) fn text(devices: usize, variant: usize) -> String {
    let mut text = String::from(if variant == 3 { LEGACY } else { OPTIMAL });
    for device in 0..devices {
        let class = ["hdd", "ssd"][usize::from(device % HOST == 1)];
        writeln!(text, "device {device} osd.{device} class {class}").unwrap();
    }
    text += "type 0 osd\ntype 1 host\ntype 2 rack\ntype 3 root\n";
    let hosts = devices.div_ceil(HOST);
    let racks = hosts.div_ceil(2);
    let algorithm = |index: usize| match variant {
        3 => ["straw", "list", "tree"][index % 3],
        4 => ["straw2", "uniform", "list", "tree", "straw"][index % 5],
        _ => "straw2",
    };
    for host in 0..hosts {
        let items = (host * HOST..devices.min((host + 1) * HOST)).map(|device| {
            // Items of uniform buckets weigh the same.
            let weight = if variant == 0 || algorithm(host) == "uniform" {
                1.0
            } else {
                0.5 + (device % 4) as f64 / 2.0
            };
            format!("item osd.{device} weight {weight}")
        });
        bucket(&mut text, &format!("host h{host}"), 10 + host, algorithm(host), items);
    }
    for rack in 0..racks {
        let items = (rack * 2..hosts.min(rack * 2 + 2)).map(|host| format!("item h{host}"));
        let algorithm = if algorithm(rack) == "uniform" { "straw2" } else { algorithm(rack) };
        bucket(&mut text, &format!("rack r{rack}"), 2 + rack, algorithm, items);
    }
    let algorithm = if variant == 3 { "straw" } else { "straw2" };
    bucket(&mut text, "root default", 1, algorithm, (0..racks).map(|rack| format!("item r{rack}")));
    if variant == 4 {
        // Trees of classes have no uniform buckets.
        text += &RULES.replace("default class ssd", "r0").replace("default class hdd", "r1");
    } else {
        text += RULES;
    }
    if variant == MSR {
        text += MSR_RULES;
    }
    if variant == 2 {
        text += "choose_args 18446744073709551615 { { bucket_id -1 weight_set [ [ ";
        (0..racks).for_each(|rack| write!(text, "{} ", rack + 1).unwrap());
        text += "] ] } }\nchoose_args 1 { { bucket_id -10 weight_set [ [ 1 2 0.5 ] [ 2 1 1 ] ] ids [ 5 6 7 ] } }\n";
    }
    text
}

fn bucket(text: &mut String, name: &str, id: usize, algorithm: &str, items: impl Iterator<Item = String>) {
    let items: Vec<String> = items.collect();
    writeln!(text, "{name} {{ id -{id} alg {algorithm} hash 0 {} }}", items.join(" ")).unwrap();
}
