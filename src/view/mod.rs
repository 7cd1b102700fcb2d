//! C maps seen as safe Rust values: the one place where raw pointers become slices (spec 02 section 13).
//!
//! The C interface promises pointers that are NULL or valid for the sizes recorded beside them; that promise is what each
//! `unsafe` block here rests on. Nothing else is trusted: NULL where an array should be reads as no entries, numbers that
//! are out of range as absent buckets, and no pointer that the workspace stores is followed.

// What only C callers need lies idle without the C interface.
#![cfg_attr(not(feature = "capi"), allow(dead_code, unused_imports))]

mod bucket;
mod choose_arg_table;
mod choose_args;
mod histogram;
mod map;
mod slice;
mod workspace;

#[cfg(test)]
mod tests;

pub use choose_arg_table::{ChooseArgTable, Replacement};
pub use choose_args::ChooseArgs;
pub use histogram::Histogram;
pub use map::MapView;
pub(crate) use slice::{slice_from_ptr, slice_from_ptr_mut};
pub(crate) use workspace::{init_workspace, scratch_of};
