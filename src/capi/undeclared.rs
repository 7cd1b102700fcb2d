//! Functions for one algorithm each that upstream exports without declaring them in a header (spec 01 section 7.3).
//!
//! They do what the functions of `builder.h` do for any bucket, and answer the same. Where they take a map without
//! needing it, it may be NULL.

use super::arguments::{bucket_kind, items_and_weights, straw_version};
use super::errno::{INVALID, status, value_or_status};
use crate::abi::*;
use crate::builder::block::Block;
use crate::builder::list::ListBucket;
use crate::builder::straw::StrawBucket;
use crate::builder::straw2::Straw2Bucket;
use crate::builder::tree::TreeBucket;
use crate::builder::uniform::UniformBucket;
use core::ffi::c_int;
use core::ptr::null_mut;

/// Makes a straw2 bucket. As `crush_make_bucket`; the map is not used.
///
/// # Safety
/// `items` and `weights` are NULL or have `size` elements.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crush_make_straw2_bucket(
    _map: *mut crush_map,
    hash: c_int,
    r#type: c_int,
    size: c_int,
    items: *mut c_int,
    weights: *mut c_int,
) -> *mut crush_bucket_straw2 {
    // SAFETY: the caller vouches for the arrays.
    let Some((items, weights)) = (unsafe { items_and_weights(items, weights, size) }) else {
        return null_mut();
    };
    Straw2Bucket::make(bucket_kind(hash, r#type), items, weights).map_or(null_mut(), Block::into_raw)
}

/// Computes the straws of a straw bucket from its weights. Returns 0, -ENOMEM, or -EINVAL for NULL.
///
/// # Safety
/// `map` is NULL or valid; `bucket` is NULL or valid and used by no other thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crush_calc_straw(map: *mut crush_map, bucket: *mut crush_bucket_straw) -> c_int {
    // SAFETY: the caller vouches for the map.
    let version = unsafe { straw_version(map) };
    // SAFETY: the caller vouches for the bucket.
    let Some(mut bucket) = (unsafe { StrawBucket::from_ptr(bucket) }) else { return INVALID };
    status(bucket.compute_straws(version))
}

/// Appends an item to a uniform bucket. As `crush_bucket_add_item`.
///
/// # Safety
/// `b` is NULL or valid, made of blocks of `malloc`, and used by no other thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crush_add_uniform_bucket_item(
    b: *mut crush_bucket_uniform,
    item: c_int,
    weight: c_int,
) -> c_int {
    // SAFETY: the caller vouches for the bucket.
    let Some(mut bucket) = (unsafe { UniformBucket::from_ptr(b) }) else { return INVALID };
    status(bucket.add(item, weight.cast_unsigned()))
}

/// Appends an item to a list bucket. As `crush_bucket_add_item`.
///
/// # Safety
/// `b` is NULL or valid, made of blocks of `malloc`, and used by no other thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crush_add_list_bucket_item(
    b: *mut crush_bucket_list,
    item: c_int,
    weight: c_int,
) -> c_int {
    // SAFETY: the caller vouches for the bucket.
    let Some(mut bucket) = (unsafe { ListBucket::from_ptr(b) }) else { return INVALID };
    status(bucket.add(item, weight.cast_unsigned()))
}

/// Appends an item to a tree bucket. As `crush_bucket_add_item`.
///
/// # Safety
/// `b` is NULL or valid, made of blocks of `malloc`, and used by no other thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crush_add_tree_bucket_item(
    b: *mut crush_bucket_tree,
    item: c_int,
    weight: c_int,
) -> c_int {
    // SAFETY: the caller vouches for the bucket.
    let Some(mut bucket) = (unsafe { TreeBucket::from_ptr(b) }) else { return INVALID };
    status(bucket.add(item, weight.cast_unsigned()))
}

/// Appends an item to a straw bucket. As `crush_bucket_add_item`.
///
/// # Safety
/// `m` is NULL or valid; `b` is NULL or valid, made of blocks of `malloc`, and used by no other thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crush_add_straw_bucket_item(
    m: *mut crush_map,
    b: *mut crush_bucket_straw,
    item: c_int,
    weight: c_int,
) -> c_int {
    // SAFETY: the caller vouches for the map.
    let version = unsafe { straw_version(m) };
    // SAFETY: the caller vouches for the bucket.
    let Some(mut bucket) = (unsafe { StrawBucket::from_ptr(b) }) else { return INVALID };
    status(bucket.add(version, item, weight.cast_unsigned()))
}

/// Appends an item to a straw2 bucket. As `crush_bucket_add_item`.
///
/// # Safety
/// `b` is NULL or valid, made of blocks of `malloc`, and used by no other thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crush_add_straw2_bucket_item(
    _m: *mut crush_map,
    b: *mut crush_bucket_straw2,
    item: c_int,
    weight: c_int,
) -> c_int {
    // SAFETY: the caller vouches for the bucket.
    let Some(mut bucket) = (unsafe { Straw2Bucket::from_ptr(b) }) else { return INVALID };
    status(bucket.add(item, weight.cast_unsigned()))
}

/// Removes an item from a uniform bucket. As `crush_bucket_remove_item`.
///
/// # Safety
/// `b` is NULL or valid, made of blocks of `malloc`, and used by no other thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crush_remove_uniform_bucket_item(
    b: *mut crush_bucket_uniform,
    item: c_int,
) -> c_int {
    // SAFETY: the caller vouches for the bucket.
    let Some(mut bucket) = (unsafe { UniformBucket::from_ptr(b) }) else { return INVALID };
    status(bucket.remove(item))
}

