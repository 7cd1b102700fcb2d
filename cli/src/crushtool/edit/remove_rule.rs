//! `--remove-rule`.

use crate::crushtool::exit::{Exit, text};
use crate::crushtool::run::Run;

/// Removes a rule. An unknown one ends the run, without an error as far as the status goes.
pub(crate) fn remove_rule(run: &mut Run<'_>) -> Result<(), Exit> {
    if !run.settings.edit.remove_rule {
        return Ok(());
    }
    let name = &run.settings.edit.rule_name;
    let Some(rule) = run.map.rule_id(name) else {
        return Err(Exit::early(text(&[b"rule ", name, b" does not exist"])));
    };
    let failure = text(&[b"fail to remove rule ", name]);
    run.map.remove_rule(rule).map_err(|error| Exit::failure(failure).because(error))?;
    run.modified = true;
    Ok(())
}
