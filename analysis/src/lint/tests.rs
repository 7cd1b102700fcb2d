//! Maps for the tests of the checks.

use super::finding::Findings;
use super::{CHECKS, Finding, Severity, Subject};
use crush::map::{Map, Release, TunablesProfile};
use crush::osdmap::{NewPool, OsdMap};

/// A map of two ssd devices, host and rack types, jewel tunables, and what `text` has.
pub(super) fn map(text: &str) -> Map {
    with_devices(2, text)
}

fn with_devices(count: usize, text: &str) -> Map {
    let devices: String = (0..count).map(|id| format!("device {id} osd.{id} class ssd\n")).collect();
    let types = "type 0 osd\ntype 1 host\ntype 2 rack\ntype 3 root\n";
    let mut map = Map::compile(format!("{devices}{types}{text}").as_bytes()).unwrap();
    map.set_tunables_profile(TunablesProfile::Optimal);
    map
}

/// Hosts of three devices below a root, and a rule over them with these steps.
pub(crate) fn hosts(count: usize, steps: &str) -> Map {
    let host = |number: usize| {
        let items: String = (0..3).map(|at| format!("item osd.{} weight 1 ", 3 * number + at)).collect();
        format!("host h{number} {{ alg straw2 {items} }}\n")
    };
    let hosts: String = (0..count).map(host).collect();
    let items: String = (0..count).map(|number| format!("item h{number} weight 3 ")).collect();
    with_devices(
        3 * count,
        &format!(
            "{hosts} root all {{ alg straw2 {items} }}
             rule r {{ id 0 type erasure step take all step {steps} step emit }}"
        ),
    )
}

/// A cluster of eight hosts whose rule 0 fills four places, with a pool.
pub(crate) fn osdmap(rule: u8, size: u8) -> OsdMap {
    let mut osdmap = OsdMap::all_in(hosts(8, "chooseleaf indep 4 type host")).unwrap();
    let pool = NewPool { crush_rule: rule, size, ..NewPool::default() };
    osdmap.add_pool(1, "p", pool.build());
    osdmap
}

/// The map whose file has other bytes in one place, the last that has `from`.
pub(super) fn edited(map: &Map, from: &[u8], to: &[u8]) -> Map {
    let mut bytes = map.encode(Release::default()).unwrap();
    let at = bytes.windows(from.len()).rposition(|window| window == from).expect("bytes of the file");
    bytes[at..at + to.len()].copy_from_slice(to);
    Map::decode(&bytes).unwrap()
}

pub(super) fn lint(map: &Map) -> Vec<Finding> {
    super::lint(&Subject::of_map(map, None).unwrap()).unwrap()
}

/// What one check finds.
fn of_check(check: &str, subject: &Subject<'_>) -> Vec<Severity> {
    let check = CHECKS.iter().find(|known| known.name == check).expect("a check");
    let mut found = Findings::new();
    found.begin(check.name);
    (check.run)(subject, &mut found).unwrap();
    found.list.iter().map(|finding| finding.severity).collect()
}

/// How bad what a check finds is.
pub(super) fn severities(check: &str, map: &Map) -> Vec<Severity> {
    of_check(check, &Subject::of_map(map, None).unwrap())
}

/// How much a check finds.
pub(super) fn found(check: &str, map: &Map) -> usize {
    severities(check, map).len()
}

/// How much a check finds in a cluster.
pub(super) fn found_in(check: &str, osdmap: &OsdMap) -> usize {
    of_check(check, &Subject::of_osdmap(osdmap, None).unwrap()).len()
}

#[test]
fn a_sound_map_has_no_findings() {
    assert_eq!(lint(&hosts(5, "chooseleaf firstn 0 type host")), []);
}
