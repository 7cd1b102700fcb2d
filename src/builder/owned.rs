//! The safe owner of a C map, for Rust code.

mod copy;
mod edit;

use super::error::BuildError;
use super::header::BucketKind;
use super::stored::{self, StoredBucket, StoredRule};
use super::tunables::{self, MapTunables};
use super::{BucketAlgorithm, bucket_table, create, destroy, finalize, hierarchy, make, rule};
use crate::abi::crush_map;
use crate::view::MapView;
use core::ptr::NonNull;

/// A bucket to make from items and weights; everything else is computed (spec 03 section 5.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BucketSpec<'a> {
    /// Negative id, or 0 for the next free one.
    pub id: i32,
    /// How the bucket chooses.
    pub algorithm: BucketAlgorithm,
    /// Hash of the choices, 0 for rjenkins1.
    pub hash: u8,
    /// Type in the hierarchy, above 0.
    pub r#type: u16,
    /// Ids: devices from 0 up, buckets negative.
    pub items: &'a [i32],
    /// One weight for each item, 16.16; a uniform bucket takes the first one for all items.
    pub weights: &'a [u32],
}

/// A [`crush_map`] in C memory with all its buckets and rules, freed on drop.
///
/// What is reachable from the map is as the C interface wants it, so [`as_ptr`](Self::as_ptr) may be given to C code.
#[derive(Debug)]
pub struct OwnedMap(NonNull<crush_map>);

// SAFETY: the map and all its parts belong to this owner alone, and the C allocator's free works from any thread.
unsafe impl Send for OwnedMap {}
// SAFETY: `&self` gives read access only, and nothing in a map changes behind a shared reference (the histogram that
// mapping may count in is NULL here, as no method sets it).
unsafe impl Sync for OwnedMap {}

impl OwnedMap {
    /// Makes an empty map with the optimal tunables.
    ///
    /// # Errors
    /// `NoMemory`.
    pub fn new() -> Result<Self, BuildError> {
        NonNull::new(create::create()?.into_raw()).map(Self).ok_or(BuildError::NoMemory)
    }

    /// The map for C code, valid as long as `self`; it must not be freed, and not be changed while `self` is in use.
    pub fn as_ptr(&self) -> *mut crush_map {
        self.0.as_ptr()
    }

    fn map(&self) -> &crush_map {
        // SAFETY: the pointer came from `create`, and the map lives as long as `self`.
        unsafe { self.0.as_ref() }
    }

    fn map_mut(&mut self) -> &mut crush_map {
        // SAFETY: the pointer came from `create`, and `self` is the map's only owner.
        unsafe { self.0.as_mut() }
    }

