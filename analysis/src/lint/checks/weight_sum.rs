//! Buckets that do not weigh what is in them.

use super::Check;
use crate::lint::finding::{Findings, Severity};
use crate::lint::subject::Subject;
use crate::lint::words;
use std::collections::TryReserveError;

pub(super) const CHECK: Check =
    Check { name: "weight-sum", finds: "a weight in a parent that is not the sum of what is below", run };

const REMEDY: &str =
    "ceph osd crush reweight-all, or crushtool --reweight, makes all weights sums; data moves to fit them";

fn run(subject: &Subject<'_>, found: &mut Findings) -> Result<(), TryReserveError> {
    let map = subject.map;
    for bucket in map.buckets().filter(|bucket| !map.is_shadow(bucket.id)) {
        let weights = (0..bucket.items.len()).map(|place| u64::from(bucket.item_weight(place)));
        let (sum, own) = (weights.sum::<u64>(), u64::from(bucket.weight));
        if !agree(own, sum, bucket.items.len()) {
            let explanation =
                format!("weighs {} and its items together {}", words::weight(own), words::weight(sum));
            found.add(Severity::Warning, words::at_item(map, bucket.id), explanation, REMEDY);
        }
        if matches!(bucket.weights, crush::builder::StoredWeights::Uniform { .. }) {
            continue; // One weight for all items: the check for uniform buckets speaks.
        }
        for (place, &item) in bucket.items.iter().enumerate() {
            let Some(child) = map.bucket(item) else { continue };
            let (has, counts) = (u64::from(child.weight), u64::from(bucket.item_weight(place)));
            if !agree(counts, has, child.items.len()) {
                let explanation = format!(
                    "counts for {} in {}, and weighs {}: it gets data for the former",
                    words::weight(counts),
                    words::item(map, bucket.id),
                    words::weight(has)
                );
                found.add(Severity::Warning, words::at_item(map, item), explanation, REMEDY);
            }
        }
    }
    Ok(())
}

/// Whether two weights differ by no more than what rounding of that many items in a text makes.
fn agree(a: u64, b: u64, items: usize) -> bool {
    a.abs_diff(b) <= items as u64 + 1
}

#[cfg(test)]
mod tests {
    use crate::lint::tests::{found, map};

    #[test]
    fn a_host_that_counts_for_more_than_it_weighs() {
        let rack = |weight: &str| {
            map(&format!(
                "host a {{ alg straw2 item osd.0 weight 1 item osd.1 weight 1 }}
                 rack r {{ alg straw2 item a weight {weight} }}"
            ))
        };
        assert_eq!(found("weight-sum", &rack("3")), 1);
        assert_eq!(found("weight-sum", &rack("2")), 0);
        assert_eq!(found("weight-sum", &rack("2.00002")), 0, "rounded in a text");
    }
}
