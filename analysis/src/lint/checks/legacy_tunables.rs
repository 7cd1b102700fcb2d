//! Tunables of old releases.

use super::Check;
use crate::lint::finding::{Findings, Severity};
use crate::lint::subject::Subject;
use crush::builder::MapTunables;
use std::collections::TryReserveError;

pub(super) const CHECK: Check = Check { name: "legacy-tunables", finds: "tunables of old releases", run };

fn run(subject: &Subject<'_>, found: &mut Findings) -> Result<(), TryReserveError> {
    let map = subject.map;
    let faults = faults(&map.tunables());
    let Some(severity) = faults.iter().map(|(severity, _)| *severity).max() else { return Ok(()) };
    let profile = map
        .tunables_profile()
        .map_or_else(|| "of several releases".to_owned(), |profile| format!("of {profile}"));
    let faults: Vec<&str> = faults.iter().map(|&(_, fault)| fault).collect();
    let explanation = format!("the tunables are those {profile}: {}", faults.join("; "));
    let remedy = "ceph osd crush tunables optimal, when all clients are Jewel or later and data may move; crush tunables MAP \
                  tells how much";
    found.add(severity, "tunables", explanation, remedy);
    Ok(())
}

fn faults(tunables: &MapTunables) -> Vec<(Severity, &'static str)> {
    let mut faults = Vec::new();
    let mut check = |is_old: bool, severity, fault| faults.extend(is_old.then_some((severity, fault)));
    check(
        tunables.choose_local_tries > 0 || tunables.choose_local_fallback_tries > 0,
        Severity::Warning,
        "local tries are not 0, so what a device loses goes to its neighbours alone",
    );
    check(
        tunables.choose_total_tries < 50,
        Severity::Warning,
        "choose_total_tries is below 50, so some mappings stay incomplete",
    );
    check(
        tunables.chooseleaf_descend_once == 0,
        Severity::Warning,
        "chooseleaf_descend_once is 0, so a host with few devices in gets more than its share",
    );
    check(
        tunables.chooseleaf_vary_r == 0,
        Severity::Warning,
        "chooseleaf_vary_r is 0, so with many devices out some mappings stay incomplete",
    );
    check(
        tunables.chooseleaf_stable == 0,
        Severity::Note,
        "chooseleaf_stable is 0, so more data moves than need be when a device is marked out",
    );
    faults
}

#[cfg(test)]
mod tests {
    use crate::lint::Severity::{Note, Warning};
    use crate::lint::tests::severities;
    use crush::map::{Map, TunablesProfile};

    #[test]
    fn profiles() {
        let with = |profile| {
            let mut map = Map::new().unwrap();
            map.set_tunables_profile(profile);
            severities("legacy-tunables", &map)
        };
        assert_eq!(with(TunablesProfile::Legacy), [Warning]);
        assert_eq!(with(TunablesProfile::Firefly), [Note]);
        assert_eq!(with(TunablesProfile::Jewel), []);
    }
}
