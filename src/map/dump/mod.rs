//! A map as JSON, markup and tables, in the forms that `crushtool` and `ceph` print (spec 06 sections 13 and 14).
#![forbid(unsafe_code)]

mod columns;
mod form;
mod json;
mod map;
mod markup;
mod names;
mod rule;
mod table;
mod tree;
mod tree_json;
mod tunables;
mod writer;

pub use form::DumpForm;
pub use json::JsonForm;
pub use tree::{TreeOptions, TreeRow};
pub use tree_json::TreeJson;
