//! Editing a map (spec 06 sections 2, 5 and 7 to 10): one file for each operation.
//!
//! An operation works on a copy, which takes the map's place when all went well; so a map is valid, or as it was before.
//! Operations that have to understand the hierarchy refuse one with a cycle, on which the original never returns.
#![forbid(unsafe_code)]

mod adjust_weight;
mod bucket_items;
mod class;
mod create_bucket;
mod create_or_move;
mod error;
mod insert;
mod link;
mod move_bucket;
mod parents;
mod rebuild;
mod remove;
mod rename;
mod reweight;
mod rule;
mod straw2;
mod subtree_weight;
mod swap;
mod transaction;
mod update;
mod weight;
mod weight_sets;

pub use error::EditError;
pub use rule::{ErasureProfile, MultiDeviceRule, RuleMode, RuleType, SimpleRule};
pub use weight::{fixed_weight, float_weight};

type Result<T> = core::result::Result<T, EditError>;
