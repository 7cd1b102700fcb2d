//! `--dump`.

use crate::crushtool::exit::Exit;
use crate::crushtool::run::Run;

/// Prints everything.
pub(crate) fn dump(run: &mut Run<'_>) -> Result<(), Exit> {
    if run.settings.show.dump {
        return Err(Exit::failure("--dump: not there yet"));
    }
    Ok(())
}
