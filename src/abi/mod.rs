//! The C interface's types and constants, under their C names.
//!
//! Everything here is shared memory layout: C programs allocate, read, write and free these structs. Layouts are those
//! of x86-64 and aarch64 Linux (LP64) and are asserted in `layout`, field by field. The ABI profile is chosen by a
//! Cargo feature; see `docs/architecture.md`.
#![forbid(unsafe_code)]
#![allow(non_camel_case_types)]

#[cfg(all(feature = "abi-pacific", feature = "abi-reef"))]
compile_error!("the features abi-pacific and abi-reef exclude each other: a library has one C interface");

mod algorithm;
mod bucket;
mod choose_arg;
mod constants;
mod hash_type;
mod layout;
mod map;
mod rule;
mod scalars;
mod work;

pub use algorithm::crush_algorithm;
pub use bucket::{
    crush_bucket, crush_bucket_list, crush_bucket_straw, crush_bucket_straw2, crush_bucket_tree,
    crush_bucket_uniform,
};
pub use choose_arg::{crush_choose_arg, crush_choose_arg_map, crush_weight_set};
pub use constants::*;
pub use hash_type::*;
pub use map::crush_map;
#[cfg(feature = "abi-pacific")]
pub use rule::crush_rule_mask;
#[cfg(not(feature = "abi-pacific"))]
pub use rule::crush_rule_type;
pub use rule::{crush_opcodes, crush_rule, crush_rule_step};
pub use scalars::*;
pub use work::{crush_work, crush_work_bucket};
