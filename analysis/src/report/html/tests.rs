//! The page says what was measured, and asks nothing of anybody.

use crate::lint::tests::{hosts, osdmap};
use crate::report::{Movement, Report, Source};
use std::collections::BTreeMap;

fn page() -> String {
    let movement = Movement {
        title: "a and b".to_owned(),
        facts: Vec::new(),
        kind: "host".to_owned(),
        names: BTreeMap::from([(-1, "<h0>".to_owned()), (-2, "h1".to_owned())]),
        flows: vec![(-1, -2, 41), (-2, -1, 1)],
    };
    let map = hosts(5, "chooseleaf firstn 0 type host");
    Report::gather("a <map>", Source::Crush(&map), None, Some(movement)).unwrap().html()
}

#[test]
fn nothing_is_fetched_and_names_are_no_markup() {
    let page = page();
    assert!(page.contains("a &lt;map&gt;") && page.contains("&lt;h0&gt;") && !page.contains("<h0>"));
    for outside in ["http:", "https:", "src=", "href=", "@import", "url("] {
        assert!(!page.contains(outside), "{outside}");
    }
}

#[test]
fn the_matrix_has_the_sums_of_flows() {
    let page = page();
    assert!(page.contains("<td class=\"sum\">42</td>") && page.contains("<td class=\"sum\">41</td>"));
}

#[test]
fn what_is_held_adds_up() {
    let cluster = osdmap(0, 4);
    let report = Report::gather("p", Source::Cluster(&cluster), None, None).unwrap();
    let (held, expected): (u64, f64) = report
        .devices
        .iter()
        .fold((0, 0.0), |(held, expected), device| (held + device.held, expected + device.expected));
    let places = u64::from(cluster.pool(1).unwrap().pg_num) * 4;
    assert_eq!(held, places);
    assert!((expected - places as f64).abs() < 1e-6);
    assert_eq!(report.tree.iter().map(|root| root.held).sum::<u64>(), places);
    assert!(report.uses[0].is_exact && report.movement.is_none());
}

#[test]
fn copies_in_one_domain_are_shown() {
    // Both devices of each set are on one host.
    let map = hosts(4, "choose firstn 1 type host step choose firstn 2 type osd");
    let page = Report::gather("m", Source::Crush(&map), None, None).unwrap().html();
    assert!(page.contains("distinct: 1 in 100.0%") && page.contains("class=\"one\""));
}
