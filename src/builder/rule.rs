//! Rules: making them and the table that holds them (spec 03 section 3).

use super::alloc::{self, NoMemory};
use super::array::{Column, slice};
use super::error::BuildError;
use crate::abi::*;
use core::ptr::NonNull;

/// Rules that are numbered automatically stay below this; so does the length of a table that may still grow.
const MOST_RULES: u32 = 256;

/// The four bytes between a rule's length and its steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RuleMask {
    pub(crate) ruleset: u8,
    pub(crate) r#type: u8,
    pub(crate) min_size: u8,
    pub(crate) max_size: u8,
}

impl RuleMask {
    #[cfg(feature = "abi-pacific")]
    fn header(self, len: u32) -> crush_rule {
        let Self { ruleset, r#type, min_size, max_size } = self;
        crush_rule { len, mask: crush_rule_mask { ruleset, r#type, min_size, max_size }, steps: [] }
    }

    #[cfg(not(feature = "abi-pacific"))]
    fn header(self, len: u32) -> crush_rule {
        crush_rule {
            len,
            __unused_was_rule_mask_ruleset: self.ruleset,
            r#type: self.r#type,
            deprecated_min_size: self.min_size,
            deprecated_max_size: self.max_size,
            steps: [],
        }
    }

    #[cfg(feature = "abi-pacific")]
    pub(crate) fn of(rule: &crush_rule) -> Self {
        let crush_rule_mask { ruleset, r#type, min_size, max_size } = rule.mask;
        Self { ruleset, r#type, min_size, max_size }
    }

    #[cfg(not(feature = "abi-pacific"))]
    pub(crate) fn of(rule: &crush_rule) -> Self {
        Self {
            ruleset: rule.__unused_was_rule_mask_ruleset,
            r#type: rule.r#type,
            min_size: rule.deprecated_min_size,
            max_size: rule.deprecated_max_size,
        }
    }
}

/// Owner of a rule in one C block, freed on drop unless given away.
pub(crate) struct RuleBlock(NonNull<crush_rule>);

impl RuleBlock {
    /// Makes a rule of `len` steps that do nothing.
    pub(crate) fn make(len: u32, mask: RuleMask) -> Result<Self, NoMemory> {
        let steps = alloc::bytes_of::<crush_rule_step>(len as usize)?;
        let bytes = steps.checked_add(size_of::<crush_rule>()).ok_or(NoMemory)?;
        let rule = alloc::zeroed(bytes)?.cast::<crush_rule>();
        // SAFETY: the block is large enough for the header, aligned by calloc, and owned here.
        unsafe { rule.write(mask.header(len)) };
        Ok(Self(rule))
    }

    /// The rule, still owned here.
    pub(crate) fn as_ptr(&self) -> *mut crush_rule {
        self.0.as_ptr()
    }

    /// Gives the rule away; the receiver frees it with C's `free`.
    pub(crate) fn into_raw(self) -> NonNull<crush_rule> {
        let raw = self.0;
        core::mem::forget(self);
        raw
    }

    /// Writes the steps, as many as the rule has room for.
    pub(crate) fn set_steps(&mut self, steps: &[crush_rule_step]) {
        for (place, &step) in (0..).zip(steps) {
            // SAFETY: `make` made a rule there, and it is owned here.
            unsafe { set_step(self.0, place, step) };
        }
    }
}

impl Drop for RuleBlock {
    fn drop(&mut self) {
        // SAFETY: the block came from `alloc::zeroed` and was not given away.
        unsafe { alloc::release(self.0.as_ptr()) }
    }
}

/// Sets a step; does nothing when the rule has no such place.
///
/// # Safety
/// `rule` points to a rule followed by `len` steps in the same block, and nobody else uses it during the call.
pub(crate) unsafe fn set_step(rule: NonNull<crush_rule>, place: u32, step: crush_rule_step) {
    let rule = rule.as_ptr();
    // SAFETY: the caller vouches for the rule.
    let len = unsafe { (*rule).len };
    if place >= len {
        return;
    }
    // SAFETY: the field lies inside the rule.
    let steps = unsafe { &raw mut (*rule).steps }.cast::<crush_rule_step>();
    // SAFETY: `place < len`, and `len` steps follow the header.
    let target = unsafe { steps.add(place as usize) };
    // SAFETY: as above; steps are aligned like the header.
    unsafe { target.write(step) };
}

/// The steps of a rule.
///
/// # Safety
/// `rule` points to a rule followed by `len` steps in the same block, and nobody writes it during `'a`.
pub(crate) unsafe fn steps<'a>(rule: NonNull<crush_rule>) -> &'a [crush_rule_step] {
    let rule = rule.as_ptr().cast_const();
    // SAFETY: the caller vouches for the rule.
    let len = unsafe { (*rule).len };
    // SAFETY: the field lies inside the rule.
    let first = unsafe { &raw const (*rule).steps }.cast::<crush_rule_step>();
    // SAFETY: `len` steps follow the header.
    unsafe { slice(first, len as usize) }
}

/// The rule table; empty when the map has none.
///
/// # Safety
/// `map.rules` is NULL or points to `map.max_rules` pointers, which nobody writes during `'a`.
pub(crate) unsafe fn rules<'a>(map: &crush_map) -> &'a [*mut crush_rule] {
    // SAFETY: the caller vouches for the table.
    unsafe { slice(map.rules, map.max_rules as usize) }
}

/// Puts a rule into the table and returns its number: the first free one below 256 for `None`.
///
/// A rule that had the number before is overwritten and not freed. The table grows only while it has fewer than 256
/// places, but then to any length, as upstream.
///
/// # Safety
/// The map's rule table is a C block or NULL, and nobody else uses it during the call.
pub(crate) unsafe fn add(
    map: &mut crush_map,
    rule: *mut crush_rule,
    number: Option<u32>,
) -> Result<u32, BuildError> {
    // SAFETY: the caller vouches for the table.
    let number = number.map_or_else(|| unsafe { next_number(map) }, Ok)?;
    if number >= map.max_rules {
        if map.max_rules >= MOST_RULES {
            return Err(BuildError::TooManyRules);
        }
        let count = number.checked_add(1).ok_or(BuildError::NoMemory)?;
        // SAFETY: the caller vouches for the table.
        unsafe { set_rule_count(map, count) }?;
    }
    // SAFETY: the caller vouches for the table, whose length is kept up to date.
    unsafe { put(map, number, rule) }?;
    Ok(number)
}

/// Empties a place of the table, if it exists, and frees nothing.
///
/// # Safety
/// The map's rule table is valid, and nobody else uses it during the call.
pub(crate) unsafe fn clear(map: &mut crush_map, number: u32) {
    // SAFETY: the caller vouches for the table.
    let mut rules = unsafe { table(map) };
    if let Some(entry) = rules.get_mut(number as usize) {
        *entry = core::ptr::null_mut();
    }
}

/// Gives the table exactly `count` places; places that are new, or missing because there was no table, are empty.
///
/// # Safety
/// The map's rule table is a C block or NULL, and nobody else uses it during the call.
pub(crate) unsafe fn set_rule_count(map: &mut crush_map, count: u32) -> Result<(), BuildError> {
    // SAFETY: the caller vouches for the table.
    let mut rules = unsafe { table(map) };
    if rules.len() != count as usize {
        rules.resize(count as usize)?;
    }
    map.max_rules = count;
    Ok(())
}

/// # Safety
/// As for [`add`].
unsafe fn put(map: &mut crush_map, number: u32, rule: *mut crush_rule) -> Result<(), BuildError> {
    let count = map.max_rules;
    // SAFETY: the caller vouches for the table; this makes it if there is none.
    unsafe { set_rule_count(map, count) }?;
    // SAFETY: the caller vouches for the table, whose length is kept up to date.
    let mut rules = unsafe { table(map) };
    *rules.get_mut(number as usize).ok_or(BuildError::InvalidArgument)? = rule;
    Ok(())
}

/// # Safety
/// As for [`add`].
unsafe fn next_number(map: &mut crush_map) -> Result<u32, BuildError> {
    // SAFETY: the caller vouches for the table.
    let rules = unsafe { table(map) };
    let free = rules.iter().position(|rule| rule.is_null()).unwrap_or(rules.len());
    u32::try_from(free).ok().filter(|&number| number < MOST_RULES).ok_or(BuildError::TooManyRules)
}

/// # Safety
/// The map's rule table is a C block or NULL, and nobody else uses it during the life of the result.
unsafe fn table(map: &mut crush_map) -> Column<'_, *mut crush_rule> {
    let count = map.max_rules as usize;
    // SAFETY: the caller vouches for the table.
    unsafe { Column::new(&mut map.rules, count) }
}
