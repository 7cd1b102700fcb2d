//! How many different choices a rule can make, as far as it is known without mapping (spec 08 section 3).

use crush::builder::StoredRule;
use crush::map::Map;
use std::collections::BTreeMap;

/// The opcodes of steps that neither take nor choose nor set anything: noop, take and emit.
const OTHERS: [u32; 3] = [0, 1, 4];

/// The types of a rule's steps, in order. Steps that set something count as type 0, as in the original.
pub(super) fn types(rule: &StoredRule<'_>) -> Vec<i32> {
    rule.steps.iter().filter(|step| !OTHERS.contains(&step.op)).map(|step| step.arg2).collect()
}

/// An upper bound on different choices: buckets of a type of which the rule chooses, or as many as it asks for.
///
/// Shadow buckets count too, and a type that is listed twice counts twice, as in the original.
pub(super) fn limit(map: &Map, rule: &StoredRule<'_>) -> i64 {
    let wanted: BTreeMap<i32, i64> = rule
        .steps
        .iter()
        .filter(|step| !OTHERS.contains(&step.op))
        .map(|step| (step.arg2, step.arg1.into()))
        .collect();
    let mut have = BTreeMap::<i32, i64>::new();
    for kind in types(rule) {
        *have.entry(kind).or_default() += named_buckets(map, kind);
    }
    let slots = i64::try_from(map.max_buckets()).unwrap_or(i64::MAX);
    let mut best = slots.max(map.max_devices().into());
    for (kind, have) in have {
        let wanted = wanted.get(&kind).copied().unwrap_or(0);
        let choices = if 0 < wanted && wanted < have { wanted } else { have };
        if 0 < choices {
            best = best.min(choices);
        }
    }
    best
}

fn named_buckets(map: &Map, kind: i32) -> i64 {
    let named = map.buckets().filter(|bucket| map.names().name(bucket.id).is_some());
    let count = named.filter(|bucket| i32::from(bucket.r#type) == kind).count();
    i64::try_from(count).unwrap_or(i64::MAX)
}
