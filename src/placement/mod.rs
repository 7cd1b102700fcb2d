//! From an object's name to the devices that hold it (spec 09): hash, placement group, input of the rule, and, with an
//! [`OsdMap`](crate::osdmap::OsdMap), the raw, up and acting set.
//!
//! With the osdmap of a cluster, `OsdMap::decode(&std::fs::read("osdmap.bin")?)?`, all is known; without one a crush map and
//! what is said of a pool will do:
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use crush::map::Map;
//! use crush::osdmap::{NewPool, OsdMap};
//! use crush::placement::{ObjectLocator, Placement};
//!
//! let mut map = OsdMap::all_in(Map::compile(&std::fs::read("examples/three-hosts.txt")?)?)?;
//! let pool = NewPool { crush_rule: 0, size: 2, pg_num: 32, pgp_num: 32, ..NewPool::default() };
//! map.add_pool(1, "rbd", pool.build());
//! let foo = Placement::new(&map).locate(1, &ObjectLocator::new(b"foo"))?.ok_or("there is no pool 1")?;
//! assert_eq!((foo.pg.to_string(), foo.up, foo.up_primary), ("1.6".to_owned(), vec![4, 3], 4));
//! # Ok(())
//! # }
//! ```
#![forbid(unsafe_code)]

mod acting;
mod affinity;
mod batch;
mod change;
mod check_upmap;
mod error;
mod object;
mod pg;
mod pipeline;
mod places;
mod rule;
mod seed;
mod stable_mod;
mod string_hash;
mod upmap;

pub use change::{Change, ItemOutcome, PrimaryOutcome};
pub use check_upmap::{UpmapCheck, UpmapCommand, UpmapFault, UpmapKind};
pub use error::PlacementError;
pub use object::{ObjectLocator, object_hash};
pub use pg::{ParsePgError, PgId};
pub use pipeline::{PgPlacement, PlacedPool, Placement};
pub use seed::placement_seed;
pub use stable_mod::stable_mod;
pub use string_hash::StringHash;
