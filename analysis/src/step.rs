//! What the steps of a rule are.

use crush::abi::crush_opcodes::*;

/// From which item the next choice starts.
pub const TAKE: u32 = CRUSH_RULE_TAKE as u32;
/// Puts what is chosen into the set.
pub const EMIT: u32 = CRUSH_RULE_EMIT as u32;

/// From this type on rules are MSR rules.
pub const FIRST_MSR_TYPE: u8 = 4;

/// Steps that choose items of a type, with their names in text maps.
pub const CHOOSE_STEPS: [(u32, &str); 5] = [
    (CRUSH_RULE_CHOOSE_FIRSTN as u32, "choose firstn"),
    (CRUSH_RULE_CHOOSE_INDEP as u32, "choose indep"),
    (CRUSH_RULE_CHOOSELEAF_FIRSTN as u32, "chooseleaf firstn"),
    (CRUSH_RULE_CHOOSELEAF_INDEP as u32, "chooseleaf indep"),
    (CRUSH_RULE_CHOOSE_MSR as u32, "choosemsr"),
];

/// Steps that set a number, with their names in text maps.
pub const SET_STEPS: [(u32, &str); 8] = [
    (CRUSH_RULE_SET_CHOOSE_TRIES as u32, "set_choose_tries"),
    (CRUSH_RULE_SET_CHOOSELEAF_TRIES as u32, "set_chooseleaf_tries"),
    (CRUSH_RULE_SET_CHOOSE_LOCAL_TRIES as u32, "set_choose_local_tries"),
    (CRUSH_RULE_SET_CHOOSE_LOCAL_FALLBACK_TRIES as u32, "set_choose_local_fallback_tries"),
    (CRUSH_RULE_SET_CHOOSELEAF_VARY_R as u32, "set_chooseleaf_vary_r"),
    (CRUSH_RULE_SET_CHOOSELEAF_STABLE as u32, "set_chooseleaf_stable"),
    (CRUSH_RULE_SET_MSR_DESCENTS as u32, "set_msr_descents"),
    (CRUSH_RULE_SET_MSR_COLLISION_TRIES as u32, "set_msr_collision_tries"),
];

/// Whether a step chooses.
pub fn chooses(op: u32) -> bool {
    CHOOSE_STEPS.iter().any(|(known, _)| *known == op)
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
