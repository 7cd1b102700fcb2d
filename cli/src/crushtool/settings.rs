//! What the command line asks for.

use std::collections::BTreeMap;

/// The options as they were given.
#[derive(Debug, Default)]
pub(crate) struct Settings {
    /// Help was asked for; nothing else counts then.
    pub(crate) help: bool,
    /// Binary map to read; empty for none.
    pub(crate) input: Vec<u8>,
    /// File to write to.
    pub(crate) output_file: Option<Vec<u8>>,
    /// Text map to compile.
    pub(crate) compile: Option<Vec<u8>>,
    /// Print the map as text.
    pub(crate) decompile: bool,
    /// How much to say about what is done.
    pub(crate) verbose: u32,
    /// Map files by rules.
    pub(crate) test: bool,
    /// What `--test` maps.
    pub(crate) mapping: MappingSettings,
    /// What `--test` prints.
    pub(crate) output: TestOutput,
    /// Words that are no options.
    pub(crate) left_over: Vec<Vec<u8>>,
}

/// Inputs, rules and weights of a test.
#[derive(Debug)]
pub(crate) struct MappingSettings {
    /// First and last input; negative for the default.
    pub(crate) x: (i32, i32),
    /// First and last rule; negative for all.
    pub(crate) rule: (i32, i32),
    /// Least and greatest number of replicas; negative when not given.
    pub(crate) replicas: (i32, i32),
    /// Pool whose id the inputs are hashed with; -1 for none.
    pub(crate) pool: i64,
    /// Weights of devices, 16.16.
    pub(crate) weights: BTreeMap<i32, u32>,
}

impl Default for MappingSettings {
    fn default() -> Self {
        Self { x: (-1, -1), rule: (-1, -1), replicas: (-1, -1), pool: -1, weights: BTreeMap::new() }
    }
}

/// Kinds of output of a test.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TestOutput {
    /// Every mapping.
    pub(crate) mappings: bool,
    /// Mappings with holes or with too few devices.
    pub(crate) bad_mappings: bool,
    /// How many mappings have how many devices.
    pub(crate) statistics: bool,
}

impl TestOutput {
    /// Whether there is any.
    pub(crate) fn is_any(self) -> bool {
        self.mappings || self.bad_mappings || self.statistics
    }
}
