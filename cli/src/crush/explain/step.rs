//! Steps of rules in words.

use crate::describe;
use crush::abi::crush_opcodes::{self, *};
use crush::map::Map;
use crush::mapper::Step;

/// Steps that choose items of a type.
const CHOICES: [(crush_opcodes, &str); 5] = [
    (CRUSH_RULE_CHOOSE_FIRSTN, "choose firstn"),
    (CRUSH_RULE_CHOOSE_INDEP, "choose indep"),
    (CRUSH_RULE_CHOOSELEAF_FIRSTN, "chooseleaf firstn"),
    (CRUSH_RULE_CHOOSELEAF_INDEP, "chooseleaf indep"),
    (CRUSH_RULE_CHOOSE_MSR, "choosemsr"),
];

/// Steps that set a number.
const SETTINGS: [(crush_opcodes, &str); 8] = [
    (CRUSH_RULE_SET_CHOOSE_TRIES, "set_choose_tries"),
    (CRUSH_RULE_SET_CHOOSELEAF_TRIES, "set_chooseleaf_tries"),
    (CRUSH_RULE_SET_CHOOSE_LOCAL_TRIES, "set_choose_local_tries"),
    (CRUSH_RULE_SET_CHOOSE_LOCAL_FALLBACK_TRIES, "set_choose_local_fallback_tries"),
    (CRUSH_RULE_SET_CHOOSELEAF_VARY_R, "set_chooseleaf_vary_r"),
    (CRUSH_RULE_SET_CHOOSELEAF_STABLE, "set_chooseleaf_stable"),
    (CRUSH_RULE_SET_MSR_DESCENTS, "set_msr_descents"),
    (CRUSH_RULE_SET_MSR_COLLISION_TRIES, "set_msr_collision_tries"),
];

/// A step as text maps have it.
pub(crate) fn in_words(map: &Map, step: &Step) -> String {
    let (arg1, arg2) = (step.arg1, step.arg2);
    let is = |code: crush_opcodes| step.op == code as u32;
    if let Some((_, name)) = CHOICES.iter().find(|(code, _)| is(*code)) {
        return format!("{name} {arg1} type {}", describe::kind(map, arg2));
    }
    if let Some((_, name)) = SETTINGS.iter().find(|(code, _)| is(*code)) {
        return format!("{name} {arg1}");
    }
    if is(CRUSH_RULE_TAKE) {
        return format!("take {}", describe::item(map, arg1));
    }
    if is(CRUSH_RULE_EMIT) {
        return "emit".to_owned();
    }
    format!("operation {} ({arg1}, {arg2}), which does nothing", step.op)
}
