//! Device classes without devices.

use super::Check;
use crate::lint::finding::{Findings, Severity};
use crate::lint::subject::Subject;
use crate::lint::words;
use std::collections::TryReserveError;

pub(super) const CHECK: Check = Check { name: "empty-class", finds: "a device class without devices", run };

fn run(subject: &Subject<'_>, found: &mut Findings) -> Result<(), TryReserveError> {
    let map = subject.map;
    for (id, name) in map.classes().names.iter() {
        if !map.devices_by_class(name).is_empty() {
            continue;
        }
        let place = format!("class '{}'", words::clean(name));
        let rules: Vec<String> =
            map.rules_by_class(name).unwrap_or_default().iter().map(|&rule| words::rule(map, rule)).collect();
        if rules.is_empty() {
            let explanation = format!("no device is of this class (number {id}), and no rule wants it");
            found.add(
                Severity::Note,
                &*place,
                explanation,
                "remove it: ceph osd crush class rm, or leave it for later",
            );
        } else {
            let explanation = format!("no device is of this class, and {} finds nothing", rules.join(", "));
            let remedy =
                "give devices the class (ceph osd crush set-device-class), or the pools another rule";
            found.add(Severity::Error, &*place, explanation, remedy);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::lint::tests::{found, map};

    #[test]
    fn classes_of_no_device() {
        let host = |class| {
            map(&format!(
                "host a {{ id -1 id -9 class ssd id -8 class {class} alg straw2 item osd.0 weight 1 }}
                 rule r {{ id 0 type replicated step take a class ssd step chooseleaf firstn 0 type osd step emit }}"
            ))
        };
        // Devices of the test maps are all ssd.
        assert_eq!(found("empty-class", &host("hdd")), 1);
        assert_eq!(found("empty-class", &map("host a { alg straw2 item osd.0 weight 1 }")), 0);
    }
}
