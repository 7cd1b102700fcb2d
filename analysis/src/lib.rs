//! What if: what a change to a map moves before anything moves, how far that is from the least, and what is wrong with a
//! map. Commands parse and print; what they say is found here.
//!
//! Replicas are counted in places: a PG of three copies has three. Weights are 16.16 unless a field says otherwise.
#![forbid(unsafe_code)]

pub mod ancestry;
pub mod baseline;
pub mod change;
pub mod cluster;
pub mod diff;
pub mod lint;
pub mod more_tries;
mod placed;
pub mod plan;
pub mod promise;
pub mod report;
pub mod sample;
pub mod share;
pub mod simulate;
pub mod step;
pub mod tunables;

pub use placed::NONE;
