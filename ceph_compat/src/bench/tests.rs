//! The maps are what `docs/performance.md` says they are.

use super::all;
use super::maps::ROOT_ID;

#[test]
fn the_names_are_those_of_the_document() {
    let names: Vec<String> = all().into_iter().map(|subject| subject.name).collect();
    let document = include_str!("../../../docs/performance.md");
    for name in &names {
        assert!(document.contains(&format!("| {name} |")), "docs/performance.md lacks {name}");
    }
    assert_eq!(names.len(), 23);
}

#[test]
fn trees_are_whole() {
    for subject in all() {
        let buckets = &subject.case.buckets;
        let (root, below) = buckets.split_last().unwrap();
        assert_eq!(root.id, ROOT_ID, "{subject}: the root comes last");
        let mut children: Vec<i32> = buckets.iter().flat_map(|bucket| bucket.items.iter().copied()).collect();
        children.sort_unstable();
        children.dedup();
        let listed: usize = buckets.iter().map(|bucket| bucket.items.len()).sum();
        assert_eq!(children.len(), listed, "{subject}: every child once");
        assert!(
            below.iter().all(|bucket| children.binary_search(&bucket.id).is_ok()),
            "{subject}: no orphans"
        );
        // Weights add up, within a cluster of 10,000 devices as well.
        let of_devices: u64 = buckets
            .iter()
            .flat_map(|bucket| bucket.items.iter().zip(&bucket.weights))
            .filter(|(item, _)| **item >= 0)
            .map(|(_, &weight)| u64::from(weight))
            .sum();
        let of_root: u64 = root.weights.iter().map(|&weight| u64::from(weight)).sum();
        assert_eq!(of_devices, of_root, "{subject}");
    }
}

#[test]
fn hier_is_the_cluster_of_ten_thousand_devices() {
    let hier = all().into_iter().find(|subject| subject.name == "hier").unwrap();
    assert_eq!(hier.case.device_weights.len(), 10_000);
    let kinds = |kind: u16| hier.case.buckets.iter().filter(|bucket| bucket.kind == kind).count();
    assert_eq!([1, 2, 10].map(kinds), [500, 25, 1]);
}
