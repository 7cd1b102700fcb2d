//! Answers of all rules, kept in a small file and checked later: by this library, another build of it, or any other.
//!
//! The file is text. Behind the heading `crush baseline 1` come `devices N`, a line `weight DEVICE HEX` for each device that
//! is not fully in, and for each rule, size and set of choose_args a line `rule NUMBER size N args INDEX inputs N` with a line
//! for the answer to each input from 0 on: devices with commas between, `-` for none.

mod text;

pub use text::BaselineError;

use crate::cluster::Cluster;
use crate::diff::DiffError;
use crate::placed::NONE;
use crush::map::Map;
use std::collections::BTreeSet;

/// Index of choose_args in files for "no pool in particular".
const NO_POOL: i64 = 0;
/// Types of rules that keep positions, and the sizes of sets that rules are asked for.
const POSITIONAL: [u8; 2] = [3, 5];
const COPIES: usize = 3;
const SHARDS: usize = 6;

/// One question for many inputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// Number of the rule.
    pub rule: u32,
    /// Places of a set.
    pub size: usize,
    /// The pool whose choose_args serve, 0 for none in particular.
    pub args: i64,
    /// Answers to the inputs 0, 1, 2 ...
    pub answers: Vec<Vec<i32>>,
}

/// All answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Baseline {
    /// Weights by which devices are in, 16.16, by id.
    pub weights: Vec<u32>,
    /// The questions.
    pub sections: Vec<Section>,
}

/// An answer that is another now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// Number of the rule.
    pub rule: u32,
    /// Places of a set.
    pub size: usize,
    /// The input.
    pub input: u32,
    /// The answer of the file.
    pub recorded: Vec<i32>,
    /// The answer now.
    pub found: Vec<i32>,
}

impl Baseline {
    /// Records the answers of all rules to `inputs` inputs: for sets of `sizes` places, or, if that is empty, of 3 places
    /// for copies, 6 for shards and what pools have; with the choose_args of no pool in particular, and with each other set
    /// of choose_args.
    ///
    /// # Errors
    /// Rules beyond the budget; not enough memory.
    pub fn record(cluster: &Cluster, sizes: &[usize], inputs: u32, budget: u64) -> Result<Self, DiffError> {
        let map = cluster.crush();
        let weights = cluster.map.weights().to_vec();
        let indexes: BTreeSet<i64> =
            map.choose_args().keys().copied().filter(|&index| index > 0).chain([NO_POOL]).collect();
        let mut sections = Vec::new();
        for (rule, stored) in map.rules() {
            for size in asked_sizes(cluster, rule, stored.r#type, sizes) {
                for &args in &indexes {
                    let mut section = Section { rule, size, args, answers: Vec::new() };
                    section.answers = answers(map, &section, &weights, inputs, budget)?;
                    sections.push(section);
                }
            }
        }
        Ok(Self { weights, sections })
    }

    /// Compares a map's answers with those of the file.
    ///
    /// # Errors
    /// Rules beyond the budget; not enough memory.
    pub fn check(&self, map: &Map, budget: u64) -> Result<Vec<Mismatch>, DiffError> {
        let mut mismatches = Vec::new();
        for section in &self.sections {
            let inputs = u32::try_from(section.answers.len()).unwrap_or(u32::MAX);
            let found = answers(map, section, &self.weights, inputs, budget)?;
            mismatches.extend(section.mismatches(found));
        }
        Ok(mismatches)
    }

    /// Answers in the file.
    pub fn len(&self) -> usize {
        self.sections.iter().map(|section| section.answers.len()).sum()
    }

    /// Whether the file holds no answer.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl Section {
    /// The answers that differ from these.
    pub fn mismatches(&self, found: Vec<Vec<i32>>) -> Vec<Mismatch> {
        let both = self.answers.iter().zip(found).zip(0..);
        let differing = both.filter(|((recorded, found), _)| *recorded != found);
        let mismatch = |((recorded, found), input): ((&Vec<i32>, Vec<i32>), u32)| Mismatch {
            rule: self.rule,
            size: self.size,
            input,
            recorded: recorded.clone(),
            found,
        };
        differing.map(mismatch).collect()
    }
}

fn asked_sizes(cluster: &Cluster, rule: u32, r#type: u8, sizes: &[usize]) -> BTreeSet<usize> {
    if !sizes.is_empty() {
        return sizes.iter().copied().collect();
    }
    let usual = if POSITIONAL.contains(&r#type) { SHARDS } else { COPIES };
    let pools = cluster.map.pools.values().filter(|pool| u32::from(pool.crush_rule) == rule);
    pools.map(|pool| pool.size.into()).chain([usual]).collect()
}

/// The answers to inputs from 0 on; empty ones for a rule that is not there.
fn answers(
    map: &Map,
    section: &Section,
    weights: &[u32],
    inputs: u32,
    budget: u64,
) -> Result<Vec<Vec<i32>>, DiffError> {
    let (rule, size) = (section.rule, section.size);
    if map.rule(rule).is_none() || size == 0 {
        return Ok(vec![Vec::new(); inputs as usize]);
    }
    let placer = map
        .placer_with_budget(section.args, rule, size, weights, budget)
        .map_err(|error| DiffError::Rule { rule, error })?;
    let mut row = vec![NONE; size];
    let answer = |input| {
        let len = placer.place(input, &mut row).map_err(|_| DiffError::NoMemory)?;
        Ok(row[..len].to_vec())
    };
    (0..inputs).map(answer).collect()
}
