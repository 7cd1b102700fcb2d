//! `--tree`.

use crate::crushtool::exit::Exit;
use crate::crushtool::run::Run;

/// Prints the hierarchy.
pub(crate) fn tree(run: &mut Run<'_>) -> Result<(), Exit> {
    if run.settings.show.tree {
        return Err(Exit::failure("--tree: not there yet"));
    }
    Ok(())
}
