//! Shadow trees that the next edit would change.

use super::Check;
use crate::lint::finding::{Findings, Severity};
use crate::lint::subject::Subject;
use crate::lint::words;
use crush::map::Map;
use std::collections::{BTreeMap, TryReserveError};

pub(super) const CHECK: Check = Check {
    name: "shadow-ids",
    finds: "shadow buckets that the next edit would renumber, change or lose",
    run,
};

const REMEDY: &str = "keep the lines `id -N class C` when editing the text, and let crushtool rebuild the trees at a time when \
                      data may move: crushtool -i MAP --reweight -o NEW, after crush diff MAP NEW";

fn run(subject: &Subject<'_>, found: &mut Findings) -> Result<(), TryReserveError> {
    let map = subject.map;
    if map.classes().is_empty() {
        return Ok(());
    }
    let Ok(mut rebuilt) = map.try_clone() else {
        // Nothing else than memory can be wanting.
        return Vec::<u8>::new().try_reserve(usize::MAX);
    };
    if let Err(error) = rebuilt.rebuild_roots_with_classes() {
        let explanation = format!(
            "shadow trees cannot be built again ({error}): every edit of devices or classes will fail"
        );
        found.add(Severity::Error, "map", explanation, "mend what the message names");
        return Ok(());
    }
    let (before, after) = (shadows(map), shadows(&rebuilt));
    for (name, (id, items)) in &before {
        let place = words::at_item(map, *id);
        match after.get(name) {
            None if is_taken(map, *id) => {
                let explanation =
                    "is taken by a rule, and gone after the next edit: the rule will find nothing";
                found.add(Severity::Error, place, explanation, REMEDY);
            }
            None => {}
            Some((new, _)) if new != id => {
                let explanation =
                    format!("gets id {new} by the next edit: all data below it moves, since ids are hashed");
                found.add(Severity::Error, place, explanation, REMEDY);
            }
            Some((_, new)) if new != items => {
                let explanation =
                    "holds other devices or weights than its class has: the next edit moves data";
                found.add(Severity::Warning, place, explanation, REMEDY);
            }
            Some(_) => {}
        }
    }
    Ok(())
}

fn is_taken(map: &Map, id: i32) -> bool {
    map.takes().iter().any(|&take| map.subtree_contains(take, id))
}

/// Shadow buckets by name, with id and items.
fn shadows(map: &Map) -> BTreeMap<String, (i32, Vec<(i32, u32)>)> {
    let shadow = |bucket: crush::builder::StoredBucket<'_>| {
        let name = map.names().name(bucket.id)?.to_string();
        let items = bucket.items.iter().enumerate().map(|(place, &item)| (item, bucket.item_weight(place)));
        Some((name, (bucket.id, items.collect())))
    };
    map.buckets().filter(|bucket| map.is_shadow(bucket.id)).filter_map(shadow).collect()
}

#[cfg(test)]
mod tests {
    use crate::lint::tests::{edited, found, map};

    /// A rule that takes the shadow tree of a class.
    const CLASS: &str = "host a { id -1 id -9 class ssd alg straw2 item osd.0 weight 1 }
        rule r { id 0 type replicated step take a class ssd step choose firstn 0 type osd step emit }";

    #[test]
    fn a_shadow_that_nobody_knows_of() {
        let whole = map(CLASS);
        assert_eq!(found("shadow-ids", &whole), 0);
        // The bucket is renamed, its shadow is not.
        let renamed = edited(&whole, b"\x01\0\0\0a", b"\x01\0\0\0b");
        assert_eq!(found("shadow-ids", &renamed), 1);
    }
}
