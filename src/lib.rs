//! CRUSH: where an object lives, computed from its number and a description of the cluster.
//!
//! A drop-in replacement for Ceph's libcrush. The C interface is in `include/crush`; this is the Rust library behind
//! it. See `docs/architecture.md` for how the parts fit together.
//!
//! [`map::Map`] is the place to start: it reads maps, text or binary, and places with them.
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use crush::map::{DEFAULT_CHOOSE_ARGS, Map};
//!
//! let map = Map::compile(
//!     b"device 0 osd.0
//!       device 1 osd.1
//!       device 2 osd.2
//!       type 0 osd
//!       type 1 root
//!       root all { alg straw2 item osd.0 weight 1 item osd.1 weight 1 item osd.2 weight 2 }
//!       rule copies { id 0 type replicated step take all step choose firstn 0 type osd step emit }",
//! )?;
//! let mut weights = [0x1_0000; 3]; // All devices are in: 1.0 in 16.16.
//! let mut mapper = map.mapper(DEFAULT_CHOOSE_ARGS)?; // For no pool in particular.
//! let mut copies = [0; 2];
//!
//! let object = 4711;
//! assert_eq!(mapper.place(0, object, &weights, &mut copies)?, 2);
//! let lost = copies[0];
//!
//! weights[lost as usize] = 0; // That device is out.
//! assert_eq!(mapper.place(0, object, &weights, &mut copies)?, 2);
//! assert!(!copies.contains(&lost));
//! # Ok(())
//! # }
//! ```
//!
//! [`Placer`] is for many inputs: prepared once, shared by threads, faster for each.
//!
//! Two more ways in: [`builder::OwnedMap`] makes maps item by item, as the C interface does, and [`mapper::do_rule`]
//! places over any [`mapper::Topology`].
//!
//! # Features
//!
//! - `capi` (on by default) exports the functions of the C interface from whatever links this crate. Rust programs
//!   switch it off: `default-features = false`.
//! - `abi-reef`, `abi-pacific`: the structs of an older C interface; at most one of them.
//! - `lazy-workspace`: `crush_init_workspace` writes a few bytes instead of a record per bucket.

pub mod abi;
pub mod bucket;
pub mod builder;
#[cfg(feature = "capi")]
pub mod capi;
mod fallible;
pub mod hash;
mod ln;
pub mod map;
pub mod mapper;
pub mod osdmap;
pub mod placement;
pub mod placer;
#[cfg(test)]
mod random;
pub mod rendezvous;
pub mod simd;
pub mod validate;
pub mod view;

pub use placer::Placer;
