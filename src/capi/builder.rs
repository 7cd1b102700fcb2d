//! Making and editing maps (`builder.h`).
//!
//! Weights are 16.16 and pass as `int` with the bits of the unsigned number. Maps, buckets and rules consist of blocks of
//! `malloc`, which either side may grow and free. A map that is being changed must not be used by another thread.

use super::arguments::{bucket_kind, elements, items_and_weights, straw_version};
use super::errno::{INVALID, status, value_or_status};
use crate::abi::*;
use crate::builder::block::Block;
use crate::builder::edit::BucketMut;
use crate::builder::list::ListBucket;
use crate::builder::rule::{RuleBlock, RuleMask};
use crate::builder::straw::StrawBucket;
use crate::builder::tree::TreeBucket;
use crate::builder::uniform::UniformBucket;
use crate::builder::{
    BucketAlgorithm, alloc, bucket_table, choose_args, create, finalize, make, predicates, reweight, rule,
    tunables,
};
use core::ffi::c_int;
use core::ptr::{NonNull, null_mut};

/// Makes an empty map with the optimal tunables; NULL when memory is short.
///
/// The caller frees it with `crush_destroy`. `straw_calc_version` and the MSR tunables are 0.
#[unsafe(no_mangle)]
pub extern "C" fn crush_create() -> *mut crush_map {
    create::create().map_or(null_mut(), Block::into_raw)
}

/// Computes what mapping needs to know about a map, `working_size` and `max_devices`; to be called after buckets
/// changed and before mapping. NULL is ignored.
///
/// # Safety
/// `map` is NULL or valid, and no other thread uses it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crush_finalize(map: *mut crush_map) {
    // SAFETY: the caller vouches for a map that is not NULL.
    if let Some(map) = unsafe { map.as_mut() } {
        // SAFETY: the caller vouches for what the map consists of.
        unsafe { finalize::finalize(map) }
    }
}

/// Makes a rule of `len` steps that do nothing; NULL when memory is short or `len` is negative.
///
/// Of the other arguments the low 8 bits count. The caller owns the rule until `crush_add_rule` takes it, and frees it
/// with `crush_destroy_rule` or `free`.
#[cfg(feature = "abi-pacific")]
#[unsafe(no_mangle)]
pub extern "C" fn crush_make_rule(
    len: c_int,
    ruleset: c_int,
    r#type: c_int,
    minsize: c_int,
    maxsize: c_int,
) -> *mut crush_rule {
    let mask = RuleMask {
        ruleset: ruleset as u8,
        r#type: r#type as u8,
        min_size: minsize as u8,
        max_size: maxsize as u8,
    };
    make_rule(len, mask)
}

/// Makes a rule of `len` steps that do nothing; NULL when memory is short or `len` is negative.
///
/// Programs that pass five arguments were written for the interface that `CRUSH_ABI_PACIFIC` selects.
///
/// Of `type` the low 8 bits count. The caller owns the rule until `crush_add_rule` takes it, and frees it with
/// `crush_destroy_rule` or `free`.
#[cfg(not(feature = "abi-pacific"))]
#[unsafe(no_mangle)]
pub extern "C" fn crush_make_rule(len: c_int, r#type: c_int) -> *mut crush_rule {
    make_rule(len, RuleMask { ruleset: 0, r#type: r#type as u8, min_size: 1, max_size: 100 })
}

fn make_rule(len: c_int, mask: RuleMask) -> *mut crush_rule {
    let Ok(len) = u32::try_from(len) else { return null_mut() };
    RuleBlock::make(len, mask).map_or(null_mut(), |rule| rule.into_raw().as_ptr())
}

/// Sets step `pos` of a rule. A rule without such a step, and NULL, are ignored.
///
/// # Safety
/// `rule` is NULL or a rule with as many steps as its `len` says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crush_rule_set_step(
    rule: *mut crush_rule,
    pos: c_int,
    op: c_int,
    arg1: c_int,
    arg2: c_int,
) {
    let step = crush_rule_step { op: op.cast_unsigned(), arg1, arg2 };
    if let Some(rule) = NonNull::new(rule) {
        // SAFETY: the caller vouches for the rule.
        unsafe { rule::set_step(rule, pos.cast_unsigned(), step) }
    }
}

/// Gives a rule to the map under the number `ruleno`, or under the first free one if that is negative.
///
/// Returns the number, or -ENOSPC when the map holds 256 rules and the number is none of theirs, -ENOMEM, -EINVAL
/// without a map. On success the map owns the rule; on failure the caller still does. A rule that had the number before
/// is not freed.
///
/// # Safety
/// `map` is NULL or valid and used by no other thread; `rule` is NULL or a rule.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crush_add_rule(map: *mut crush_map, rule: *mut crush_rule, ruleno: c_int) -> c_int {
    // SAFETY: the caller vouches for a map that is not NULL.
    let Some(map) = (unsafe { map.as_mut() }) else { return INVALID };
    // SAFETY: the caller vouches for what the map consists of.
    let number = unsafe { rule::add(map, rule, u32::try_from(ruleno).ok()) };
    value_or_status(number.map(u32::cast_signed))
}

