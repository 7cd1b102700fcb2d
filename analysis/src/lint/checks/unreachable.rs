//! Buckets and devices that no rule gets to.

use super::Check;
use crate::lint::finding::{Findings, Severity};
use crate::lint::subject::Subject;
use crate::lint::words;
use std::collections::{HashSet, TryReserveError};

pub(super) const CHECK: Check =
    Check { name: "unreachable", finds: "buckets and devices that no rule gets to", run };

fn run(subject: &Subject<'_>, found: &mut Findings) -> Result<(), TryReserveError> {
    let map = subject.map;
    if map.rules().next().is_none() {
        if map.buckets().next().is_some() {
            found.add(Severity::Note, "map", "there is no rule, so nothing can be placed", "add one");
        }
        return Ok(());
    }
    let reached = reached(subject);
    let is_below =
        |item: i32| map.buckets().any(|bucket| !reached.contains(&bucket.id) && bucket.items.contains(&item));
    for bucket in map.buckets().filter(|bucket| !map.is_shadow(bucket.id) && !reached.contains(&bucket.id)) {
        if is_below(bucket.id) || bucket.items.is_empty() {
            continue;
        }
        let devices = map.leaves(bucket.id).unwrap_or_default();
        let lost = devices.iter().filter(|device| !reached.contains(device)).count();
        let (severity, explanation) = if lost == 0 {
            (Severity::Note, "no rule gets to it; its devices are reached another way".to_owned())
        } else {
            let lost = words::count(lost, "device");
            (Severity::Warning, format!("no rule gets to it: {lost} below it get no data"))
        };
        let remedy = "move it below what a rule takes (ceph osd crush move), take it in a rule, or remove it";
        found.add(severity, words::at_item(map, bucket.id), explanation, remedy);
    }
    loose_devices(subject, found);
    Ok(())
}

/// What is below the items that rules take; the shadow of a bucket stands for it.
fn reached(subject: &Subject<'_>) -> HashSet<i32> {
    let map = subject.map;
    let mut reached = HashSet::new();
    for take in map.takes() {
        reached.extend(map.all_children(take).unwrap_or_default());
        reached.insert(take);
    }
    for (&bucket, of_class) in &map.classes().shadows {
        if of_class.values().any(|shadow| reached.contains(shadow)) {
            reached.insert(bucket);
        }
    }
    reached
}

/// Devices with a name that are in no bucket.
fn loose_devices(subject: &Subject<'_>, found: &mut Findings) {
    let map = subject.map;
    let placed: HashSet<i32> = map.buckets().flat_map(|bucket| bucket.items).copied().collect();
    let loose: Vec<i32> =
        map.names().iter().map(|(id, _)| id).filter(|id| *id >= 0 && !placed.contains(id)).collect();
    if !loose.is_empty() {
        let explanation = format!("in no bucket, so they get no data: {}", words::items(map, &loose));
        let remedy = "add them to a host (ceph osd crush add), or remove their names from the map's text";
        found.add(Severity::Note, &*words::count(loose.len(), "device"), explanation, remedy);
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::tests::{found, map};

    const RULE: &str = "rule r { id 0 type replicated step take a step choose firstn 0 type osd step emit }";
    const BOTH: &str = "host a { alg straw2 item osd.0 weight 1 } host b { alg straw2 item osd.1 weight 1 }";

    #[test]
    fn a_host_that_no_rule_takes() {
        assert_eq!(found("unreachable", &map(&format!("{BOTH} {RULE}"))), 1);
        let other = RULE.replace("rule r { id 0", "rule s { id 1").replace("take a", "take b");
        assert_eq!(found("unreachable", &map(&format!("{BOTH} {RULE} {other}"))), 0);
    }

    #[test]
    fn devices_in_no_bucket() {
        let one = format!("host a {{ alg straw2 item osd.0 weight 1 }} {RULE}");
        assert_eq!(found("unreachable", &map(&one)), 1, "osd.1");
    }
}
