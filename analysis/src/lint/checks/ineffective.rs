//! Steps, weights and buckets that do not do what they seem to.

use super::Check;
use super::crash::place;
use crate::lint::finding::{Findings, Severity};
use crate::lint::subject::Subject;
use crush::validate::{self, Fault, Place};
use std::collections::TryReserveError;

pub(super) const CHECK: Check =
    Check { name: "ineffective", finds: "steps, weights and buckets that do not do what they seem to", run };

fn run(subject: &Subject<'_>, found: &mut Findings) -> Result<(), TryReserveError> {
    for finding in &subject.report.findings {
        if finding.fault.severity() == validate::Severity::Unsafe || is_of_shadow(subject, finding.place) {
            continue;
        }
        if let Some((severity, remedy)) = advice(finding.fault) {
            let explanation = format!("{finding}; {}", effect(finding.fault));
            found.add(severity, place(subject, finding.place), explanation, remedy);
        }
    }
    Ok(())
}

/// Shadow buckets follow from others.
fn is_of_shadow(subject: &Subject<'_>, place: Place) -> bool {
    match place {
        Place::Bucket(bucket) | Place::Item { bucket, .. } => subject.map.is_shadow(bucket),
        _ => false,
    }
}

/// How bad a fault is and what to do about it; nothing where another check speaks.
fn advice(fault: Fault) -> Option<(Severity, &'static str)> {
    Some(match fault {
        Fault::Twice(_) | Fault::NegativeWeight(_) => return None,
        Fault::Empty => (Severity::Note, "remove it if nothing is to come: ceph osd crush rm NAME"),
        Fault::Weightless => (Severity::Note, "give items weights, or take the bucket out"),
        Fault::UnknownTake(_) => (Severity::Error, "take an item that exists"),
        Fault::TypeNotFound(_) => (Severity::Error, "choose a type that is below what the rule takes"),
        Fault::NothingSelected => (Severity::Error, "begin the rule with a take, and choose after it"),
        Fault::NotEmitted => (Severity::Error, "end the rule with an emit"),
        Fault::UnknownStep(_) => (Severity::Warning, "remove the step"),
        Fault::UnknownAlgorithm | Fault::UnknownHash => {
            (Severity::Error, "make the bucket anew as straw2, hash 0")
        }
        Fault::UnknownDevice(_) => {
            (Severity::Error, "take the device out, or write the map with a tool that counts it")
        }
        Fault::Sum { .. } => (Severity::Warning, "set an item's weight again, which computes the sums"),
        Fault::Deep(_) => (Severity::Note, "leave out levels that no rule chooses"),
        _ => (Severity::Warning, "see docs/lint.md"),
    })
}

fn effect(fault: Fault) -> &'static str {
    match fault {
        Fault::Empty => "a choice that gets here fails and is tried again",
        Fault::Weightless => "all choices here end at the first item",
        Fault::UnknownTake(_) => "the rule goes on with what it had before",
        Fault::TypeNotFound(_) | Fault::NothingSelected | Fault::NotEmitted => "the rule places nothing here",
        Fault::UnknownStep(_) => "the step does nothing",
        Fault::UnknownAlgorithm => "all choices here end at the first item",
        Fault::UnknownHash => "all inputs draw the same",
        Fault::UnknownDevice(_) => "it never gets data",
        Fault::Sum { .. } => "shares are not those of the weights",
        Fault::Deep(_) => "some tools give up",
        _ => "it has no effect",
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::tests::{found, hosts, map};

    #[test]
    fn types_that_are_not_there() {
        assert_eq!(found("ineffective", &hosts(4, "chooseleaf firstn 0 type rack")), 1);
        assert_eq!(found("ineffective", &hosts(4, "chooseleaf firstn 0 type host")), 0);
    }

    #[test]
    fn empty_buckets() {
        assert_eq!(found("ineffective", &map("host a { alg straw2 }")), 1);
        assert_eq!(found("ineffective", &map("host a { alg straw2 item osd.0 weight 1 }")), 0);
    }
}
