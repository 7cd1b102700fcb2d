//! What the command line asks for.

use crush::map::{Location, Name, Reclassification, Release};
use std::collections::BTreeMap;

/// The options as they were given.
#[derive(Debug, Default)]
pub(crate) struct Settings {
    /// Help was asked for; nothing else counts then.
    pub(crate) help: bool,
    /// Help on CSV files was asked for.
    pub(crate) help_output: bool,
    /// The release of Ceph whose tool this one is.
    pub(crate) release: Release,
    /// Say more about errors than that tool does.
    pub(crate) explain: bool,
    /// Binary map to read; empty for none.
    pub(crate) input: Vec<u8>,
    /// File to write to.
    pub(crate) output_file: Option<Vec<u8>>,
    /// Text map to compile.
    pub(crate) compile: Option<Vec<u8>>,
    /// Print the map as text.
    pub(crate) decompile: bool,
    /// Print weights with all their decimals.
    pub(crate) exact_weights: bool,
    /// How much to say about what is done.
    pub(crate) verbose: u32,
    /// Make a new map.
    pub(crate) build: bool,
    /// Devices of a new map.
    pub(crate) num_osds: i32,
    /// Values of tunables.
    pub(crate) tunables: TunableSettings,
    /// Changes of the map.
    pub(crate) edit: EditSettings,
    /// What to print about the map.
    pub(crate) show: ShowSettings,
    /// Map inputs by rules.
    pub(crate) test: bool,
    /// Map to compare with; empty for none.
    pub(crate) compare: Vec<u8>,
    /// What `--test` and `--compare` map.
    pub(crate) mapping: MappingSettings,
    /// What `--test` prints.
    pub(crate) output: TestOutput,
    /// Words that are no options.
    pub(crate) left_over: Vec<Vec<u8>>,
}

/// Values of tunables; negative ones are those that stay as they are.
#[derive(Debug, Default)]
pub(crate) struct TunableSettings {
    pub(crate) choose_local_tries: Option<i32>,
    pub(crate) choose_local_fallback_tries: Option<i32>,
    pub(crate) choose_total_tries: Option<i32>,
    pub(crate) chooseleaf_descend_once: Option<i32>,
    pub(crate) chooseleaf_vary_r: Option<i32>,
    pub(crate) chooseleaf_stable: Option<i32>,
    pub(crate) straw_calc_version: Option<i32>,
    pub(crate) allowed_bucket_algs: Option<i32>,
    /// Some option was given, even without a value.
    pub(crate) given: bool,
}

/// Changes of the map.
#[derive(Debug, Default)]
pub(crate) struct EditSettings {
    /// Device to add or update.
    pub(crate) item: Option<ItemSettings>,
    /// Name of what is added, device or bucket: the last one given is that of both.
    pub(crate) add_name: Vec<u8>,
    /// Type of a bucket to add.
    pub(crate) add_bucket: Option<Vec<u8>>,
    /// Item to move.
    pub(crate) move_item: Option<Vec<u8>>,
    /// Where to.
    pub(crate) location: Location,
    /// Item to remove; empty for none.
    pub(crate) remove_item: Vec<u8>,
    /// Item whose weight to set, empty for none, and the weight.
    pub(crate) reweight_item: (Vec<u8>, f32),
    /// Compute all weights anew.
    pub(crate) reweight: bool,
    /// Rule to make.
    pub(crate) create_rule: Option<RuleSettings>,
    /// Name of a rule to make or to remove: the last one given is that of both.
    pub(crate) rule_name: Vec<u8>,
    /// Class of the devices of a rule.
    pub(crate) device_class: Vec<u8>,
    /// Remove a rule.
    pub(crate) remove_rule: bool,
    /// Build shadow trees anew.
    pub(crate) rebuild_class_roots: bool,
    /// Classes of all devices below buckets.
    pub(crate) subtree_classes: BTreeMap<Vec<u8>, Vec<u8>>,
    /// Reclassify the map.
    pub(crate) reclassify: bool,
    /// What to reclassify.
    pub(crate) reclassification: Reclassification,
}

