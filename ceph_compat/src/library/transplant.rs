//! A map whose parts the caller allocated, as a program does that fills the structs by itself.

use super::compare::{bucket, parts};
use super::ledger::inside;
use super::map::{field, get};
use super::{Library, NativeMap, call};
use crate::bindings::{msr, reef};
use crate::case::alg;
use std::ffi::c_void;
use std::mem::{offset_of, size_of};
use std::ptr::null_mut;

impl NativeMap<'_> {
    /// Replaces every part of the map by a copy that comes from the C allocator and not from a library, and gives it a
    /// histogram, which the map owns (spec 03 section 11).
    pub(crate) fn transplant(&mut self) {
        let _inside = inside();
        for slot in 0..get!(self, max_buckets).max(0) as usize {
            let b = bucket(self, slot);
            if !b.is_null() {
                let copy = copied_bucket(b);
                let table = get!(self, buckets);
                // SAFETY: the table has `max_buckets` entries.
                let entry = unsafe { table.add(slot) };
                // SAFETY: as above.
                unsafe { entry.write(copy.cast()) };
            }
        }
        for number in 0..get!(self, max_rules) as usize {
            let table = get!(self, rules);
            // SAFETY: the table has `max_rules` entries.
            let entry = unsafe { table.add(number) };
            // SAFETY: as above; every entry is initialised.
            let rule: *mut reef::crush_rule = unsafe { entry.read() }.cast();
            if !rule.is_null() {
                // SAFETY: the rule is alive; the steps of every profile begin and end at the same bytes.
                let len = unsafe { (*rule).len } as usize;
                let bytes = offset_of!(reef::crush_rule, steps) + len * size_of::<reef::crush_rule_step>();
                let copy = moved(rule.cast(), bytes);
                // SAFETY: the entry is inside the table.
                unsafe { entry.write(copy.cast()) };
            }
        }
        self.transplant_tables();
    }

    /// The tables that hold buckets and rules, and the histogram.
    fn transplant_tables(&mut self) {
        let (buckets, rules) = (get!(self, max_buckets).max(0) as usize, get!(self, max_rules) as usize);
        let copies =
            (moved(get!(self, buckets).cast(), 8 * buckets), moved(get!(self, rules).cast(), 8 * rules));
        let place = field!(self, buckets);
        // SAFETY: `field!` gives the address of a field of a live map.
        unsafe { place.write(copies.0.cast()) };
        let place = field!(self, rules);
        // SAFETY: as above.
        unsafe { place.write(copies.1.cast()) };
        let place = field!(self, choose_tries);
        // SAFETY: plain allocation.
        let histogram = unsafe { libc::calloc(51, 4) };
        // SAFETY: as above.
        unsafe { place.write(histogram.cast()) };
    }

    /// Destroys the map by a library, which need not be the one that made it.
    pub(crate) fn destroy(self, by: &Library) {
        let map = self.map;
        std::mem::forget(self);
        // SAFETY: the map is ours, and forgotten.
        unsafe { call!(by, crush_destroy(map)) }
    }
}

/// A copy of a block, which is freed; NULL stays NULL.
fn moved(block: *mut c_void, bytes: usize) -> *mut c_void {
    if block.is_null() {
        return null_mut();
    }
    // SAFETY: plain allocation; one byte at least.
    let copy = unsafe { libc::malloc(bytes.max(1)) };
    assert!(!copy.is_null(), "out of memory");
    // SAFETY: the block has as many bytes, and so has the new one.
    unsafe { copy.copy_from_nonoverlapping(block, bytes) };
    // SAFETY: nobody else has the block: its address is about to be replaced.
    unsafe { libc::free(block) };
    copy
}

/// Where the struct of a variant holds its arrays of numbers, and its size.
fn layout(alg: u8) -> (usize, Vec<usize>) {
    match alg {
        alg::UNIFORM => (size_of::<msr::crush_bucket_uniform>(), vec![]),
        alg::LIST => (
            size_of::<msr::crush_bucket_list>(),
            vec![
                offset_of!(msr::crush_bucket_list, item_weights),
                offset_of!(msr::crush_bucket_list, sum_weights),
            ],
        ),
        alg::TREE => {
            (size_of::<msr::crush_bucket_tree>(), vec![offset_of!(msr::crush_bucket_tree, node_weights)])
        }
        alg::STRAW => (
            size_of::<msr::crush_bucket_straw>(),
            vec![
                offset_of!(msr::crush_bucket_straw, item_weights),
                offset_of!(msr::crush_bucket_straw, straws),
            ],
        ),
        alg::STRAW2 => {
            (size_of::<msr::crush_bucket_straw2>(), vec![offset_of!(msr::crush_bucket_straw2, item_weights)])
        }
        alg => panic!("a bucket of algorithm {alg} cannot be copied"),
    }
}

/// Moves a bucket with its arrays into blocks of ours.
fn copied_bucket(b: *mut msr::crush_bucket) -> *mut msr::crush_bucket {
    // SAFETY: the bucket is alive.
    let &msr::crush_bucket { alg, size, items, .. } = unsafe { &*b };
    let lengths: Vec<usize> = parts(b).iter().map(|(_, part)| part.map_or(0, <[u32]>::len)).collect();
    let (bytes, arrays) = layout(alg);
    for (&offset, len) in arrays.iter().zip(lengths) {
        // SAFETY: the struct of this variant has an array's address at this offset.
        let place: *mut *mut c_void = unsafe { b.byte_add(offset) }.cast();
        // SAFETY: as above.
        let array = unsafe { place.read() };
        // SAFETY: as above.
        unsafe { place.write(moved(array, 4 * len)) };
    }
    // SAFETY: as above.
    unsafe { (*b).items = moved(items.cast(), 4 * size as usize).cast() };
    moved(b.cast(), bytes).cast()
}
