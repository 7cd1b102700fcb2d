//! Buckets and rules as plain data: exactly what is stored, nothing computed.

use super::BucketAlgorithm;
use super::array::{Array, slice};
use super::block::Block;
use super::error::BuildError;
use super::header::BucketKind;
use super::hierarchy;
use super::rule::{self, RuleBlock, RuleMask};
use crate::abi::*;
use core::ptr::NonNull;

/// A bucket with everything that is stored for it. Nothing in it needs to be consistent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoredBucket<'a> {
    /// Negative id.
    pub id: i32,
    /// Type in the hierarchy.
    pub r#type: u16,
    /// Hash of the choices.
    pub hash: u8,
    /// Weight of the whole bucket, 16.16.
    pub weight: u32,
    /// Ids: devices from 0 up, buckets negative.
    pub items: &'a [i32],
    /// What the bucket's algorithm keeps about the items.
    pub weights: StoredWeights<'a>,
}

/// The part of a bucket that depends on its algorithm. Arrays are as long as the bucket has items, unless said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoredWeights<'a> {
    /// Uniform bucket.
    Uniform {
        /// Weight of each item, 16.16.
        item_weight: u32,
    },
    /// List bucket.
    List {
        /// Weights, 16.16.
        item_weights: &'a [u32],
        /// Sums of the weights up to and including each item.
        sum_weights: &'a [u32],
    },
    /// Tree bucket.
    Tree {
        /// Weights of the tree's nodes, at most 255 of them.
        node_weights: &'a [u32],
    },
    /// Straw bucket.
    Straw {
        /// Weights, 16.16.
        item_weights: &'a [u32],
        /// Straw lengths, 16.16.
        straws: &'a [u32],
    },
    /// Straw2 bucket.
    Straw2 {
        /// Weights, 16.16.
        item_weights: &'a [u32],
    },
}

impl StoredWeights<'_> {
    /// The algorithm that keeps this.
    pub fn algorithm(&self) -> BucketAlgorithm {
        match self {
            Self::Uniform { .. } => BucketAlgorithm::Uniform,
            Self::List { .. } => BucketAlgorithm::List,
            Self::Tree { .. } => BucketAlgorithm::Tree,
            Self::Straw { .. } => BucketAlgorithm::Straw,
            Self::Straw2 { .. } => BucketAlgorithm::Straw2,
        }
    }
}

/// A rule with everything that is stored for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoredRule<'a> {
    /// Former ruleset number; equal to the rule's own number where it still matters.
    pub ruleset: u8,
    /// 1 replicated, 3 erasure, 4 and 5 MSR.
    pub r#type: u8,
    /// Smallest number of replicas that the rule serves, in old maps.
    pub min_size: u8,
    /// Largest number of replicas that the rule serves, in old maps.
    pub max_size: u8,
    /// The steps.
    pub steps: &'a [crush_rule_step],
}

