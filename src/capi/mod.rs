//! The functions that C programs call, one file per header.
//!
//! Each checks its arguments, makes a safe view of what they point to, calls the safe library and translates the answer.
//! The documentation of these items becomes that of the C headers (`make header`).

pub mod hash;
pub mod identity;
pub mod mapper;
