//! `--create-simple-rule` and `--create-replicated-rule`.

use crate::crushtool::exit::{Exit, text};
use crate::crushtool::run::Run;
use crush::map::{EditError, Release, RuleMode, SimpleRule};

/// The numbers of places that a release's tool writes into a rule.
pub(super) fn places(mode: RuleMode, release: Release) -> (u8, u8) {
    match mode {
        _ if release > Release::Pacific => (1, 100),
        RuleMode::Firstn => (1, 10),
        RuleMode::Indep => (3, 20),
    }
}

/// Makes a rule.
pub(crate) fn create_rule(run: &mut Run<'_>) -> Result<(), Exit> {
    let edit = &run.settings.edit;
    let Some(rule) = &edit.create_rule else { return Ok(()) };
    let name = edit.rule_name.as_slice();
    if run.map.rule_id(name).is_some() {
        return Err(Exit::failure(text(&[b"rule ", name, b" already exists"])));
    }
    let failure = |error: EditError| Exit::failure(error.to_string());
    let new = SimpleRule::replicated(name, rule.root.clone(), rule.failure_domain.clone());
    let mut new = new.class(edit.device_class.as_slice());
    // The mode is looked at last.
    let mode = String::from_utf8_lossy(&rule.mode).parse::<RuleMode>();
    new.mode = *mode.as_ref().unwrap_or(&RuleMode::Firstn);
    new.places = places(new.mode, run.settings.release);
    run.map.add_simple_rule(&new).map_err(failure)?;
    // Nothing is written of a run that fails.
    mode.map_err(failure)?;
    run.modified = true;
    Ok(())
}
