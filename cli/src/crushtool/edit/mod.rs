//! Changes of the map, one a file (spec 07 sections 4 to 6).

pub(super) mod add_bucket;
pub(super) mod add_item;
pub(super) mod build;
pub(super) mod create_rule;
pub(super) mod move_item;
pub(super) mod reclassify;
pub(super) mod remove_item;
pub(super) mod remove_rule;
pub(super) mod reweight_item;
pub(super) mod tunables;
pub(super) mod whole_map;
