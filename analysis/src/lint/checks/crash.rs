//! Maps on which Ceph's own library crashes, reads memory that is not its own, or never returns.

use super::Check;
use crate::lint::finding::{Findings, Place as Where, Severity};
use crate::lint::subject::Subject;
use crate::lint::words;
use crush::validate::{self, Fault, Place};
use std::collections::TryReserveError;

pub(super) const CHECK: Check =
    Check { name: "crash", finds: "what makes Ceph's own programs crash, or never return", run };

fn run(subject: &Subject<'_>, found: &mut Findings) -> Result<(), TryReserveError> {
    for finding in &subject.report.findings {
        if finding.fault.severity() == validate::Severity::Unsafe {
            let explanation = format!(
                "{}: {}; a genuine Ceph program that maps over this crashes, reads beyond its memory or never returns",
                finding.place, finding.fault
            );
            found.add(Severity::Error, place(subject, finding.place), explanation, remedy(finding.fault));
        }
    }
    Ok(())
}

/// Where something is, for people.
pub(super) fn place(subject: &Subject<'_>, place: Place) -> Where {
    match place {
        Place::Bucket(bucket) | Place::Item { bucket, .. } => words::at_item(subject.map, bucket),
        Place::Rule(rule) | Place::Step { rule, .. } => words::at_rule(subject.map, rule),
        _ => "map".into(),
    }
}

fn remedy(fault: Fault) -> &'static str {
    match fault {
        Fault::UnknownBucket(_) => "take the item out, or add the bucket",
        Fault::Circle(_) => "take the item out: a bucket cannot be below itself",
        Fault::TypeOfDevices => "give the bucket a type of its own, above 0",
        Fault::WrongId(_) => "make the map anew from its text: an id names the bucket's place",
        Fault::Malformed => "write MSR rules as take, choosemsr steps, emit; one block after another",
        Fault::Endless => "lower the tries that the rule or the tunables ask for",
        _ => "make the map anew from its text (crushtool -d, then -c)",
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::tests::{edited, found, map};

    #[test]
    fn a_bucket_below_itself() {
        // A second bucket of the type, and then the first one inside it.
        let ring =
            "host a { id -2 alg straw2 item osd.0 weight 1 } rack r { id -3 alg straw2 item a weight 1 }";
        let whole = map(ring);
        assert_eq!(found("crash", &whole), 0);
        // The only item of the rack becomes the rack.
        let circle =
            edited(&whole, &[1, 0, 0, 0, 0xfe, 0xff, 0xff, 0xff], &[1, 0, 0, 0, 0xfd, 0xff, 0xff, 0xff]);
        assert_eq!(found("crash", &circle), 1);
    }
}
