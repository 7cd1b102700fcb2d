//! What the commands of this package are made of.
#![forbid(unsafe_code)]

pub mod crushtool;
pub mod new_file;
