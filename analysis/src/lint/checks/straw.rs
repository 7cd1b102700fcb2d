//! Straw buckets.

use super::Check;
use crate::lint::finding::{Findings, Severity};
use crate::lint::subject::Subject;
use crate::lint::words;
use crush::builder::StoredWeights;
use std::collections::TryReserveError;

pub(super) const CHECK: Check = Check { name: "straw", finds: "straw buckets instead of straw2", run };

fn run(subject: &Subject<'_>, found: &mut Findings) -> Result<(), TryReserveError> {
    let map = subject.map;
    let is_straw = |weights: &StoredWeights<'_>| matches!(weights, StoredWeights::Straw { .. });
    let straws: Vec<i32> = map
        .buckets()
        .filter(|bucket| is_straw(&bucket.weights) && !map.is_shadow(bucket.id))
        .map(|bucket| bucket.id)
        .collect();
    if straws.is_empty() {
        return Ok(());
    }
    let old = if map.tunables().straw_calc_version == 0 {
        "; straw_calc_version 0 even makes shares wrong where items have equal weights or none"
    } else {
        ""
    };
    let explanation = format!(
        "{}: when one weight changes, straw moves data between items that have not changed{old}",
        words::items(map, &straws)
    );
    let remedy = "with all clients Hammer or later: ceph osd crush set-all-straw-buckets-to-straw2; crush diff tells what \
                  moves, which is little where weights are alike";
    found.add(Severity::Warning, &*words::count(straws.len(), "straw bucket"), explanation, remedy);
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::lint::tests::{found, map};

    #[test]
    fn straw_and_straw2() {
        let host = |algorithm| map(&format!("host a {{ alg {algorithm} item osd.0 weight 1 }}"));
        assert_eq!(found("straw", &host("straw")), 1);
        assert_eq!(found("straw", &host("straw2")), 0);
    }
}
