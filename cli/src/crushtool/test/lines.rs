//! The lines that single mappings are printed as.

use super::plan::Plan;
use crate::crushtool::settings::TestOutput;
use crush::abi::CRUSH_ITEM_NONE;
use std::io::Write;

/// What is printed about some mappings, for standard output and for a file.
#[derive(Debug, Default)]
pub(super) struct Lines {
    pub(super) out: Vec<u8>,
    pub(super) csv: Vec<u8>,
}

/// What all mappings of a test have in common.
pub(super) struct LineForm<'a> {
    pub(super) output: &'a TestOutput,
    pub(super) csv: bool,
    /// `CRUSH` or `RNG`.
    source: &'static str,
    rule: i32,
    places: usize,
}

impl<'a> LineForm<'a> {
    pub(super) fn new(plan: &Plan<'_>, output: &'a TestOutput, rule: i32, places: usize) -> Self {
        let source = if plan.settings.simulate { "RNG" } else { "CRUSH" };
        Self { output, csv: output.csv, source, rule, places }
    }

    /// Adds the lines of a mapping. A vector takes whatever is written.
    pub(super) fn add(&self, lines: &mut Lines, x: i64, items: &[i32]) {
        let out = &mut lines.out;
        if self.output.mappings {
            let _ = write!(out, "{} rule {} x {x} ", self.source, self.rule);
            put_items(out, items);
        }
        if self.output.bad_mappings && (items.len() != self.places || items.contains(&CRUSH_ITEM_NONE)) {
            let _ = write!(out, "bad mapping rule {} x {x} num_rep {} result ", self.rule, self.places);
            put_items(out, items);
        }
        if self.csv {
            let _ = write!(lines.csv, "{x}");
            items.iter().for_each(|item| drop(write!(lines.csv, ",{item}")));
            lines.csv.push(b'\n');
        }
    }
}

fn put_items(out: &mut Vec<u8>, items: &[i32]) {
    out.push(b'[');
    for (place, item) in items.iter().enumerate() {
        if place > 0 {
            out.push(b',');
        }
        let _ = write!(out, "{item}");
    }
    out.extend_from_slice(b"]\n");
}
