//! Ids and names that stand for two things.

use super::Check;
use crate::lint::finding::{Findings, Severity};
use crate::lint::subject::Subject;
use crate::lint::words;
use crush::map::Name;
use std::collections::{BTreeMap, HashSet, TryReserveError};

pub(super) const CHECK: Check =
    Check { name: "duplicate-ids", finds: "ids or names that stand for two things", run };

fn run(subject: &Subject<'_>, found: &mut Findings) -> Result<(), TryReserveError> {
    names(subject, found);
    hashed_ids(subject, found);
    Ok(())
}

fn names(subject: &Subject<'_>, found: &mut Findings) {
    let mut ids: BTreeMap<&Name, Vec<i32>> = BTreeMap::new();
    for (id, name) in subject.map.names().iter() {
        ids.entry(name).or_default().push(id);
    }
    for (name, ids) in ids.into_iter().filter(|(_, ids)| ids.len() > 1) {
        let (name, list) =
            (words::clean(name), ids.iter().map(i32::to_string).collect::<Vec<_>>().join(", "));
        let explanation = format!(
            "ids {list} are all called '{name}': commands that name it mean the last, and the map's text cannot be compiled"
        );
        let remedy = "rename all but one: ceph osd crush rename-bucket, or in the map's text";
        found.add(Severity::Error, words::at_item(subject.map, ids[0]), explanation, remedy);
    }
}

/// Ids that are hashed instead of the items' own.
fn hashed_ids(subject: &Subject<'_>, found: &mut Findings) {
    for (&index, args) in subject.map.choose_args() {
        for (slot, of_bucket) in args.iter() {
            let mut seen = HashSet::new();
            let Some(twice) = of_bucket.ids.iter().find(|id| !seen.insert(**id)) else { continue };
            let explanation = format!(
                "choose_args {index} have two of its items draw as id {twice}: both draw the same numbers, so the heavier one \
                 always wins, and the other gets next to nothing"
            );
            let place = words::at_item(subject.map, !slot.cast_signed());
            found.add(
                Severity::Error,
                place,
                explanation,
                "give each item an id of its own in the choose_args",
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::tests::{edited, found, map};

    #[test]
    fn ids_of_choose_args() {
        let host = "host a { id -1 alg straw2 item osd.0 weight 1 item osd.1 weight 1 }";
        let args = |ids: &str| map(&format!("{host} choose_args 0 {{ {{ bucket_id -1 ids [ {ids} ] }} }}"));
        assert_eq!(found("duplicate-ids", &args("7 7")), 1);
        assert_eq!(found("duplicate-ids", &args("7 8")), 0);
    }

    #[test]
    fn names_for_two() {
        let plain = map("host a { id -1 alg straw2 item osd.0 weight 1 }");
        assert_eq!(found("duplicate-ids", &plain), 0);
        assert_eq!(found("duplicate-ids", &edited(&plain, b"osd.1", b"osd.0")), 1);
    }
}
