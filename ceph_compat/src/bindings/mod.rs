//! The C interface, as bindgen reads it from `include/crush`: one module for each profile.
//!
//! Made by `ceph_compat/make-bindings` and committed, so that building needs Rust alone; `tests/bindings.rs` compares
//! them with the header where bindgen and libclang are at hand.
#![allow(
    clippy::all,
    clippy::undocumented_unsafe_blocks,
    clippy::multiple_unsafe_ops_per_block,
    clippy::missing_safety_doc,
    dead_code,
    missing_docs,
    non_camel_case_types,
    non_snake_case,
    non_upper_case_globals,
    unreachable_pub,
    unsafe_op_in_unsafe_fn
)]

#[rustfmt::skip]
pub(crate) mod msr;
#[rustfmt::skip]
pub(crate) mod pacific;
#[rustfmt::skip]
pub(crate) mod reef;
