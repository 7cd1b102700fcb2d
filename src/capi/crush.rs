//! Names, weights of items and destruction (`crush.h`).

use crate::abi::*;
use crate::builder::{BucketAlgorithm, destroy, item_weight};
use core::ffi::{CStr, c_char, c_int};

/// Returns the name of a bucket algorithm: "uniform", "list", "tree", "straw", "straw2", or "unknown".
///
/// The text is static: it is never freed and threads may share it.
#[unsafe(no_mangle)]
pub extern "C" fn crush_bucket_alg_name(alg: c_int) -> *const c_char {
    let name: &CStr = match BucketAlgorithm::try_from(alg) {
        Ok(BucketAlgorithm::Uniform) => c"uniform",
        Ok(BucketAlgorithm::List) => c"list",
        Ok(BucketAlgorithm::Tree) => c"tree",
        Ok(BucketAlgorithm::Straw) => c"straw",
        Ok(BucketAlgorithm::Straw2) => c"straw2",
        Err(_) => c"unknown",
    };
    name.as_ptr()
}

/// Returns the 16.16 weight of the item at place `pos` of a bucket; 0 where there is no such place, for an unknown
/// algorithm and for NULL. Only reads: threads may share the bucket.
///
/// # Safety
/// `b` is NULL or a bucket of the variant that its `alg` names, with arrays as long as it says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crush_get_bucket_item_weight(b: *const crush_bucket, pos: c_int) -> c_int {
    // SAFETY: the caller vouches for the bucket.
    unsafe { item_weight::at_raw(b, pos.cast_unsigned()) }.cast_signed()
}

/// Frees a uniform bucket with its arrays; NULL is fine.
///
/// # Safety
/// `b` is NULL or a bucket of this variant, made of blocks of `malloc`, that is in no map any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crush_destroy_bucket_uniform(b: *mut crush_bucket_uniform) {
    // SAFETY: the caller gives the bucket up.
    unsafe { destroy::uniform(b) }
}

/// Frees a list bucket with its arrays; NULL is fine.
///
/// # Safety
/// `b` is NULL or a bucket of this variant, made of blocks of `malloc`, that is in no map any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crush_destroy_bucket_list(b: *mut crush_bucket_list) {
    // SAFETY: the caller gives the bucket up.
    unsafe { destroy::list(b) }
}

/// Frees a tree bucket with its arrays; NULL is fine.
///
/// # Safety
/// `b` is NULL or a bucket of this variant, made of blocks of `malloc`, that is in no map any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crush_destroy_bucket_tree(b: *mut crush_bucket_tree) {
    // SAFETY: the caller gives the bucket up.
    unsafe { destroy::tree(b) }
}

/// Frees a straw bucket with its arrays; NULL is fine.
///
/// # Safety
/// `b` is NULL or a bucket of this variant, made of blocks of `malloc`, that is in no map any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crush_destroy_bucket_straw(b: *mut crush_bucket_straw) {
    // SAFETY: the caller gives the bucket up.
    unsafe { destroy::straw(b) }
}

/// Frees a straw2 bucket with its arrays; NULL is fine.
///
/// # Safety
/// `b` is NULL or a bucket of this variant, made of blocks of `malloc`, that is in no map any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crush_destroy_bucket_straw2(b: *mut crush_bucket_straw2) {
    // SAFETY: the caller gives the bucket up.
    unsafe { destroy::straw2(b) }
}

/// Frees a bucket with its arrays as its `alg` says; a bucket of an unknown algorithm is left alone, NULL is fine.
///
/// # Safety
/// `b` is NULL or a bucket of the variant that its `alg` names, made of blocks of `malloc`, that is in no map any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crush_destroy_bucket(b: *mut crush_bucket) {
    // SAFETY: the caller gives the bucket up.
    unsafe { destroy::bucket(b) }
}

/// Frees a rule; NULL is fine.
///
/// # Safety
/// `r` is NULL or a block of `malloc` that is in no map any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crush_destroy_rule(r: *mut crush_rule) {
    // SAFETY: the caller gives the rule up.
    unsafe { destroy::rule(r) }
}

/// Frees a map with its buckets, its rules and its `choose_tries`; NULL is fine.
///
/// The map may be incomplete: tables, entries and arrays may be NULL.
///
/// # Safety
/// `map` is NULL or a map, made of blocks of `malloc`, that nobody uses any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crush_destroy(map: *mut crush_map) {
    // SAFETY: the caller gives the map up.
    unsafe { destroy::map(map) }
}
