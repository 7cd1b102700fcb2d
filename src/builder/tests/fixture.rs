//! A map and buckets for tests, as a C program would hold them.
//!
//! Pointers stay valid as long as the values here, which free what they hold; a map checks on drop that the test has
//! given back every block.

use crate::abi::*;
use crate::builder::BucketAlgorithm;
use crate::builder::alloc::faults;
use crate::builder::stored::{StoredBucket, StoredWeights, read_bucket};
use crate::capi::builder::*;
use crate::capi::crush::{crush_destroy, crush_destroy_bucket, crush_get_bucket_item_weight};
use core::cell::Cell;
use core::ptr::null_mut;

pub(super) const ENOENT: i32 = -2;
pub(super) const ENOMEM: i32 = -12;
pub(super) const EEXIST: i32 = -17;
pub(super) const EINVAL: i32 = -22;
pub(super) const ENOSPC: i32 = -28;
pub(super) const ERANGE: i32 = -34;

pub(super) const UNIFORM: i32 = BucketAlgorithm::Uniform as i32;
pub(super) const LIST: i32 = BucketAlgorithm::List as i32;
pub(super) const TREE: i32 = BucketAlgorithm::Tree as i32;
pub(super) const STRAW: i32 = BucketAlgorithm::Straw as i32;
pub(super) const STRAW2: i32 = BucketAlgorithm::Straw2 as i32;
pub(super) const ALL: [i32; 5] = [UNIFORM, LIST, TREE, STRAW, STRAW2];

/// A map; its buckets go with it.
pub(super) struct Map {
    pub(super) raw: *mut crush_map,
    live_before: usize,
}

impl Map {
    pub(super) fn new() -> Self {
        let live_before = faults::live_blocks();
        let raw = crush_create();
        assert!(!raw.is_null());
        Self { raw, live_before }
    }

    pub(super) fn with_straw_version(version: u8) -> Self {
        let map = Self::new();
        map.set(|raw| raw.straw_calc_version = version);
        map
    }

    pub(super) fn get(&self) -> &crush_map {
        // SAFETY: made by `crush_create`, freed on drop; tests hold no reference across a call that writes.
        unsafe { &*self.raw }
    }

    pub(super) fn set(&self, change: impl FnOnce(&mut crush_map)) {
        // SAFETY: as in `get`.
        change(unsafe { &mut *self.raw });
    }

    /// Calls `crush_make_bucket`; `None` for NULL.
    pub(super) fn try_make(&self, alg: i32, items: &[i32], weights: &[u32]) -> Option<Bucket<'_>> {
        let (mut items, mut weights) = (items.to_vec(), weights.to_vec());
        let size = items.len() as i32;
        let weights = weights.as_mut_ptr().cast();
        // SAFETY: the arrays have `size` elements, or one weight at least for a uniform bucket.
        let raw = unsafe { crush_make_bucket(self.raw, alg, 0, 1, size, items.as_mut_ptr(), weights) };
        (!raw.is_null()).then_some(Bucket { raw: Cell::new(raw), map: self })
    }

    pub(super) fn make(&self, alg: i32, items: &[i32], weights: &[u32]) -> Bucket<'_> {
        self.try_make(alg, items, weights).expect("a bucket")
    }

    /// Makes a bucket and puts it into the map; it then belongs to the map.
    pub(super) fn add(&self, id: i32, alg: i32, items: &[i32], weights: &[u32]) -> Bucket<'_> {
        Bucket { raw: Cell::new(self.make_in_map(id, alg, items, weights)), map: self }
    }

    /// As [`add`](Self::add), without looking at the bucket any more.
    pub(super) fn make_in_map(&self, id: i32, alg: i32, items: &[i32], weights: &[u32]) -> *mut crush_bucket {
        let bucket = self.make(alg, items, weights);
        assert_eq!(self.add_bucket(id, bucket.raw()), 0);
        bucket.give_away()
    }

    pub(super) fn add_bucket(&self, id: i32, bucket: *mut crush_bucket) -> i32 {
        // SAFETY: the map is alive, and tests pass live buckets or NULL.
        unsafe { crush_add_bucket(self.raw, id, bucket, null_mut()) }
    }
}

impl Drop for Map {
    fn drop(&mut self) {
        // SAFETY: made by `crush_create`.
        unsafe { crush_destroy(self.raw) };
        if !std::thread::panicking() {
            assert_eq!(faults::live_blocks(), self.live_before, "blocks leaked or freed twice");
        }
    }
}

/// A bucket, inside or outside of a map.
pub(super) struct Bucket<'a> {
    raw: Cell<*mut crush_bucket>,
    map: &'a Map,
}

