//! Osdmaps: what a cluster's monitors tell of its devices, pools and exceptions, as a file (spec 09 section 9).
//!
//! What placement needs is decoded; the rest is kept as it was, so that an edited map is written back whole.
#![forbid(unsafe_code)]

mod codec;
mod crc;
mod model;
mod new_pool;
mod pool;

pub use codec::{OsdMapError, OsdMapFault};
pub use model::{OsdMap, OsdState};
pub use new_pool::NewPool;
pub use pool::{Pool, PoolKind};
