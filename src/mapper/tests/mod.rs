//! The algorithm on plain maps: recorded answers, and every odd input that spec 02 section 13 lists.

mod facts;
mod hostile;
pub(crate) mod hostile_map;
#[cfg(not(any(feature = "abi-pacific", feature = "abi-reef")))]
mod hostile_msr;
mod in_order;
mod levels;
mod plain;
mod vectors;
mod work;
