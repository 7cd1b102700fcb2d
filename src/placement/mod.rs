//! From an object's name to the devices that hold it (spec 09): hash, placement group, input of the rule, and, with an
//! [`OsdMap`](crate::osdmap::OsdMap), the raw, up and acting set.
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