/// Returns the id that `crush_add_bucket` would give to the next bucket; -EINVAL without a map.
///
/// # Safety
/// `map` is NULL or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crush_get_next_bucket_id(map: *mut crush_map) -> c_int {
    // SAFETY: the caller vouches for a map that is not NULL.
    let Some(map) = (unsafe { map.as_ref() }) else { return INVALID };
    // SAFETY: the caller vouches for the map's table.
    unsafe { bucket_table::next_id(map) }
}

/// Gives a bucket to the map under the id `bucketno`, or under the next free one if that is 0.
///
/// Returns 0 and stores the id in `idout` unless that is NULL; -EEXIST when the id is taken, -EINVAL for an id above 0 or
/// a NULL map or bucket, -ENOMEM. On success the map owns the bucket; on failure the caller still does.
///
/// # Safety
/// `map` is NULL or valid and used by no other thread; `bucket` is NULL or a bucket; `idout` is NULL or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crush_add_bucket(
    map: *mut crush_map,
    bucketno: c_int,
    bucket: *mut crush_bucket,
    idout: *mut c_int,
) -> c_int {
    // SAFETY: the caller vouches for a map that is not NULL.
    let (Some(map), Some(bucket)) = (unsafe { map.as_mut() }, NonNull::new(bucket)) else { return INVALID };
    // SAFETY: the caller vouches for the map's table and the bucket.
    let id = match unsafe { bucket_table::add(map, bucketno, bucket) } {
        Ok(id) => id,
        Err(error) => return error.into(),
    };
    if !idout.is_null() {
        // SAFETY: not NULL, so the caller vouches for it.
        unsafe { idout.write(id) };
    }
    0
}

/// Makes a bucket of the algorithm `alg` from `size` items and their weights.
///
/// Returns NULL for an unknown algorithm, a negative size, NULL arrays (unless the size is 0), weights whose sum the
/// algorithm refuses, a tree of more than 64 items, a straw bucket without a map, and when memory is short. A uniform
/// bucket takes the first weight for all items, which may not be 0. Of the map only `straw_calc_version` is read. The
/// arrays are copied. The caller owns the bucket until `crush_add_bucket` takes it, and frees it with
/// `crush_destroy_bucket`.
///
/// # Safety
/// `map` is NULL or valid; `items` and `weights` are NULL or have `size` elements, `weights` of a uniform bucket one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crush_make_bucket(
    map: *mut crush_map,
    alg: c_int,
    hash: c_int,
    r#type: c_int,
    size: c_int,
    items: *mut c_int,
    weights: *mut c_int,
) -> *mut crush_bucket {
    let Ok(algorithm) = BucketAlgorithm::try_from(alg) else { return null_mut() };
    let counted = if algorithm == BucketAlgorithm::Uniform { size.min(1) } else { size };
    // SAFETY: the caller vouches for the items.
    let items = unsafe { elements(items, size) };
    // SAFETY: the caller vouches for the weights.
    let weights = unsafe { elements(weights.cast(), counted) };
    let (Some(items), Some(weights)) = (items, weights) else { return null_mut() };
    // SAFETY: the caller vouches for the map.
    let version = unsafe { straw_version(map) };
    make::make_bucket(algorithm, version, bucket_kind(hash, r#type), items, weights)
        .map_or(null_mut(), NonNull::as_ptr)
}

/// Makes choose_args for all buckets that change nothing: a record for each bucket slot, with the bucket's own ids and
/// `num_positions` copies of its weights.
///
/// The result is one block; the caller changes it at will and frees it with `crush_destroy_choose_args`. NULL without a
/// map, for a negative number of positions, and when memory is short or the block would exceed 2 GiB.
///
/// # Safety
/// `map` is NULL or valid, and nobody changes it during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crush_make_choose_args(
    map: *mut crush_map,
    num_positions: c_int,
) -> *mut crush_choose_arg {
    // SAFETY: the caller vouches for a map that is not NULL.
    let (Some(map), Ok(positions)) = (unsafe { map.as_ref() }, u32::try_from(num_positions)) else {
        return null_mut();
    };
    // SAFETY: the caller vouches for what the map consists of.
    unsafe { choose_args::make(map, positions) }.map_or(null_mut(), NonNull::as_ptr)
}

/// Frees what `crush_make_choose_args` made; NULL is fine.
///
/// # Safety
/// `args` is NULL or from `crush_make_choose_args`, and not used any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crush_destroy_choose_args(args: *mut crush_choose_arg) {
    // SAFETY: the caller gives the block up.
    unsafe { alloc::release(args) }
}

