//! `--set-TUNABLE`.

use crate::crushtool::exit::Exit;
use crate::crushtool::run::Run;

/// Stores the values that are not negative.
pub(crate) fn set(run: &mut Run<'_>) -> Result<(), Exit> {
    let given = &run.settings.tunables;
    let mut tunables = run.map.tunables();
    let mut modified = false;
    let mut value = |given: Option<i32>| {
        let value = given.and_then(|value| u32::try_from(value).ok());
        modified |= value.is_some();
        value
    };
    let mut set = |place: &mut u32, given| *place = value(given).unwrap_or(*place);
    set(&mut tunables.choose_local_tries, given.choose_local_tries);
    set(&mut tunables.choose_local_fallback_tries, given.choose_local_fallback_tries);
    set(&mut tunables.choose_total_tries, given.choose_total_tries);
    set(&mut tunables.allowed_bucket_algs, given.allowed_bucket_algs);
    if let Some(once) = value(given.chooseleaf_descend_once) {
        tunables.chooseleaf_descend_once = u32::from(once != 0);
    }
    // A map keeps the low byte of these.
    let mut set = |place: &mut u8, given| *place = value(given).map_or(*place, |value| value as u8);
    set(&mut tunables.chooseleaf_vary_r, given.chooseleaf_vary_r);
    set(&mut tunables.chooseleaf_stable, given.chooseleaf_stable);
    set(&mut tunables.straw_calc_version, given.straw_calc_version);
    run.map.set_tunables(&tunables);
    run.modified |= modified;
    Ok(())
}