/// Copies a bucket into C memory; it belongs to the caller.
///
/// # Errors
/// `InvalidArgument` if the arrays' lengths do not fit together, `NoMemory`.
pub(crate) fn store_bucket(stored: &StoredBucket<'_>) -> Result<NonNull<crush_bucket>, BuildError> {
    let kind = BucketKind { hash: stored.hash, r#type: stored.r#type };
    let mut header = kind.header(stored.weights.algorithm(), stored.items.len())?;
    header.id = stored.id;
    header.weight = stored.weight;
    let items = Array::copy_of(stored.items)?;
    let bucket: *mut crush_bucket = match stored.weights {
        StoredWeights::Uniform { item_weight } => {
            let mut bucket = Block::<crush_bucket_uniform>::zeroed()?;
            header.items = items.into_raw();
            *bucket = crush_bucket_uniform { h: header, item_weight };
            bucket.into_raw().cast()
        }
        StoredWeights::List { item_weights, sum_weights } => {
            let mut bucket = Block::<crush_bucket_list>::zeroed()?;
            let item_weights = column(&items, item_weights)?;
            let sum_weights = column(&items, sum_weights)?.into_raw();
            header.items = items.into_raw();
            *bucket = crush_bucket_list { h: header, item_weights: item_weights.into_raw(), sum_weights };
            bucket.into_raw().cast()
        }
        StoredWeights::Tree { node_weights } => {
            let mut bucket = Block::<crush_bucket_tree>::zeroed()?;
            let num_nodes = u8::try_from(node_weights.len()).map_err(|_| BuildError::InvalidArgument)?;
            let node_weights = Array::copy_of(node_weights)?.into_raw();
            header.items = items.into_raw();
            *bucket = crush_bucket_tree { h: header, num_nodes, node_weights };
            bucket.into_raw().cast()
        }
        StoredWeights::Straw { item_weights, straws } => {
            let mut bucket = Block::<crush_bucket_straw>::zeroed()?;
            let item_weights = column(&items, item_weights)?;
            let straws = column(&items, straws)?.into_raw();
            header.items = items.into_raw();
            *bucket = crush_bucket_straw { h: header, item_weights: item_weights.into_raw(), straws };
            bucket.into_raw().cast()
        }
        StoredWeights::Straw2 { item_weights } => {
            let mut bucket = Block::<crush_bucket_straw2>::zeroed()?;
            let item_weights = column(&items, item_weights)?.into_raw();
            header.items = items.into_raw();
            *bucket = crush_bucket_straw2 { h: header, item_weights };
            bucket.into_raw().cast()
        }
    };
    NonNull::new(bucket).ok_or(BuildError::NoMemory)
}

fn column(items: &[i32], source: &[u32]) -> Result<Array<u32>, BuildError> {
    if items.len() == source.len() { Ok(Array::copy_of(source)?) } else { Err(BuildError::InvalidArgument) }
}

/// Reads a bucket out of C memory; `None` for NULL and for an unknown algorithm.
///
/// # Safety
/// `bucket` is NULL or a valid bucket of the variant that its `alg` names, and nobody writes it during `'a`.
pub(crate) unsafe fn read_bucket<'a>(bucket: *const crush_bucket) -> Option<StoredBucket<'a>> {
    // SAFETY: the caller vouches for a bucket that is not NULL.
    let header = unsafe { bucket.as_ref() }?;
    Some(StoredBucket {
        id: header.id,
        r#type: header.r#type,
        hash: header.hash,
        weight: header.weight,
        // SAFETY: the caller vouches for the bucket's items.
        items: unsafe { hierarchy::items(header) },
        // SAFETY: the caller vouches for the bucket.
        weights: unsafe { read_weights(bucket, header) }?,
    })
}

/// # Safety
/// As for [`read_bucket`]; `header` is the bucket's.
unsafe fn read_weights<'a>(bucket: *const crush_bucket, header: &crush_bucket) -> Option<StoredWeights<'a>> {
    let size = header.size as usize;
    // SAFETY: used below for the arrays of this bucket only, whose lengths the caller vouches for.
    let array = |first: *mut u32, len| unsafe { slice(first, len) };
    match BucketAlgorithm::try_from(i32::from(header.alg)).ok()? {
        BucketAlgorithm::Uniform => {
            // SAFETY: `alg` names this variant.
            let &crush_bucket_uniform { item_weight, .. } = unsafe { &*bucket.cast() };
            Some(StoredWeights::Uniform { item_weight })
        }
        BucketAlgorithm::List => {
            // SAFETY: `alg` names this variant.
            let &crush_bucket_list { item_weights, sum_weights, .. } = unsafe { &*bucket.cast() };
            let (item_weights, sum_weights) = (array(item_weights, size), array(sum_weights, size));
            Some(StoredWeights::List { item_weights, sum_weights })
        }
        BucketAlgorithm::Tree => {
            // SAFETY: `alg` names this variant.
            let &crush_bucket_tree { num_nodes, node_weights, .. } = unsafe { &*bucket.cast() };
            Some(StoredWeights::Tree { node_weights: array(node_weights, num_nodes.into()) })
        }
        BucketAlgorithm::Straw => {
            // SAFETY: `alg` names this variant.
            let &crush_bucket_straw { item_weights, straws, .. } = unsafe { &*bucket.cast() };
            Some(StoredWeights::Straw {
                item_weights: array(item_weights, size),
                straws: array(straws, size),
            })
        }
        BucketAlgorithm::Straw2 => {
            // SAFETY: `alg` names this variant.
            let &crush_bucket_straw2 { item_weights, .. } = unsafe { &*bucket.cast() };
            Some(StoredWeights::Straw2 { item_weights: array(item_weights, size) })
        }
    }
}

/// Copies a rule into C memory.
pub(crate) fn store_rule(stored: &StoredRule<'_>) -> Result<RuleBlock, BuildError> {
    let len = u32::try_from(stored.steps.len()).map_err(|_| BuildError::NoMemory)?;
    let mask = RuleMask {
        ruleset: stored.ruleset,
        r#type: stored.r#type,
        min_size: stored.min_size,
        max_size: stored.max_size,
    };
    let mut rule = RuleBlock::make(len, mask)?;
    rule.set_steps(stored.steps);
    Ok(rule)
}

/// Reads a rule out of C memory.
///
/// # Safety
/// `rule` points to a rule followed by `len` steps in the same block, and nobody writes it during `'a`.
pub(crate) unsafe fn read_rule<'a>(rule: NonNull<crush_rule>) -> StoredRule<'a> {
    // SAFETY: the caller vouches for the rule.
    let RuleMask { ruleset, r#type, min_size, max_size } = RuleMask::of(unsafe { rule.as_ref() });
    // SAFETY: the caller vouches for the rule.
    StoredRule { ruleset, r#type, min_size, max_size, steps: unsafe { rule::steps(rule) } }
}
