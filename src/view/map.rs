//! A C map as the mapper sees it.

use super::bucket::{bucket_from_ptr, drawn_from_ptr, is_uniform};
use super::choose_args::ChooseArgs;
use super::slice::slice_from_ptr;
use crate::abi::{crush_bucket, crush_map, crush_rule};
use crate::bucket::{Bucket, ChooseArg, Drawn};
use crate::mapper::{Rule, Topology, Tunables};
use core::marker::PhantomData;

/// A C map and the replacements to map with.
#[derive(Clone, Copy, Debug)]
pub struct MapView<'a> {
    map: *const crush_map,
    max_buckets: u32,
    choose_args: ChooseArgs<'a>,
    lifetime: PhantomData<&'a crush_map>,
}

impl<'a> MapView<'a> {
    /// The map at `map`, or `None` for NULL.
    ///
    /// # Safety
    /// `map` is NULL or points to a map whose arrays are NULL or as long as its counts say, of buckets and rules that are
    /// NULL or valid likewise; nobody changes any of it during `'a`, but for the counters of `choose_tries`.
    pub unsafe fn from_ptr(map: *const crush_map) -> Option<Self> {
        // SAFETY: NULL or valid, as the caller promises.
        let header = unsafe { map.as_ref() }?;
        // SAFETY: as the caller promises.
        Some(unsafe { Self::from_header(header) })
    }

    /// The map with this struct.
    ///
    /// # Safety
    /// As for [`from_ptr`](Self::from_ptr).
    pub(crate) unsafe fn from_header(map: &'a crush_map) -> Self {
        let slots = if map.buckets.is_null() { 0 } else { map.max_buckets };
        let max_buckets = u32::try_from(slots).unwrap_or(0);
        Self { map, max_buckets, choose_args: ChooseArgs::NONE, lifetime: PhantomData }
    }

    /// The same map, mapped with replacements.
    pub fn with_choose_args(self, choose_args: ChooseArgs<'a>) -> Self {
        Self { choose_args, ..self }
    }

    /// The C struct.
    #[inline]
    pub fn header(&self) -> &'a crush_map {
        // SAFETY: checked not to be NULL when this view was made, and valid during 'a as its maker promised.
        unsafe { &*self.map }
    }

    /// The slots of the bucket table.
    fn slots(&self) -> &'a [*mut crush_bucket] {
        // SAFETY: the table is NULL or as long as the map says, as the maker of this view promised.
        unsafe { slice_from_ptr(self.header().buckets.cast_const(), self.max_buckets as usize) }
    }

    /// The C struct of every bucket, with the number of its slot.
    pub(super) fn bucket_headers(&self) -> impl Iterator<Item = (usize, &'a crush_bucket)> + use<'a> {
        // SAFETY: an entry of the table is NULL or a valid bucket, as the maker of this view promised.
        let header = |&slot: &*mut crush_bucket| unsafe { slot.cast_const().as_ref() };
        self.slots().iter().enumerate().filter_map(move |(i, slot)| Some((i, header(slot)?)))
    }

    /// Whether the map counts buckets and has no table of them.
    pub fn lacks_bucket_table(&self) -> bool {
        self.header().buckets.is_null() && self.header().max_buckets != 0
    }

    /// Whether the map counts rules and has no table of them.
    pub fn lacks_rule_table(&self) -> bool {
        self.header().rules.is_null() && self.header().max_rules != 0
    }

    /// The numbers of buckets that count items and have none.
    pub fn buckets_without_items(&self) -> impl Iterator<Item = i32> {
        let lacking = |(slot, bucket): (usize, &crush_bucket)| {
            let number = !i32::try_from(slot).unwrap_or(i32::MAX);
            (bucket.size > 0 && bucket.items.is_null()).then_some(number)
        };
        self.bucket_headers().filter_map(lacking)
    }

    /// The entry of the bucket table for a negative item; NULL for any other.
    #[inline]
    fn slot(&self, item: i32) -> *const crush_bucket {
        // The slot of an id is -1 - id, which is the complement of its bits: beyond any table for items from 0 up.
        let slot = self.slots().get((!item).cast_unsigned() as usize).filter(|_| item < 0);
        slot.map_or(core::ptr::null(), |slot| slot.cast_const())
    }

    #[inline]
    fn bucket_header(&self, item: i32) -> Option<&'a crush_bucket> {
        // SAFETY: an entry of the table is NULL or a valid bucket, as the maker of this view promised.
        unsafe { self.slot(item).as_ref() }
    }

    fn rule_slots(&self) -> &'a [RulePtr] {
        // SAFETY: the table is NULL or as long as the map says, as the maker of this view promised; `RulePtr` is laid out
        // like the pointers it wraps, whose targets are NULL or valid rules likewise.
        unsafe { slice_from_ptr(self.header().rules.cast_const().cast(), self.header().max_rules as usize) }
    }
}

