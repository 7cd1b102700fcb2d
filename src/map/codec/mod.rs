//! The binary form of a map (spec 04): one file for each part of it, with both directions side by side.
#![forbid(unsafe_code)]

mod bucket;
mod classes;
mod decode;
mod encode;
mod error;
mod name_table;
pub(crate) mod reader;
mod requirements;
mod rule;
mod tunables;
mod weight_sets;
pub(crate) mod writer;

pub(super) use decode::decode;
pub(super) use encode::{encode, encoded_len};
pub use error::{DecodeError, DecodeFault, EncodeError};
pub(super) use requirements::unsupported;

/// First word of every map file.
const MAGIC: u32 = crate::abi::CRUSH_MAGIC as u32;

#[cfg(test)]
mod tests;
