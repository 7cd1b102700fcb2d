//! Pools whose rule is not there.

use super::Check;
use crate::lint::finding::{Findings, Severity};
use crate::lint::subject::Subject;
use crate::lint::words;
use std::collections::TryReserveError;

pub(super) const CHECK: Check =
    Check { name: "missing-rule", finds: "a pool whose rule does not exist", run };

fn run(subject: &Subject<'_>, found: &mut Findings) -> Result<(), TryReserveError> {
    for used in subject.uses.iter().filter(|used| subject.map.rule(used.rule).is_none()) {
        found.add(
            Severity::Error,
            words::at_rule(subject.map, used.rule),
            format!("there is no rule {} {}: its placement groups are nowhere", used.rule, used.whose()),
            "give the pool a rule that exists: ceph osd pool set POOL crush_rule RULE",
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::lint::tests::{found_in, osdmap};

    #[test]
    fn a_pool_needs_its_rule() {
        assert_eq!(found_in("missing-rule", &osdmap(0, 3)), 0);
        assert_eq!(found_in("missing-rule", &osdmap(1, 3)), 1);
    }
}
