//! The file form of osdmaps, both directions (spec 09 section 9).
#![forbid(unsafe_code)]

mod address;
mod client;
mod decode;
pub(super) mod defaults;
mod encode;
mod error;
mod frame;
mod pool;
mod table;

pub(super) use client::set_version as set_client_version;
pub(super) use decode::decode;
pub(super) use encode::encode;
pub use error::{OsdMapError, OsdMapFault};
