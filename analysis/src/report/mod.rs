//! A cluster on one page: what it is made of, how evenly it is filled, how copies are spread, how hard rules try, and what a
//! change moves. [`Report::gather`] measures, [`Report::html`] writes one file that needs no other.

mod domains;
mod fill;
mod gather;
mod html;
mod movement;
mod tree;

pub use fill::{Device, DeviceState};
pub use gather::{ReportError, Source};
pub use movement::{Flow, Movement};
pub use tree::Node;

use crate::lint::Finding;
use std::collections::BTreeMap;

/// Everything that the page shows.
#[derive(Debug)]
pub struct Report {
    /// What is on the page, for people: the name of a file.
    pub title: String,
    /// What is known about it: names and values.
    pub facts: Vec<(String, String)>,
    /// The hierarchy from its roots down.
    pub tree: Vec<Node>,
    /// Devices by id, those in no bucket left out.
    pub devices: Vec<Device>,
    /// Each rule as it is used.
    pub uses: Vec<RuleUse>,
    /// What is wrong.
    pub findings: Vec<Finding>,
    /// What a change moves.
    pub movement: Option<Movement>,
}

/// A rule, the size of the sets that it makes, and what came of it.
#[derive(Debug)]
pub struct RuleUse {
    /// The rule by name.
    pub rule: String,
    /// For whom, in words.
    pub whose: String,
    /// Places of a set.
    pub size: usize,
    /// Sets that were made.
    pub sets: u64,
    /// Whether these are all that there are.
    pub is_exact: bool,
    /// Sets with a place left empty.
    pub incomplete: u64,
    /// For each type of bucket, how far sets are spread over them.
    pub spread: Vec<Spread>,
    /// Choices by the tries that failed before them; none are known of MSR rules.
    pub tries: BTreeMap<u32, u64>,
}

/// How sets are spread over the buckets of a type.
#[derive(Debug)]
pub struct Spread {
    /// The type, by name.
    pub kind: String,
    /// How many the rule chooses for a set, if it chooses buckets of this type.
    pub promised: Option<usize>,
    /// Sets by the number of distinct buckets that they lie in.
    pub distinct: BTreeMap<usize, u64>,
}
