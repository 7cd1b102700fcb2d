//! Tests of the builder through its C functions: recorded vectors, defects row by row, memory failure.

mod choose_args;
mod defects;
mod fixture;
mod memory_failure;
mod missing_arrays;
#[cfg(feature = "abi-pacific")]
mod pacific;
mod rules;
mod table;
mod vectors;
