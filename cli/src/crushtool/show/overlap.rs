//! What `--check` of Pacific says besides: rules of one ruleset that serve the same sizes (spec 08 section 8).

use crush::map::Map;
use std::collections::{BTreeMap, BTreeSet};

/// A line for each run of sizes that several rules of a ruleset and type serve, by ruleset, type and size.
pub(super) fn overlaps(map: &Map) -> Vec<String> {
    let mut rulesets = BTreeMap::<(u8, u8), Vec<(u32, u8, u8)>>::new();
    for (number, rule) in map.rules() {
        let sizes = (number, rule.min_size, rule.max_size);
        rulesets.entry((rule.ruleset, rule.r#type)).or_default().push(sizes);
    }
    let mut lines = Vec::new();
    for ((ruleset, _), rules) in rulesets {
        // Names in the order of their bytes; rules without a name count as one.
        let serving = |size: u8| -> BTreeSet<String> {
            let serving = rules.iter().filter(|(_, min, max)| (*min..=*max).contains(&size));
            serving.map(|rule| map.rule_name(rule.0).map(ToString::to_string).unwrap_or_default()).collect()
        };
        let mut groups: Vec<_> = (0..=u8::MAX).map(serving).collect();
        groups.dedup();
        for group in groups.iter().filter(|group| group.len() > 1) {
            let names: Vec<_> = group.iter().map(String::as_str).collect();
            lines.push(format!("overlapped rules in ruleset {ruleset}: {}", names.join(", ")));
        }
    }
    lines
}
