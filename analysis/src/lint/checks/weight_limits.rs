//! Weights that are too large or too small for their 32 bits.

use super::Check;
use crate::lint::finding::{Findings, Severity};
use crate::lint::subject::Subject;
use crate::lint::words;
use std::collections::TryReserveError;

pub(super) const CHECK: Check =
    Check { name: "weight-limits", finds: "weights near the limits of 16.16 numbers", run };

/// From here on weights count as negative: 32768.
const NEGATIVE: u64 = 1 << 31;
/// From here on a tree has little room to grow: half of that.
const LARGE: u64 = 1 << 30;
/// Sums end here: 65536.
const END: u64 = 1 << 32;
/// Below this a unit of the last place is more than half a percent of an item's share.
const SMALL: u64 = 100;

fn run(subject: &Subject<'_>, found: &mut Findings) -> Result<(), TryReserveError> {
    let map = subject.map;
    for bucket in map.buckets().filter(|bucket| !map.is_shadow(bucket.id)) {
        let place = words::at_item(map, bucket.id);
        let weights = || (0..bucket.items.len()).map(|place| u64::from(bucket.item_weight(place)));
        let sum = weights().sum::<u64>();
        let (largest, small) =
            (weights().max().unwrap_or(0), weights().filter(|w| (1..SMALL).contains(w)).count());
        if sum >= END {
            let explanation = format!(
                "its items weigh {} together; sums end at 65536, so edits are refused",
                words::weight(sum)
            );
            found.add(Severity::Error, place, explanation, SCALE);
        } else if largest >= NEGATIVE {
            let explanation = format!(
                "an item weighs {}; from 32768 on a weight counts as negative",
                words::weight(largest)
            );
            found.add(Severity::Error, place, explanation, SCALE);
        } else if sum.max(bucket.weight.into()) >= LARGE {
            let explanation =
                format!("weighs {}; at 32768 weights turn negative for some tools", words::weight(sum));
            found.add(Severity::Warning, place, explanation, SCALE);
        } else if small > 0 {
            let explanation = format!(
                "{} below 0.0015, where the last digit of a weight is more than half a percent",
                words::count(small, "weight")
            );
            found.add(
                Severity::Note,
                place,
                explanation,
                "use a larger unit for all weights, such as 1 for a TiB",
            );
        }
    }
    Ok(())
}

const SCALE: &str = "divide all weights by the same number: shares stay as they are, and little data moves";

#[cfg(test)]
mod tests {
    use crate::lint::Severity::{Error, Note, Warning};
    use crate::lint::tests::{map, severities};

    #[test]
    fn large_and_small() {
        let of = |a: &str, b: &str| {
            let hosts = "host a { alg straw2 item osd.0 weight 1 } host b { alg straw2 item osd.1 weight 1 }";
            let text = format!("{hosts} rack r {{ alg straw2 item a weight {a} item b weight {b} }}");
            severities("weight-limits", &map(&text))
        };
        assert_eq!(of("32768", "1"), [Error]);
        assert_eq!(of("16000", "384"), [Warning]);
        assert_eq!(of("16000", "383"), []);
        assert_eq!(of("0.001", "1"), [Note]);
        assert_eq!(of("0.002", "0"), []);
    }
}
