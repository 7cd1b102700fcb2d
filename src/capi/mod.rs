//! The functions that C programs call, one file per header.
//!
//! Each checks its arguments, makes a safe view of what they point to, calls the safe library and translates the answer.
//! The documentation of these items becomes that of the C headers (`make header`).

mod arguments;
pub mod builder;
pub mod crush;
mod errno;
mod handle;
pub mod hash;
#[cfg(feature = "abi-pacific")]
pub mod helpers;
pub mod identity;
pub mod last_error;
pub mod map;
pub mod mapper;
pub mod placement;
pub mod placer;
pub mod rendezvous;
pub mod undeclared;
pub mod validate;