impl Bucket<'_> {
    pub(super) fn raw(&self) -> *mut crush_bucket {
        self.raw.get()
    }

    /// Leaves the bucket to somebody else, who frees it.
    pub(super) fn give_away(&self) -> *mut crush_bucket {
        self.raw.replace(null_mut())
    }

    pub(super) fn header(&self) -> crush_bucket {
        // SAFETY: a live bucket.
        unsafe { *self.raw() }
    }

    pub(super) fn set<T>(&self, change: impl FnOnce(&mut T)) {
        // SAFETY: a live bucket of the variant that the test names.
        change(unsafe { &mut *self.raw().cast() });
    }

    pub(super) fn add(&self, item: i32, weight: u32) -> i32 {
        // SAFETY: map and bucket are alive.
        unsafe { crush_bucket_add_item(self.map.raw, self.raw(), item, weight.cast_signed()) }
    }

    pub(super) fn remove(&self, item: i32) -> i32 {
        // SAFETY: map and bucket are alive.
        unsafe { crush_bucket_remove_item(self.map.raw, self.raw(), item) }
    }

    pub(super) fn adjust(&self, item: i32, weight: u32) -> i32 {
        // SAFETY: map and bucket are alive.
        unsafe { crush_bucket_adjust_item_weight(self.map.raw, self.raw(), item, weight.cast_signed()) }
    }

    pub(super) fn reweight(&self) -> i32 {
        // SAFETY: map and bucket are alive.
        unsafe { crush_reweight_bucket(self.map.raw, self.raw()) }
    }

    pub(super) fn item_weight(&self, pos: i32) -> u32 {
        // SAFETY: the bucket is alive.
        unsafe { crush_get_bucket_item_weight(self.raw(), pos) }.cast_unsigned()
    }

    pub(super) fn stored(&self) -> StoredBucket<'_> {
        // SAFETY: a live bucket, which tests do not change while they look at it.
        unsafe { read_bucket(self.raw()) }.expect("a known algorithm")
    }

    pub(super) fn items(&self) -> Vec<i32> {
        self.stored().items.to_vec()
    }

    pub(super) fn item_weights(&self) -> Vec<u32> {
        (0..self.header().size).map(|place| self.item_weight(place as i32)).collect()
    }

    /// Node weights of a tree bucket.
    pub(super) fn nodes(&self) -> Vec<u32> {
        match self.stored().weights {
            StoredWeights::Tree { node_weights } => node_weights.to_vec(),
            other => panic!("not a tree: {other:?}"),
        }
    }

    /// Straw lengths of a straw bucket.
    pub(super) fn straws(&self) -> Vec<u32> {
        match self.stored().weights {
            StoredWeights::Straw { straws, .. } => straws.to_vec(),
            other => panic!("not straws: {other:?}"),
        }
    }

    /// The bucket in the notation of the recorded vectors.
    pub(super) fn show(&self) -> String {
        let stored = self.stored();
        let items: Vec<_> = stored.items.iter().map(i32::to_string).collect();
        let common =
            format!("size {} weight {:x} items {}", self.header().size, stored.weight, items.join(" "));
        match stored.weights {
            StoredWeights::Uniform { item_weight } => format!("{common}; item_weight {item_weight:x}"),
            StoredWeights::List { item_weights, sum_weights } => {
                format!("{common}; w {}; sum {}", hex(item_weights), hex(sum_weights))
            }
            StoredWeights::Tree { node_weights } => {
                // Node 0 holds nothing; the recorded lists begin with it all the same.
                format!("{common}; num_nodes {}; node {}", node_weights.len(), hex(node_weights))
            }
            StoredWeights::Straw { item_weights, straws } => {
                format!("{common}; w {}; straws {}", hex(item_weights), hex(straws))
            }
            StoredWeights::Straw2 { item_weights } => format!("{common}; w {}", hex(item_weights)),
        }
    }
}

impl Drop for Bucket<'_> {
    fn drop(&mut self) {
        let in_map = self.raw().is_null() || {
            let map = self.map.get();
            // SAFETY: the map's own table.
            unsafe { crate::builder::hierarchy::slots(map) }.contains(&self.raw())
        };
        if !in_map {
            // SAFETY: a live bucket that no map holds.
            unsafe { crush_destroy_bucket(self.raw()) };
        }
    }
}

fn hex(weights: &[u32]) -> String {
    let weights: Vec<_> = weights.iter().map(|weight| format!("{weight:x}")).collect();
    weights.join(" ")
}

/// Numbers of a recorded vector.
pub(super) fn parse_hex(text: &str) -> Vec<u32> {
    text.split_whitespace().map(|word| u32::from_str_radix(word, 16).expect("a hexadecimal number")).collect()
}
