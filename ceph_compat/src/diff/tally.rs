//! What a run has found so far.

use crate::reference::{Counters, Hostile};
use std::collections::BTreeMap;

/// Two answers that differ.
#[derive(Clone, Debug)]
pub(crate) struct Mismatch {
    /// The input of the case, if it is about one.
    pub(crate) input: Option<usize>,
    /// What differs.
    pub(crate) text: String,
}

impl Mismatch {
    pub(crate) fn new(input: Option<usize>, text: String) -> Self {
        Self { input, text }
    }
}

/// Counts of a run, or of one case of it.
#[derive(Clone, Default)]
pub(crate) struct Tally {
    pub(crate) cases: u64,
    /// Mappings that both libraries answered.
    pub(crate) mappings: u64,
    /// Mappings that were left out, since they take too long.
    pub(crate) too_long: u64,
    /// Builder operations that both libraries carried out.
    pub(crate) operations: u64,
    /// Answers of prepared placement that were compared.
    pub(crate) prepared: u64,
    /// Placers that were refused, since one mapping could take too long.
    pub(crate) over_budget: u64,
    /// Map files that the genuine tool took.
    pub(crate) files_taken: u64,
    /// Mappings that only ours and the reference answered, by the reason.
    pub(crate) hostile: BTreeMap<Hostile, u64>,
    pub(crate) counters: Counters,
    pub(crate) mismatches: u64,
    /// The next answer of ours is to be falsified.
    pub(crate) falsify: bool,
    /// Mismatches of the case under way.
    pub(crate) found: Vec<Mismatch>,
}

impl Tally {
    /// Whether this answer is the one to falsify.
    pub(crate) fn take_falsify(&mut self) -> bool {
        std::mem::take(&mut self.falsify)
    }

    /// Notes a mismatch.
    pub(crate) fn mismatch(&mut self, mismatch: Mismatch) {
        self.mismatches += 1;
        self.found.push(mismatch);
    }

    /// Notes a mapping that upstream has no defined answer for.
    pub(crate) fn hostile(&mut self, hostile: Hostile) {
        *self.hostile.entry(hostile).or_default() += 1;
    }

    /// The line that ends a run.
    pub(crate) fn line(&self, oracle: &str) -> String {
        let Self { cases, mappings, mismatches, .. } = self;
        format!("diff oracle={oracle} cases={cases} mappings={mappings} mismatches={mismatches}")
    }

    /// Adds the counts of another worker.
    pub(crate) fn merge(&mut self, other: &Self) {
        self.cases += other.cases;
        self.mappings += other.mappings;
        self.too_long += other.too_long;
        self.operations += other.operations;
        self.prepared += other.prepared;
        self.over_budget += other.over_budget;
        self.files_taken += other.files_taken;
        for (&hostile, count) in &other.hostile {
            *self.hostile.entry(hostile).or_default() += count;
        }
        self.counters.merge(&other.counters);
        self.mismatches += other.mismatches;
    }
}
