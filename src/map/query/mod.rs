//! Questions about the hierarchy (spec 06 section 6). All end on any map, also on one with cycles.
#![forbid(unsafe_code)]

mod ancestors;
mod cycle;
mod descendants;
mod in_use;
mod item_weight;
mod location;
mod roots;
mod shadow_name;
mod takes;
mod types;

pub(super) use roots::is_in_any_bucket;
