//! A map as JSON and as tables, in the forms that `crushtool` and `ceph` print (spec 06 sections 13 and 14).
#![forbid(unsafe_code)]

mod json;
mod map;
mod names;
mod rule;
mod table;
mod tree;
mod tree_json;
mod tunables;

pub use json::JsonForm;
pub use tree::{TreeOptions, TreeRow};
pub use tree_json::TreeJson;
