//! The checks.

mod crash;
mod duplicate_ids;
mod empty_class;
mod few_domains;
mod ineffective;
mod item_twice;
mod legacy_tunables;
mod missing_rule;
mod mixed_uniform;
mod shadow_ids;
mod straw;
mod two_step;
mod unfilled;
mod unreachable;
mod weight_limits;
mod weight_sum;

use super::finding::Findings;
use super::subject::Subject;
use std::collections::TryReserveError;

/// Something that is looked for.
pub struct Check {
    /// Its name, by which findings are told apart and left out.
    pub name: &'static str,
    /// What it finds, in a few words.
    pub finds: &'static str,
    pub(super) run: fn(&Subject<'_>, &mut Findings) -> Result<(), TryReserveError>,
}

/// All checks.
pub const CHECKS: [Check; 16] = [
    crash::CHECK,
    missing_rule::CHECK,
    few_domains::CHECK,
    unfilled::CHECK,
    two_step::CHECK,
    ineffective::CHECK,
    item_twice::CHECK,
    duplicate_ids::CHECK,
    empty_class::CHECK,
    shadow_ids::CHECK,
    unreachable::CHECK,
    weight_sum::CHECK,
    weight_limits::CHECK,
    mixed_uniform::CHECK,
    straw::CHECK,
    legacy_tunables::CHECK,
];
