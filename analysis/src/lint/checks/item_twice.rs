//! Items that are listed twice.

use super::Check;
use crate::lint::finding::{Findings, Severity};
use crate::lint::subject::Subject;
use crate::lint::words;
use crush::map::Map;
use std::collections::{BTreeMap, HashMap, HashSet, TryReserveError};

pub(super) const CHECK: Check =
    Check { name: "item-twice", finds: "an item that a bucket, or a tree, lists twice", run };

fn run(subject: &Subject<'_>, found: &mut Findings) -> Result<(), TryReserveError> {
    let map = subject.map;
    let mut parents: BTreeMap<i32, Vec<i32>> = BTreeMap::new();
    for bucket in map.buckets().filter(|bucket| !map.is_shadow(bucket.id)) {
        let mut seen = HashSet::new();
        for &item in bucket.items {
            if seen.insert(item) {
                parents.entry(item).or_default().push(bucket.id);
            } else {
                let explanation = format!(
                    "lists {} twice: it draws twice and gets its share of data twice",
                    words::item(map, item)
                );
                let remedy = "remove one of the two, and set the weight of the other";
                found.add(Severity::Error, words::at_item(map, bucket.id), explanation, remedy);
            }
        }
    }
    for (&item, buckets) in parents.iter().filter(|(_, buckets)| buckets.len() > 1) {
        if let Some((a, b)) = in_one_tree(&parents, buckets) {
            let (a, b) = (words::item(map, a), words::item(map, b));
            let explanation = format!(
                "is in {a} and in {b}, which are in one tree: it gets data through both, and copies that are meant to be \
                 apart may come to lie on it through different buckets"
            );
            found.add(Severity::Warning, words::at_item(map, item), explanation, unlink(map, item, &b));
        }
    }
    Ok(())
}

fn unlink(map: &Map, item: i32, bucket: &str) -> String {
    format!("keep it in one of them: ceph osd crush rm {} {bucket}", words::item(map, item))
}

/// Two of the buckets that are below a common one, or one below the other.
fn in_one_tree(parents: &BTreeMap<i32, Vec<i32>>, buckets: &[i32]) -> Option<(i32, i32)> {
    let mut first_to_reach: HashMap<i32, i32> = HashMap::new();
    for &bucket in buckets {
        let (mut stack, mut entered) = (vec![bucket], HashSet::new());
        while let Some(above) = stack.pop() {
            if !entered.insert(above) {
                continue;
            }
            match first_to_reach.get(&above) {
                Some(&other) if other != bucket => return Some((other, bucket)),
                _ => first_to_reach.insert(above, bucket),
            };
            stack.extend(parents.get(&above).into_iter().flatten());
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use crate::lint::tests::{found, map};

    #[test]
    fn twice_in_a_bucket() {
        assert_eq!(
            found("item-twice", &map("host a { alg straw2 item osd.0 weight 1 item osd.0 weight 1 }")),
            1
        );
        assert_eq!(
            found("item-twice", &map("host a { alg straw2 item osd.0 weight 1 item osd.1 weight 1 }")),
            0
        );
    }

    #[test]
    fn twice_in_a_tree() {
        let hosts = "host a { alg straw2 item osd.0 weight 1 } host b { alg straw2 item osd.0 weight 1 }";
        assert_eq!(found("item-twice", &map(hosts)), 0, "two trees");
        let one_tree = format!("{hosts} rack r {{ alg straw2 item a weight 1 item b weight 1 }}");
        assert_eq!(found("item-twice", &map(&one_tree)), 1);
    }
}
