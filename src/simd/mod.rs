//! Vector kernels for draws: hashing many items at once, and finding the winner among their draws.
//!
//! The scalar code in `hash`, `ln` and `bucket` is the definition; what is here gives the same answers faster, and is
//! compared with it over every draw and boundary weight. How it works, and why it is exact, is told in
//! `docs/performance.md`.
//!
//! - `level` decides once which instructions may be used;
//! - `lanes` is the buffer that choices are packed into;
//! - `avx2` has the kernels, each behind a token that proves the processor has the instructions, and `avx512` wider ones
//!   for the hashes; `mix` is what both make of the rows of the hash.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(all(target_arch = "x86_64", feature = "bench-parts"))]
#[doc(hidden)]
pub mod bench_parts;
#[cfg(target_arch = "x86_64")]
mod columns;
#[cfg(target_arch = "x86_64")]
mod lanes;
mod level;
#[cfg(target_arch = "x86_64")]
mod mix;
#[cfg(target_arch = "x86_64")]
mod words;

#[cfg(target_arch = "x86_64")]
pub(crate) use avx2::Avx2;
#[cfg(target_arch = "x86_64")]
pub(crate) use columns::{COLUMNS, Column, Winner as ColumnWinner};
#[cfg(target_arch = "x86_64")]
pub(crate) use lanes::{CHOICES, LANES, Lanes, Rows, Winner};
pub use level::Level;
#[cfg(target_arch = "x86_64")]
pub(crate) use mix::MOST_REPEATED;
#[cfg(target_arch = "x86_64")]
pub(crate) use words::Words;
