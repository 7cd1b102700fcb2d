//! Which types may live in C memory that starts as zero bytes.

use crate::abi::*;

/// A type for which any block of zero bytes, aligned as malloc aligns, is a valid value without a destructor.
///
/// # Safety
/// All zero bytes are a valid value, dropping does nothing, and the alignment is at most that of malloc (16).
pub(crate) unsafe trait Plain {}

// SAFETY: an integer of 4 bytes.
unsafe impl Plain for i32 {}
// SAFETY: an integer of 4 bytes.
unsafe impl Plain for u32 {}
// SAFETY: an integer of 1 byte.
unsafe impl Plain for u8 {}
// SAFETY: three integers.
unsafe impl Plain for crush_rule_step {}
// SAFETY: a raw pointer, NULL when zero.
unsafe impl<T> Plain for *mut T {}
// SAFETY: integers and raw pointers.
unsafe impl Plain for crush_bucket_uniform {}
// SAFETY: integers and raw pointers.
unsafe impl Plain for crush_bucket_list {}
// SAFETY: integers and raw pointers.
unsafe impl Plain for crush_bucket_tree {}
// SAFETY: integers and raw pointers.
unsafe impl Plain for crush_bucket_straw {}
// SAFETY: integers and raw pointers.
unsafe impl Plain for crush_bucket_straw2 {}
// SAFETY: integers and raw pointers.
unsafe impl Plain for crush_map {}
// SAFETY: two integers.
unsafe impl Plain for super::straw_lengths::WeightAt {}
// SAFETY: raw pointers, integers and flags, false when zero.
unsafe impl Plain for super::reweight::Step {}
