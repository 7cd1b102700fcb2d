//! Made-up clusters.

use super::SimulateError;
use crate::cluster::Cluster;
use crate::diff::{Diff, Options, Total};
use crush::map::Map;
use std::fmt::Write;

/// Devices with their weights, in a bucket of one algorithm; rule 0 takes `copies` of them.
pub(super) fn one_bucket(algorithm: &str, devices: &[(i32, u32)]) -> Result<Cluster, SimulateError> {
    let mut text = head(devices.iter().map(|&(device, _)| device));
    _ = writeln!(text, "root all {{ alg {algorithm} hash 0");
    for (device, weight) in devices {
        _ = writeln!(text, "item osd.{device} weight {weight}");
    }
    text.push_str(
        "}\nrule choose { id 0 type replicated step take all step choose firstn 0 type osd step emit }\n",
    );
    cluster(&text)
}

/// Hosts in racks: racks of so many hosts each, hosts with the devices' weights. Rule 0 chooses copies on different hosts,
/// rule 1 shards.
pub(super) fn racks(racks: &[Vec<Vec<(i32, u32)>>]) -> Result<Cluster, SimulateError> {
    let mut text = head(racks.iter().flatten().flatten().map(|&(device, _)| device));
    let mut in_root = String::new();
    for (rack, hosts) in racks.iter().enumerate() {
        let mut in_rack = String::new();
        for devices in hosts {
            let weight: u32 = devices.iter().map(|&(_, weight)| weight).sum();
            // Hosts are known by their first device: one that comes or goes must not rename the others.
            let first = devices.first().map_or(0, |&(device, _)| device);
            _ = writeln!(text, "host h{first} {{ id {} alg straw2 hash 0", -100 - first);
            for (device, weight) in devices {
                _ = writeln!(text, "item osd.{device} weight {weight}");
            }
            text.push_str("}\n");
            _ = writeln!(in_rack, "item h{first} weight {weight}");
        }
        let weight: u32 = hosts.iter().flatten().map(|&(_, weight)| weight).sum();
        _ = writeln!(text, "rack r{rack} {{ id {} alg straw2 hash 0\n{in_rack}}}", -2 - rack as i32);
        _ = writeln!(in_root, "item r{rack} weight {weight}");
    }
    _ = writeln!(text, "root all {{ id -1 alg straw2 hash 0\n{in_root}}}");
    text.push_str(
        "rule copies { id 0 type replicated step take all step chooseleaf firstn 0 type host step emit }\n",
    );
    text.push_str("rule shards { id 1 type erasure step set_chooseleaf_tries 5 step set_choose_tries 100 ");
    text.push_str("step take all step chooseleaf indep 0 type host step emit }\n");
    cluster(&text)
}

/// Tunables of today, devices and types.
fn head(devices: impl Iterator<Item = i32>) -> String {
    let mut text = String::from(
        "tunable choose_local_tries 0\ntunable choose_local_fallback_tries 0\ntunable choose_total_tries 50\n\
         tunable chooseleaf_descend_once 1\ntunable chooseleaf_vary_r 1\ntunable chooseleaf_stable 1\n\
         tunable straw_calc_version 1\ntunable allowed_bucket_algs 62\n",
    );
    for device in devices {
        _ = writeln!(text, "device {device} osd.{device}");
    }
    text.push_str("type 0 osd\ntype 1 host\ntype 2 rack\ntype 3 root\n");
    text
}

fn cluster(text: &str) -> Result<Cluster, SimulateError> {
    Ok(Cluster::bare(Map::compile(text.as_bytes())?)?)
}

/// What moves by one rule between two made-up clusters.
pub(super) fn moved(
    before: &Cluster,
    after: &Cluster,
    rule: u32,
    size: usize,
    inputs: u32,
) -> Result<Total, SimulateError> {
    let options = Options { only: vec![rule.into()], size, inputs, ..Options::default() };
    Ok(Diff::between(before, after, &options)?.total)
}
