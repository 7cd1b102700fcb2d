//! What counts as a regression, and the file.

use super::{Baseline, Verdict};

fn baseline() -> Baseline {
    let counts = [("hier", 10_000), ("tree small", 1_000)].map(|(map, count)| (map.to_owned(), count));
    Baseline { level: "avx2".into(), compiler: "rustc 1.95.0".into(), counts: counts.into() }
}

#[test]
fn more_than_three_percent_is_a_regression() {
    let baseline = baseline();
    assert!(matches!(baseline.judge("hier", 10_300), Verdict::Changed(_)));
    assert!(matches!(baseline.judge("hier", 10_301), Verdict::Regressed(_)));
    assert_eq!(baseline.judge("hier", 5_000), Verdict::Changed(-50.0));
    assert_eq!(baseline.judge("hier", 10_000), Verdict::Changed(0.0));
    assert_eq!(baseline.judge("flat", 1), Verdict::New);
}

#[test]
fn the_file_reads_back() {
    assert_eq!(baseline().to_string().parse(), Ok(baseline()));
    assert!("hier: many".parse::<Baseline>().is_err());
    assert!("hier".parse::<Baseline>().is_err());
}

/// Every map that is measured has an accepted count, and every batch.
#[test]
fn the_committed_file_has_every_map() {
    let committed: Baseline = include_str!("../../instructions.txt").parse().unwrap();
    let maps: Vec<String> = super::Count::all().into_iter().map(|count| count.name).collect();
    let counted: Vec<&String> = committed.counts.keys().collect();
    let mut names: Vec<&String> = maps.iter().collect();
    names.sort_unstable();
    assert_eq!(counted, names);
}