/// A device to add or update.
#[derive(Debug)]
pub(crate) struct ItemSettings {
    pub(crate) id: i32,
    pub(crate) weight: f32,
    /// Update rather than add.
    pub(crate) update: bool,
}

/// A rule to make.
#[derive(Debug)]
pub(crate) struct RuleSettings {
    pub(crate) root: Name,
    pub(crate) failure_domain: Name,
    /// `firstn` or `indep`.
    pub(crate) mode: Vec<u8>,
}

/// What to print about the map.
#[derive(Debug, Default)]
pub(crate) struct ShowSettings {
    /// Item to locate, if not negative.
    pub(crate) location: Option<i32>,
    /// The hierarchy.
    pub(crate) tree: bool,
    /// Devices below a bucket.
    pub(crate) bucket_tree: bool,
    /// That bucket.
    pub(crate) bucket_name: Vec<u8>,
    /// Everything.
    pub(crate) dump: bool,
    /// How; empty for the default.
    pub(crate) format: Vec<u8>,
    /// Look for missing names, and devices from this id on.
    pub(crate) check: Option<i32>,
    /// The option for that was given, even without a value.
    pub(crate) check_given: bool,
}

/// Inputs, rules and weights of a test.
#[derive(Debug)]
pub(crate) struct MappingSettings {
    /// First and last input; negative for the default.
    pub(crate) x: (i32, i32),
    /// First and last rule; negative for all.
    pub(crate) rule: (i32, i32),
    /// Ruleset of the rules (up to Pacific); negative for any.
    pub(crate) ruleset: i32,
    /// Least and greatest number of replicas; negative when not given.
    pub(crate) replicas: (i32, i32),
    /// Pool whose id the inputs are hashed with; -1 for none.
    pub(crate) pool: i64,
    /// Weights of devices, 16.16.
    pub(crate) weights: BTreeMap<i32, u32>,
    /// Parts that the inputs are counted in, for CSV files.
    pub(crate) batches: i32,
    /// Part of a bucket's devices to mark down.
    pub(crate) mark_down: f32,
    /// Part of the buckets in which to.
    pub(crate) mark_down_buckets: f32,
    /// Draw random devices instead.
    pub(crate) simulate: bool,
    /// Threads; 0 for as many as there are processors.
    pub(crate) threads: i32,
}

impl Default for MappingSettings {
    fn default() -> Self {
        Self {
            x: (-1, -1),
            rule: (-1, -1),
            ruleset: -1,
            replicas: (-1, -1),
            pool: -1,
            weights: BTreeMap::new(),
            batches: 1,
            mark_down: 0.0,
            mark_down_buckets: 1.0,
            simulate: false,
            threads: 0,
        }
    }
}

/// Kinds of output of a test.
#[derive(Clone, Debug, Default)]
pub(crate) struct TestOutput {
    /// Every mapping.
    pub(crate) mappings: bool,
    /// Mappings with holes or with too few devices.
    pub(crate) bad_mappings: bool,
    /// How many mappings have how many devices.
    pub(crate) statistics: bool,
    /// How much devices hold, and should.
    pub(crate) utilization: bool,
    /// The same of all devices.
    pub(crate) utilization_all: bool,
    /// How often choices were tried.
    pub(crate) choose_tries: bool,
    /// Files.
    pub(crate) csv: bool,
    /// How their names begin, with a `-` behind it.
    pub(crate) csv_name: Option<Vec<u8>>,
}

impl TestOutput {
    /// Whether there is any.
    pub(crate) fn is_any(&self) -> bool {
        self.mappings
            || self.bad_mappings
            || self.statistics
            || self.utilization
            || self.utilization_all
            || self.choose_tries
            || self.csv
    }
}
