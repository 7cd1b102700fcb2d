//! What the steps of a rule are.

use crush::abi::crush_opcodes::*;

/// From which item the next choice starts.
pub const TAKE: u32 = CRUSH_RULE_TAKE as u32;
/// Puts what is chosen into the set.
pub const EMIT: u32 = CRUSH_RULE_EMIT as u32;

/// From this type on rules are MSR rules.
pub const FIRST_MSR_TYPE: u8 = 4;

/// Steps that choose buckets and a device below each.
const CHOOSES_LEAF: [u32; 2] = [CRUSH_RULE_CHOOSELEAF_FIRSTN as u32, CRUSH_RULE_CHOOSELEAF_INDEP as u32];
/// Steps that choose items of just the type they name.
const CHOOSES_TYPE: [u32; 3] =
    [CRUSH_RULE_CHOOSE_FIRSTN as u32, CRUSH_RULE_CHOOSE_INDEP as u32, CRUSH_RULE_CHOOSE_MSR as u32];

/// Whether a step chooses.
pub fn chooses(op: u32) -> bool {
    CHOOSES_TYPE.contains(&op) || chooses_leaf(op)
}

/// Whether a step chooses buckets and a device below each.
pub fn chooses_leaf(op: u32) -> bool {
    CHOOSES_LEAF.contains(&op)
}

/// Items that a choose step asks for: 0 stands for the size of the set, a negative number for that many less.
pub fn wanted(arg1: i32, size: usize) -> usize {
    let number = usize::try_from(arg1.unsigned_abs()).unwrap_or(usize::MAX);
    if arg1 > 0 { number } else { size.saturating_sub(number) }
}

/// Whether a step keeps the places of its choices, holes included.
pub fn is_indep(op: u32) -> bool {
    [CRUSH_RULE_CHOOSE_INDEP as u32, CRUSH_RULE_CHOOSELEAF_INDEP as u32].contains(&op)
}
