//! Giving maps back to the C allocator (spec 03 section 10).
//!
//! Maps are destroyed in any state of completion: arrays and slots may be NULL.

use super::BucketAlgorithm;
use super::alloc::release;
use super::hierarchy::slots;
use super::rule::rules;
use crate::abi::*;

/// Frees a uniform bucket; NULL is fine.
///
/// # Safety
/// `bucket` is NULL or a bucket of this variant, it and its arrays are C blocks or NULL, and nobody uses them any more.
pub(crate) unsafe fn uniform(bucket: *mut crush_bucket_uniform) {
    // SAFETY: the caller vouches for a bucket that is not NULL.
    let Some(&contents) = (unsafe { bucket.as_ref() }) else { return };
    // SAFETY: the bucket's array is a C block or NULL.
    unsafe { release(contents.h.items) };
    // SAFETY: the bucket is a C block.
    unsafe { release(bucket) };
}

/// Frees a list bucket; NULL is fine.
///
/// # Safety
/// As for [`uniform`].
pub(crate) unsafe fn list(bucket: *mut crush_bucket_list) {
    // SAFETY: the caller vouches for a bucket that is not NULL.
    let Some(&contents) = (unsafe { bucket.as_ref() }) else { return };
    // SAFETY: the bucket's array is a C block or NULL.
    unsafe { release(contents.item_weights) };
    // SAFETY: the bucket's array is a C block or NULL.
    unsafe { release(contents.sum_weights) };
    // SAFETY: the bucket's array is a C block or NULL.
    unsafe { release(contents.h.items) };
    // SAFETY: the bucket is a C block.
    unsafe { release(bucket) };
}

/// Frees a tree bucket; NULL is fine.
///
/// # Safety
/// As for [`uniform`].
pub(crate) unsafe fn tree(bucket: *mut crush_bucket_tree) {
    // SAFETY: the caller vouches for a bucket that is not NULL.
    let Some(&contents) = (unsafe { bucket.as_ref() }) else { return };
    // SAFETY: the bucket's array is a C block or NULL.
    unsafe { release(contents.h.items) };
    // SAFETY: the bucket's array is a C block or NULL.
    unsafe { release(contents.node_weights) };
    // SAFETY: the bucket is a C block.
    unsafe { release(bucket) };
}

/// Frees a straw bucket; NULL is fine.
///
/// # Safety
/// As for [`uniform`].
pub(crate) unsafe fn straw(bucket: *mut crush_bucket_straw) {
    // SAFETY: the caller vouches for a bucket that is not NULL.
    let Some(&contents) = (unsafe { bucket.as_ref() }) else { return };
    // SAFETY: the bucket's array is a C block or NULL.
    unsafe { release(contents.straws) };
    // SAFETY: the bucket's array is a C block or NULL.
    unsafe { release(contents.item_weights) };
    // SAFETY: the bucket's array is a C block or NULL.
    unsafe { release(contents.h.items) };
    // SAFETY: the bucket is a C block.
    unsafe { release(bucket) };
}

/// Frees a straw2 bucket; NULL is fine.
///
/// # Safety
/// As for [`uniform`].
pub(crate) unsafe fn straw2(bucket: *mut crush_bucket_straw2) {
    // SAFETY: the caller vouches for a bucket that is not NULL.
    let Some(&contents) = (unsafe { bucket.as_ref() }) else { return };
    // SAFETY: the bucket's array is a C block or NULL.
    unsafe { release(contents.item_weights) };
    // SAFETY: the bucket's array is a C block or NULL.
    unsafe { release(contents.h.items) };
    // SAFETY: the bucket is a C block.
    unsafe { release(bucket) };
}

/// Frees a bucket by its algorithm; NULL is fine. What a bucket of unknown algorithm consists of is not known, so it
/// is left alone, as upstream does.
///
/// # Safety
/// `bucket` is NULL or a bucket of the variant that its `alg` names, it and its arrays are C blocks or NULL, and
/// nobody uses them any more.
pub(crate) unsafe fn bucket(bucket: *mut crush_bucket) {
    // SAFETY: the caller vouches for a bucket that is not NULL.
    let Some(&crush_bucket { alg, .. }) = (unsafe { bucket.as_ref() }) else { return };
    match BucketAlgorithm::try_from(i32::from(alg)) {
        // SAFETY: the caller's promise, for the variant that `alg` names.
        Ok(BucketAlgorithm::Uniform) => unsafe { uniform(bucket.cast()) },
        // SAFETY: the caller's promise, for the variant that `alg` names.
        Ok(BucketAlgorithm::List) => unsafe { list(bucket.cast()) },
        // SAFETY: the caller's promise, for the variant that `alg` names.
        Ok(BucketAlgorithm::Tree) => unsafe { tree(bucket.cast()) },
        // SAFETY: the caller's promise, for the variant that `alg` names.
        Ok(BucketAlgorithm::Straw) => unsafe { straw(bucket.cast()) },
        // SAFETY: the caller's promise, for the variant that `alg` names.
        Ok(BucketAlgorithm::Straw2) => unsafe { straw2(bucket.cast()) },
        Err(_) => {}
    }
}

/// Frees a rule; NULL is fine.
///
/// # Safety
/// `rule` is NULL or a C block that nobody uses any more.
pub(crate) unsafe fn rule(rule: *mut crush_rule) {
    // SAFETY: the caller gives the rule up.
    unsafe { release(rule) };
}

/// Frees a map with its buckets, rules and histogram; NULL is fine.
///
/// # Safety
/// `map` is NULL or a map that is a C block, as is everything reachable from it that is not NULL, and nobody uses any
/// of it any more.
pub(crate) unsafe fn map(map: *mut crush_map) {
    // SAFETY: the caller vouches for a map that is not NULL.
    let Some(contents) = (unsafe { map.as_ref() }) else { return };
    // SAFETY: the caller vouches for the table of buckets.
    for &entry in unsafe { slots(contents) } {
        // SAFETY: every entry is NULL or a bucket that nobody uses any more.
        unsafe { bucket(entry) };
    }
    // SAFETY: the caller vouches for the table of rules.
    for &entry in unsafe { rules(contents) } {
        // SAFETY: every entry is NULL or a rule that nobody uses any more.
        unsafe { rule(entry) };
    }
    // SAFETY: the table is a C block or NULL.
    unsafe { release(contents.buckets) };
    // SAFETY: the table is a C block or NULL.
    unsafe { release(contents.rules) };
    // SAFETY: the histogram is a C block or NULL.
    unsafe { release(contents.choose_tries) };
    // SAFETY: the map is a C block.
    unsafe { release(map) };
}