/// Appends an item to a bucket.
///
/// Returns 0; -ERANGE when the weights' sum would exceed 32 bits; -EINVAL for a uniform bucket whose items weigh
/// something else, for a NULL bucket and for a straw bucket without a map; -ENOMEM, also for the 65th item of a tree; -1
/// for an unknown algorithm. Of the map only `straw_calc_version` is read. The map is not finalized again.
///
/// # Safety
/// `map` is NULL or valid; `bucket` is NULL or valid, made of blocks of `malloc`, and used by no other thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crush_bucket_add_item(
    map: *mut crush_map,
    bucket: *mut crush_bucket,
    item: c_int,
    weight: c_int,
) -> c_int {
    // SAFETY: the caller vouches for the map.
    let version = unsafe { straw_version(map) };
    // SAFETY: the caller vouches for the bucket.
    let bucket = unsafe { BucketMut::from_ptr(bucket) };
    status(bucket.and_then(|mut bucket| bucket.add(version, item, weight.cast_unsigned())))
}

/// Sets the weight of the first such item of a bucket, or of all items of a uniform bucket whichever is named.
///
/// Returns by how much the weight changed, 0 if there is no such item. A weight that becomes smaller gives a negative
/// number as well as -EINVAL (NULL bucket, straw bucket without a map), -ENOMEM and -1 (unknown algorithm) do.
///
/// # Safety
/// `map` is NULL or valid; `bucket` is NULL or valid, made of blocks of `malloc`, and used by no other thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crush_bucket_adjust_item_weight(
    map: *mut crush_map,
    bucket: *mut crush_bucket,
    item: c_int,
    weight: c_int,
) -> c_int {
    // SAFETY: the caller vouches for the map.
    let version = unsafe { straw_version(map) };
    // SAFETY: the caller vouches for the bucket.
    let bucket = unsafe { BucketMut::from_ptr(bucket) };
    value_or_status(bucket.and_then(|mut bucket| bucket.adjust(version, item, weight.cast_unsigned())))
}

/// Recomputes the weights of a bucket and of all buckets below it from the weights of the devices.
///
/// The running sums of list buckets and the inner nodes of tree buckets keep their values, as in Ceph. Returns 0; -ERANGE
/// when a sum exceeds 32 bits (what was done until then stays); -EINVAL for a NULL bucket, and for a NULL map where it is
/// needed; -ENOMEM with nothing changed; -1 for an unknown algorithm.
///
/// # Safety
/// `map` is NULL or valid and used by no other thread; `bucket` is NULL or a valid bucket.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crush_reweight_bucket(map: *mut crush_map, bucket: *mut crush_bucket) -> c_int {
    let Some(bucket) = NonNull::new(bucket) else { return INVALID };
    // SAFETY: the caller vouches for a map that is not NULL.
    let map = unsafe { map.as_ref() };
    // SAFETY: the caller vouches for what the map consists of.
    status(unsafe { reweight::reweight(map, bucket) })
}

/// Takes a bucket out of the map and frees it. Buckets that have it as an item keep its id.
///
/// Returns 0; -EINVAL for a NULL map or bucket, which then stays as it is.
///
/// # Safety
/// `map` is NULL or valid and used by no other thread; `bucket` is NULL or a bucket made of blocks of `malloc`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crush_remove_bucket(map: *mut crush_map, bucket: *mut crush_bucket) -> c_int {
    // SAFETY: the caller vouches for a map that is not NULL.
    let (Some(map), Some(bucket)) = (unsafe { map.as_mut() }, NonNull::new(bucket)) else { return INVALID };
    // SAFETY: the caller vouches for the map's table and gives the bucket up.
    unsafe { bucket_table::remove(map, bucket) };
    0
}

/// Removes the first such item from a bucket.
///
/// Returns 0; -ENOENT if there is none; -ENOMEM when memory is short and, as in Ceph, for the last item of a uniform or
/// list bucket (which is empty then) or of a tree bucket (whose weight is 0 then); -EINVAL for a NULL bucket and for a
/// straw bucket without a map; -1 for an unknown algorithm. In a tree bucket an item in the middle leaves a hole: item 0
/// of weight 0.
///
/// # Safety
/// `map` is NULL or valid; `bucket` is NULL or valid, made of blocks of `malloc`, and used by no other thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crush_bucket_remove_item(
    map: *mut crush_map,
    bucket: *mut crush_bucket,
    item: c_int,
) -> c_int {
    // SAFETY: the caller vouches for the map.
    let version = unsafe { straw_version(map) };
    // SAFETY: the caller vouches for the bucket.
    let bucket = unsafe { BucketMut::from_ptr(bucket) };
    status(bucket.and_then(|mut bucket| bucket.remove(version, item)))
}

