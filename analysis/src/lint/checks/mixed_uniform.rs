//! Uniform buckets whose items are not alike.

use super::Check;
use crate::lint::finding::{Findings, Severity};
use crate::lint::subject::Subject;
use crate::lint::words;
use crush::builder::StoredWeights;
use std::collections::TryReserveError;

pub(super) const CHECK: Check =
    Check { name: "mixed-uniform", finds: "a uniform bucket whose items weigh differently", run };

fn run(subject: &Subject<'_>, found: &mut Findings) -> Result<(), TryReserveError> {
    let map = subject.map;
    for bucket in map.buckets().filter(|bucket| !map.is_shadow(bucket.id)) {
        let StoredWeights::Uniform { item_weight } = bucket.weights else { continue };
        let other = bucket
            .items
            .iter()
            .filter_map(|&item| map.bucket(item))
            .find(|child| child.weight != item_weight);
        if let Some(child) = other {
            let explanation = format!(
                "takes every item for {}, and {} weighs {}: all get the same share, so small ones fill up first",
                words::weight(item_weight.into()),
                words::item(map, child.id),
                words::weight(child.weight.into())
            );
            found.add(
                Severity::Warning,
                words::at_item(map, bucket.id),
                explanation,
                "make it a straw2 bucket (data moves)",
            );
        }
    }
    weight_sets(subject, found);
    Ok(())
}

/// Weight-sets for uniform buckets, which do not look at them.
fn weight_sets(subject: &Subject<'_>, found: &mut Findings) {
    for (&index, args) in subject.map.choose_args() {
        for (slot, of_bucket) in args.iter() {
            let Some(bucket) = subject.map.bucket(!slot.cast_signed()) else { continue };
            let differ = |set: &Vec<u32>| set.iter().any(|weight| Some(weight) != set.first());
            let is_uniform = matches!(bucket.weights, StoredWeights::Uniform { .. });
            if is_uniform && of_bucket.weight_set.iter().any(differ) {
                let explanation =
                    format!("choose_args {index} have weights for it, which uniform buckets do not look at");
                let place = words::at_item(subject.map, bucket.id);
                found.add(
                    Severity::Warning,
                    place,
                    explanation,
                    "make it a straw2 bucket, or drop its weight-set",
                );
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::tests::{found, map};

    #[test]
    fn hosts_of_two_sizes() {
        let rack = |other: &str| {
            map(&format!(
                "host a {{ alg straw2 item osd.0 weight 1 }} host b {{ alg straw2 item osd.1 weight {other} }}
                 rack r {{ alg uniform item a weight 1 item b weight 1 }}"
            ))
        };
        assert_eq!(found("mixed-uniform", &rack("2")), 1);
        assert_eq!(found("mixed-uniform", &rack("1")), 0);
    }
}