    /// The map as the mapper sees it.
    pub fn view(&self) -> MapView<'_> {
        // SAFETY: the map and its parts are valid and live as long as `self`, which is borrowed for as long as the view.
        unsafe { MapView::from_header(self.map()) }
    }

    /// Number of bucket slots.
    pub fn max_buckets(&self) -> usize {
        hierarchy::slot_count(self.map())
    }

    /// Number of rule slots.
    pub fn max_rules(&self) -> u32 {
        self.map().max_rules
    }

    /// Largest device id plus 1, as last set or computed.
    pub fn max_devices(&self) -> i32 {
        self.map().max_devices
    }

    /// Sets the number of devices. [`finalize`](Self::finalize) computes it anew.
    pub fn set_max_devices(&mut self, max_devices: i32) {
        self.map_mut().max_devices = max_devices;
    }

    /// All tunables.
    pub fn tunables(&self) -> MapTunables {
        tunables::read(self.map())
    }

    /// Sets all tunables.
    pub fn set_tunables(&mut self, tunables: &MapTunables) {
        tunables::write(self.map_mut(), tunables);
    }

    /// Gives the map exactly `count` bucket slots; new ones are empty.
    ///
    /// # Errors
    /// `InvalidArgument` if a bucket sits beyond, `NoMemory`.
    pub fn set_max_buckets(&mut self, count: usize) -> Result<(), BuildError> {
        // SAFETY: the map's own table, borrowed with the map.
        let slots = unsafe { hierarchy::slots(self.map()) };
        if slots.iter().skip(count).any(|bucket| !bucket.is_null()) {
            return Err(BuildError::InvalidArgument);
        }
        // SAFETY: the map's own table, exclusively borrowed with the map.
        unsafe { bucket_table::set_slot_count(self.map_mut(), count) }
    }

    /// Gives the map exactly `count` rule slots; new ones are empty.
    ///
    /// # Errors
    /// `InvalidArgument` if a rule sits beyond, `NoMemory`.
    pub fn set_max_rules(&mut self, count: u32) -> Result<(), BuildError> {
        if (count..self.max_rules()).any(|number| self.rule(number).is_some()) {
            return Err(BuildError::InvalidArgument);
        }
        // SAFETY: the map's own table, exclusively borrowed with the map.
        unsafe { rule::set_rule_count(self.map_mut(), count) }
    }

    /// Makes a bucket and puts it into the slot of its id; returns the id.
    ///
    /// # Errors
    /// `InvalidArgument` for an id above 0 or numbers of items and weights that differ, `BucketExists`,
    /// `WeightOverflow`, `TreeFull`, `NoMemory`.
    pub fn add_bucket(&mut self, spec: &BucketSpec<'_>) -> Result<i32, BuildError> {
        let kind = BucketKind { hash: spec.hash, r#type: spec.r#type };
        let version = self.map().straw_calc_version.into();
        let bucket = make::make_bucket(spec.algorithm, Some(version), kind, spec.items, spec.weights)?;
        // SAFETY: the map's own table, and a bucket that was just made.
        let added = unsafe { bucket_table::add(self.map_mut(), spec.id, bucket) };
        if added.is_err() {
            // SAFETY: the bucket was just made and did not get into the map.
            unsafe { destroy::bucket(bucket.as_ptr()) };
        }
        added
    }

    /// Puts a bucket with exactly these contents into an empty slot. The slot must exist, see
    /// [`set_max_buckets`](Self::set_max_buckets); the stored id is kept even if it belongs to another slot.
    ///
    /// # Errors
    /// `InvalidArgument` if there is no such slot or the arrays' lengths do not fit, `BucketExists`, `NoMemory`.
    pub fn place_bucket(&mut self, slot: usize, bucket: &StoredBucket<'_>) -> Result<(), BuildError> {
        let bucket = stored::store_bucket(bucket)?;
        // SAFETY: the map's own table, exclusively borrowed with the map.
        let placed = unsafe { bucket_table::place(self.map_mut(), slot, bucket) };
        if placed.is_err() {
            // SAFETY: the bucket was just made and did not get into the map.
            unsafe { destroy::bucket(bucket.as_ptr()) };
        }
        placed
    }

    /// What is stored in a bucket slot; `None` if it is empty or does not exist.
    pub fn bucket(&self, slot: usize) -> Option<StoredBucket<'_>> {
        // SAFETY: the map's own table, borrowed with the map.
        let &bucket = unsafe { hierarchy::slots(self.map()) }.get(slot)?;
        // SAFETY: the map's own bucket, or NULL, borrowed with the map.
        unsafe { stored::read_bucket(bucket) }
    }

    /// Puts a rule into the table, under the first free number for `None`; returns the number. A rule that had the
    /// number before is freed.
    ///
    /// # Errors
    /// `TooManyRules`, `NoMemory`.
    pub fn add_rule(&mut self, rule: &StoredRule<'_>, number: Option<u32>) -> Result<u32, BuildError> {
        let block = stored::store_rule(rule)?;
        let replaced = number.and_then(|number| self.rule_ptr(number));
        // SAFETY: the map's own table, and a rule that is given to it only when it got in.
        let number = unsafe { rule::add(self.map_mut(), block.as_ptr(), number) }?;
        block.into_raw();
        if let Some(replaced) = replaced {
            // SAFETY: the rule was the map's own, and its place holds another one now.
            unsafe { destroy::rule(replaced.as_ptr()) };
        }
        Ok(number)
    }

    /// What is stored in a rule slot; `None` if it is empty or does not exist.
    pub fn rule(&self, number: u32) -> Option<StoredRule<'_>> {
        // SAFETY: the map's own rule, borrowed with the map.
        self.rule_ptr(number).map(|rule| unsafe { stored::read_rule(rule) })
    }

    /// Computes the size of the workspace and the number of devices; to be called when the structure is complete.
    pub fn finalize(&mut self) {
        // SAFETY: the map's own buckets, exclusively borrowed with the map.
        unsafe { finalize::finalize(self.map_mut()) }
    }
}

impl Drop for OwnedMap {
    fn drop(&mut self) {
        // SAFETY: `self` is the only owner of the map and of all its parts.
        unsafe { destroy::map(self.as_ptr()) }
    }
}

#[cfg(test)]
mod tests;