/// Makes a uniform bucket: `size` items of `item_weight` each. As `crush_make_bucket`.
///
/// # Safety
/// `items` is NULL or has `size` elements.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crush_make_uniform_bucket(
    hash: c_int,
    r#type: c_int,
    size: c_int,
    items: *mut c_int,
    item_weight: c_int,
) -> *mut crush_bucket_uniform {
    // SAFETY: the caller vouches for the items.
    let Some(items) = (unsafe { elements(items, size) }) else { return null_mut() };
    UniformBucket::make(bucket_kind(hash, r#type), items, item_weight.cast_unsigned())
        .map_or(null_mut(), Block::into_raw)
}

/// Makes a list bucket. As `crush_make_bucket`.
///
/// # Safety
/// `items` and `weights` are NULL or have `size` elements.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crush_make_list_bucket(
    hash: c_int,
    r#type: c_int,
    size: c_int,
    items: *mut c_int,
    weights: *mut c_int,
) -> *mut crush_bucket_list {
    // SAFETY: the caller vouches for the arrays.
    let Some((items, weights)) = (unsafe { items_and_weights(items, weights, size) }) else {
        return null_mut();
    };
    ListBucket::make(bucket_kind(hash, r#type), items, weights).map_or(null_mut(), Block::into_raw)
}

/// Makes a tree bucket. As `crush_make_bucket`.
///
/// # Safety
/// `items` and `weights` are NULL or have `size` elements.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crush_make_tree_bucket(
    hash: c_int,
    r#type: c_int,
    size: c_int,
    items: *mut c_int,
    weights: *mut c_int,
) -> *mut crush_bucket_tree {
    // SAFETY: the caller vouches for the arrays.
    let Some((items, weights)) = (unsafe { items_and_weights(items, weights, size) }) else {
        return null_mut();
    };
    TreeBucket::make(bucket_kind(hash, r#type), items, weights).map_or(null_mut(), Block::into_raw)
}

/// Makes a straw bucket, with straws as the map's `straw_calc_version` wants them. As `crush_make_bucket`.
///
/// # Safety
/// `map` is NULL or valid; `items` and `weights` are NULL or have `size` elements.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crush_make_straw_bucket(
    map: *mut crush_map,
    hash: c_int,
    r#type: c_int,
    size: c_int,
    items: *mut c_int,
    weights: *mut c_int,
) -> *mut crush_bucket_straw {
    // SAFETY: the caller vouches for the arrays.
    let Some((items, weights)) = (unsafe { items_and_weights(items, weights, size) }) else {
        return null_mut();
    };
    // SAFETY: the caller vouches for the map.
    let version = unsafe { straw_version(map) };
    StrawBucket::make(version, bucket_kind(hash, r#type), items, weights).map_or(null_mut(), Block::into_raw)
}

/// Says whether `a + b` exceeds 32 bits: 1 or 0.
#[unsafe(no_mangle)]
pub extern "C" fn crush_addition_is_unsafe(a: __u32, b: __u32) -> c_int {
    predicates::addition_is_unsafe(a, b).into()
}

/// Says whether `a * b` exceeds 32 bits: 1 or 0. For `b` 0 it says 1 unless `a` is 0 too.
#[unsafe(no_mangle)]
pub extern "C" fn crush_multiplication_is_unsafe(a: __u32, b: __u32) -> c_int {
    predicates::multiplication_is_unsafe(a, b).into()
}

/// Sets the tunables that maps had before there were tunables; the MSR tunables stay. NULL is ignored.
///
/// # Safety
/// `map` is NULL or valid and used by no other thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn set_legacy_crush_map(map: *mut crush_map) {
    // SAFETY: the caller vouches for a map that is not NULL.
    if let Some(map) = unsafe { map.as_mut() } {
        tunables::set_legacy(map);
    }
}

/// Sets the recommended tunables; `straw_calc_version` and the MSR tunables stay. NULL is ignored.
///
/// # Safety
/// `map` is NULL or valid and used by no other thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn set_optimal_crush_map(map: *mut crush_map) {
    // SAFETY: the caller vouches for a map that is not NULL.
    if let Some(map) = unsafe { map.as_mut() } {
        tunables::set_optimal(map);
    }
}