/// Removes an item from a list bucket. As `crush_bucket_remove_item`.
///
/// # Safety
/// `b` is NULL or valid, made of blocks of `malloc`, and used by no other thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crush_remove_list_bucket_item(b: *mut crush_bucket_list, item: c_int) -> c_int {
    // SAFETY: the caller vouches for the bucket.
    let Some(mut bucket) = (unsafe { ListBucket::from_ptr(b) }) else { return INVALID };
    status(bucket.remove(item))
}

/// Removes an item from a tree bucket. As `crush_bucket_remove_item`.
///
/// # Safety
/// `b` is NULL or valid, made of blocks of `malloc`, and used by no other thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crush_remove_tree_bucket_item(b: *mut crush_bucket_tree, item: c_int) -> c_int {
    // SAFETY: the caller vouches for the bucket.
    let Some(mut bucket) = (unsafe { TreeBucket::from_ptr(b) }) else { return INVALID };
    status(bucket.remove(item))
}

/// Removes an item from a straw bucket. As `crush_bucket_remove_item`.
///
/// # Safety
/// `m` is NULL or valid; `b` is NULL or valid, made of blocks of `malloc`, and used by no other thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crush_remove_straw_bucket_item(
    m: *mut crush_map,
    b: *mut crush_bucket_straw,
    item: c_int,
) -> c_int {
    // SAFETY: the caller vouches for the map.
    let version = unsafe { straw_version(m) };
    // SAFETY: the caller vouches for the bucket.
    let Some(mut bucket) = (unsafe { StrawBucket::from_ptr(b) }) else { return INVALID };
    status(bucket.remove(version, item))
}

/// Removes an item from a straw2 bucket. As `crush_bucket_remove_item`.
///
/// # Safety
/// `b` is NULL or valid, made of blocks of `malloc`, and used by no other thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crush_remove_straw2_bucket_item(
    _m: *mut crush_map,
    b: *mut crush_bucket_straw2,
    item: c_int,
) -> c_int {
    // SAFETY: the caller vouches for the bucket.
    let Some(mut bucket) = (unsafe { Straw2Bucket::from_ptr(b) }) else { return INVALID };
    status(bucket.remove(item))
}

/// Sets the weight of an item of a uniform bucket. As `crush_bucket_adjust_item_weight`.
///
/// # Safety
/// `b` is NULL or valid, made of blocks of `malloc`, and used by no other thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crush_adjust_uniform_bucket_item_weight(
    b: *mut crush_bucket_uniform,
    _item: c_int,
    weight: c_int,
) -> c_int {
    // SAFETY: the caller vouches for the bucket.
    let Some(mut bucket) = (unsafe { UniformBucket::from_ptr(b) }) else { return INVALID };
    bucket.adjust(weight.cast_unsigned())
}

/// Sets the weight of an item of a list bucket. As `crush_bucket_adjust_item_weight`.
///
/// # Safety
/// `b` is NULL or valid, made of blocks of `malloc`, and used by no other thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crush_adjust_list_bucket_item_weight(
    b: *mut crush_bucket_list,
    item: c_int,
    weight: c_int,
) -> c_int {
    // SAFETY: the caller vouches for the bucket.
    let Some(mut bucket) = (unsafe { ListBucket::from_ptr(b) }) else { return INVALID };
    bucket.adjust(item, weight.cast_unsigned())
}

/// Sets the weight of an item of a tree bucket. As `crush_bucket_adjust_item_weight`.
///
/// # Safety
/// `b` is NULL or valid, made of blocks of `malloc`, and used by no other thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crush_adjust_tree_bucket_item_weight(
    b: *mut crush_bucket_tree,
    item: c_int,
    weight: c_int,
) -> c_int {
    // SAFETY: the caller vouches for the bucket.
    let Some(mut bucket) = (unsafe { TreeBucket::from_ptr(b) }) else { return INVALID };
    bucket.adjust(item, weight.cast_unsigned())
}

/// Sets the weight of an item of a straw bucket. As `crush_bucket_adjust_item_weight`.
///
/// # Safety
/// `m` is NULL or valid; `b` is NULL or valid, made of blocks of `malloc`, and used by no other thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crush_adjust_straw_bucket_item_weight(
    m: *mut crush_map,
    b: *mut crush_bucket_straw,
    item: c_int,
    weight: c_int,
) -> c_int {
    // SAFETY: the caller vouches for the map.
    let version = unsafe { straw_version(m) };
    // SAFETY: the caller vouches for the bucket.
    let Some(mut bucket) = (unsafe { StrawBucket::from_ptr(b) }) else { return INVALID };
    value_or_status(bucket.adjust(version, item, weight.cast_unsigned()))
}

/// Sets the weight of an item of a straw2 bucket. As `crush_bucket_adjust_item_weight`.
///
/// # Safety
/// `b` is NULL or valid, made of blocks of `malloc`, and used by no other thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crush_adjust_straw2_bucket_item_weight(
    _m: *mut crush_map,
    b: *mut crush_bucket_straw2,
    item: c_int,
    weight: c_int,
) -> c_int {
    // SAFETY: the caller vouches for the bucket.
    let Some(mut bucket) = (unsafe { Straw2Bucket::from_ptr(b) }) else { return INVALID };
    bucket.adjust(item, weight.cast_unsigned())
}
