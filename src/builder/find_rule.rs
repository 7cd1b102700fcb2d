//! Finding a rule by what it applies to, in the interface up to Ceph 16 (spec 01 section 7.5).

use super::rule::rules;
use crate::abi::crush_map;

/// Number of the first rule of this ruleset and type that serves `size` replicas.
///
/// # Safety
/// The map's rule table and the rules in it are valid, and nobody writes them during the call.
pub(crate) unsafe fn find_rule(map: &crush_map, ruleset: i32, r#type: i32, size: i32) -> Option<usize> {
    // SAFETY: the caller vouches for the table.
    unsafe { rules(map) }.iter().position(|&rule| {
        // SAFETY: the caller vouches for the rules.
        let Some(mask) = (unsafe { rule.as_ref() }).map(|rule| rule.mask) else { return false };
        i32::from(mask.ruleset) == ruleset
            && i32::from(mask.r#type) == r#type
            && (i32::from(mask.min_size)..=i32::from(mask.max_size)).contains(&size)
    })
}
