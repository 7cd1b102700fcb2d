//! Several choices made at once.
//!
//! Small buckets leave vectors half empty, so the items of all pending choices are packed one after another, hashed
//! together, and each choice is then judged on its own part.
#![forbid(unsafe_code)]

#[cfg(not(target_arch = "x86_64"))]
mod one_by_one;
#[cfg(target_arch = "x86_64")]
mod vectors;

#[cfg(test)]
mod tests;

#[cfg(not(target_arch = "x86_64"))]
pub(crate) use one_by_one::{Memory, Together};
#[cfg(target_arch = "x86_64")]
pub(crate) use vectors::{Memory, Together};

/// Choices that are made together at most.
pub(crate) const WINDOW: usize = 16;
/// The item that each choice yields.
pub(crate) type Items = [i32; WINDOW];
