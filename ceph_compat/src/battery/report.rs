//! What a run of the battery says at its end.

use super::Compared;
use super::table::Case;
use crate::patched::Counts;

/// What all cases came to.
pub(crate) struct Findings {
    cases: usize,
    /// Runs of programs on each side.
    runs: usize,
    counts: Counts,
    /// Cases that differ, and how.
    differences: Vec<(String, String)>,
    /// Whether maps from outside were among the cases.
    data: bool,
    /// Whether all cases were run.
    full: bool,
}

/// A full battery has at least so many runs.
const LEAST: usize = 300;
/// Differences that are printed.
const PRINTED: usize = 10;
/// Functions that the programs call. The others of the interface are called by these alone, or by nobody; inside our
/// library such calls do not go through exported names.
const CALLED: [&str; 21] = [
    "crush_add_bucket",
    "crush_add_rule",
    "crush_addition_is_unsafe",
    "crush_bucket_add_item",
    "crush_bucket_adjust_item_weight",
    "crush_bucket_alg_name",
    "crush_bucket_remove_item",
    "crush_create",
    "crush_destroy",
    "crush_destroy_rule",
    "crush_do_rule",
    "crush_finalize",
    "crush_get_bucket_item_weight",
    "crush_hash32_2",
    "crush_hash_name",
    "crush_init_workspace",
    "crush_make_bucket",
    "crush_make_rule",
    "crush_remove_bucket",
    "crush_reweight_bucket",
    "crush_rule_set_step",
];
/// Functions of one generation that its programs call.
const CALLED_IN: [(&str, &str); 1] = [("tentacle", "crush_work_size")];

impl Findings {
    pub(super) fn new(data: bool, full: bool) -> Self {
        Self { cases: 0, runs: 0, counts: Counts::default(), differences: Vec::new(), data, full }
    }

    pub(super) fn add(&mut self, case: &Case, compared: Compared) {
        self.cases += 1;
        self.runs += compared.runs;
        self.counts.add(&compared.counts);
        self.differences.extend(compared.different.map(|text| (case.line.clone(), text)));
    }

    /// Functions that should have been called, but were not.
    fn missing(&self, oracle: &str) -> Vec<&'static str> {
        let of_this = CALLED_IN.iter().filter(|(generation, _)| *generation == oracle).map(|&(_, name)| name);
        let called = |wanted: &str| self.counts.iter().any(|(name, count)| name == wanted && count > 0);
        CALLED.into_iter().chain(of_this).filter(|name| !called(name)).collect()
    }

    /// Whether the run is to end with an error.
    pub(crate) fn failed(&self, oracle: &str) -> bool {
        let incomplete = self.full && (self.runs < LEAST || !self.missing(oracle).is_empty());
        !self.differences.is_empty() || incomplete
    }
}

/// Prints the findings; `oracle` is the generation.
pub(crate) fn print(oracle: &str, findings: &Findings, counts: bool) {
    for (line, text) in findings.differences.iter().take(PRINTED) {
        println!("DIFFERENT: {line}\n  {text}\n");
    }
    for (name, count) in findings.counts.iter().filter(|_| counts) {
        println!("{count:12} {name}");
    }
    if !findings.data {
        println!("SKIPPED: maps from outside (CRUSH_TEST_DATA is not set)");
    }
    if findings.full {
        for name in findings.missing(oracle) {
            println!("never called: {name}");
        }
        if findings.runs < LEAST {
            println!("too few runs: {} of at least {LEAST}", findings.runs);
        }
    }
    let called = findings.counts.iter().filter(|&(_, count)| count > 0).count();
    let functions = findings.counts.iter().count();
    println!(
        "battery oracle={oracle} cases={} runs={} functions={called}/{functions} calls={} differences={}",
        findings.cases,
        findings.runs,
        findings.counts.total(),
        findings.differences.len()
    );
}
