//! What is printed about the map, one a file (spec 07 section 5.5).

pub(super) mod bucket_tree;
pub(super) mod check;
pub(super) mod dump;
pub(super) mod location;
mod overlap;
pub(super) mod text;
pub(super) mod tree;
