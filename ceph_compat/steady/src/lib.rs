//! Makes two runs of a program comparable byte for byte: the time of day stands still and random numbers repeat.
//!
//! Genuine Ceph tools write creation times and random identifiers into their files, and shuffle with the system's random
//! numbers. Preloaded, this library answers the calls by which they ask for either. It has no part in placement.
#![cfg(all(target_os = "linux", target_arch = "x86_64"))]

mod chance;
mod time;