/// An entry of a valid map's rule table: NULL or a valid rule.
#[repr(transparent)]
#[derive(Clone, Copy)]
struct RulePtr(*const crush_rule);

/// The rule at an entry, or `None` for NULL.
#[inline]
fn rule_from_ptr<'a>(rule: RulePtr) -> Option<Rule<'a>> {
    // SAFETY: NULL or valid, as the definition of `RulePtr` says.
    let header = unsafe { rule.0.as_ref() }?;
    // SAFETY: the steps follow the header in the same block, which is not NULL.
    let first = unsafe { &raw const (*rule.0).steps };
    // SAFETY: a rule has as many steps as its header says.
    let steps = unsafe { slice_from_ptr(first.cast(), header.len as usize) };
    #[cfg(feature = "abi-pacific")]
    let kind = header.mask.r#type;
    #[cfg(not(feature = "abi-pacific"))]
    let kind = header.r#type;
    Some(Rule { kind, steps })
}

impl Topology for MapView<'_> {
    #[inline]
    fn max_buckets(&self) -> u32 {
        self.max_buckets
    }

    #[inline]
    fn max_devices(&self) -> i32 {
        self.header().max_devices
    }

    #[inline]
    fn bucket(&self, item: i32) -> Option<Bucket<'_>> {
        // SAFETY: an entry of the table is NULL or a valid bucket, as the maker of this view promised.
        unsafe { bucket_from_ptr(self.slot(item)) }
    }

    #[inline]
    fn kind(&self, item: i32) -> Option<u16> {
        self.bucket_header(item).map(|header| header.r#type)
    }

    #[inline]
    fn drawn(&self, item: i32, position: i32) -> Option<Drawn<'_>> {
        let choose_arg = self.is_positional().then_some(|id| self.choose_args.at(id, position));
        // SAFETY: an entry of the table is NULL or a valid bucket, as the maker of this view promised.
        unsafe { drawn_from_ptr(self.slot(item), choose_arg) }
    }

    #[inline]
    fn uniform_size(&self, item: i32) -> Option<usize> {
        let header = self.bucket_header(item)?;
        is_uniform(header).then(|| self.bucket(item).map_or(0, |bucket| bucket.items.len()))
    }

    #[inline]
    fn is_positional(&self) -> bool {
        !self.choose_args.is_none()
    }

    #[inline]
    fn choose_arg(&self, bucket: &Bucket<'_>, position: i32) -> ChooseArg<'_> {
        self.choose_args.at(bucket.id, position)
    }

    fn positions(&self, bucket: &Bucket<'_>) -> u32 {
        self.choose_args.positions(bucket.id)
    }

    fn tunables(&self) -> Tunables {
        let map = self.header();
        #[cfg(not(any(feature = "abi-pacific", feature = "abi-reef")))]
        let (msr_descents, msr_collision_tries) = (map.msr_descents, map.msr_collision_tries);
        // The older interfaces have no MSR rules, and no fields for them.
        #[cfg(any(feature = "abi-pacific", feature = "abi-reef"))]
        let (msr_descents, msr_collision_tries) = (0, 0);
        Tunables {
            choose_local_tries: map.choose_local_tries,
            choose_local_fallback_tries: map.choose_local_fallback_tries,
            choose_total_tries: map.choose_total_tries,
            chooseleaf_descend_once: map.chooseleaf_descend_once,
            chooseleaf_vary_r: map.chooseleaf_vary_r,
            chooseleaf_stable: map.chooseleaf_stable,
            msr_descents,
            msr_collision_tries,
        }
    }

    #[inline]
    fn max_rules(&self) -> u32 {
        u32::try_from(self.rule_slots().len()).unwrap_or(0)
    }

    fn rule(&self, ruleno: u32) -> Option<Rule<'_>> {
        rule_from_ptr(*self.rule_slots().get(ruleno as usize)?)
    }
}
