//! A C bucket as the algorithms see it.

use super::slice::slice_from_ptr;
use crate::abi::{
    crush_algorithm, crush_bucket, crush_bucket_list, crush_bucket_straw, crush_bucket_straw2,
    crush_bucket_tree,
};
use crate::bucket::{Algorithm, Bucket, ChooseArg, Drawn};
use crate::hash::HashKind;

const UNIFORM: u8 = crush_algorithm::CRUSH_BUCKET_UNIFORM as u8;
const LIST: u8 = crush_algorithm::CRUSH_BUCKET_LIST as u8;
const TREE: u8 = crush_algorithm::CRUSH_BUCKET_TREE as u8;
const STRAW: u8 = crush_algorithm::CRUSH_BUCKET_STRAW as u8;
const STRAW2: u8 = crush_algorithm::CRUSH_BUCKET_STRAW2 as u8;

/// The bucket at `bucket`, or `None` for NULL. A bucket without an item array is empty.
///
/// # Safety
/// `bucket` is NULL or points to a bucket of the variant that its `alg` names, whose arrays are NULL or as long as its
/// sizes say, and which nobody changes during `'a`.
#[inline]
pub(super) unsafe fn bucket_from_ptr<'a>(bucket: *const crush_bucket) -> Option<Bucket<'a>> {
    // SAFETY: NULL or valid, as the caller promises.
    let header = unsafe { bucket.as_ref() }?;
    // SAFETY: `items` is NULL or holds `size` ids, as the caller promises.
    let items = unsafe { slice_from_ptr(header.items.cast_const(), header.size as usize) };
    // SAFETY: the bucket is not NULL, and of the variant that its header names, as the caller promises.
    let algorithm = unsafe { algorithm_of(bucket, header) };
    Some(Bucket { id: header.id, kind: header.r#type, hash: HashKind::from(header.hash), items, algorithm })
}

/// Whether a bucket chooses by permutation.
#[inline]
pub(super) fn is_uniform(header: &crush_bucket) -> bool {
    header.alg == UNIFORM
}

/// The choice by draws in the bucket at `bucket`, if it is one; `choose_arg` tells what stands in for a bucket, if
/// anything may.
///
/// # Safety
/// As for [`bucket_from_ptr`].
#[inline]
pub(super) unsafe fn drawn_from_ptr<'a>(
    bucket: *const crush_bucket,
    choose_arg: Option<impl Fn(i32) -> ChooseArg<'a>>,
) -> Option<Drawn<'a>> {
    // SAFETY: NULL or valid, as the caller promises.
    let header = unsafe { bucket.as_ref() }?;
    if !matches!(header.alg, STRAW | STRAW2) || header.hash != 0 {
        return None;
    }
    let straws = header.alg == STRAW;
    let weights = if straws {
        // SAFETY: the header says that this is a straw bucket.
        unsafe { (*bucket.cast::<crush_bucket_straw>()).straws }
    } else {
        // SAFETY: the header says that this is a straw2 bucket.
        unsafe { (*bucket.cast::<crush_bucket_straw2>()).item_weights }
    };
    let size = header.size as usize;
    // SAFETY: NULL or `size` ids, as the caller promises.
    let items = unsafe { slice_from_ptr(header.items.cast_const(), size) };
    // SAFETY: NULL or as long as the bucket, as the caller promises.
    let weights = unsafe { slice_from_ptr(weights.cast_const(), size) };
    let Some(choose_arg) = choose_arg.filter(|_| !straws) else {
        return Drawn::new(items, items, weights, straws);
    };
    let arg = choose_arg(header.id);
    let ids = if arg.ids.is_empty() { items } else { arg.ids };
    let weights = if arg.weights.is_empty() { weights } else { arg.weights };
    Drawn::new(items, ids, weights, straws)
}

/// How the bucket at `bucket` chooses.
///
/// # Safety
/// As for [`bucket_from_ptr`], and `bucket` is not NULL.
#[inline]
unsafe fn algorithm_of<'a>(bucket: *const crush_bucket, header: &crush_bucket) -> Algorithm<'a> {
    // SAFETY: called with arrays of this bucket only, which are NULL or as long as its sizes say.
    let weights = |data: *mut u32, len| unsafe { slice_from_ptr(data.cast_const(), len) };
    let size = header.size as usize;
    match header.alg {
        UNIFORM => Algorithm::Uniform,
        LIST => {
            // SAFETY: the header says that this is a list bucket.
            let list = unsafe { *bucket.cast::<crush_bucket_list>() };
            list_of(weights(list.item_weights, size), weights(list.sum_weights, size))
        }
        TREE => {
            // SAFETY: the header says that this is a tree bucket.
            let tree = unsafe { *bucket.cast::<crush_bucket_tree>() };
            Algorithm::Tree { node_weights: weights(tree.node_weights, tree.num_nodes.into()) }
        }
        STRAW => {
            // SAFETY: the header says that this is a straw bucket.
            let straw = unsafe { *bucket.cast::<crush_bucket_straw>() };
            Algorithm::Straw { straws: weights(straw.straws, size) }
        }
        STRAW2 => {
            // SAFETY: the header says that this is a straw2 bucket.
            let straw2 = unsafe { *bucket.cast::<crush_bucket_straw2>() };
            Algorithm::Straw2 { item_weights: weights(straw2.item_weights, size) }
        }
        _ => Algorithm::Unknown,
    }
}

/// A list without one of its arrays has no item that wins: both count as missing.
#[inline]
fn list_of<'a>(item_weights: &'a [u32], sum_weights: &'a [u32]) -> Algorithm<'a> {
    if sum_weights.is_empty() {
        return Algorithm::List { item_weights: &[], sum_weights };
    }
    Algorithm::List { item_weights, sum_weights }
}
