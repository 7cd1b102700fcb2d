//! `--reclassify`.

use crate::crushtool::exit::Exit;
use crate::crushtool::run::Run;
use std::io::{self, Write};

/// Turns hierarchies by kind of device into device classes, and prints what is done.
pub(crate) fn reclassify(run: &mut Run<'_>) -> Result<(), Exit> {
    let edit = &run.settings.edit;
    if !edit.reclassify {
        return Ok(());
    }
    let mut printed = Ok(());
    let mut print = |line: &str| {
        if printed.is_ok() {
            printed = writeln!(io::stdout(), "{line}");
        }
    };
    let done = run.map.reclassify(&edit.reclassification, &mut print);
    printed?;
    done.map_err(|error| Exit::failure("failed to reclassify map").because(error))?;
    run.modified = true;
    Ok(())
}
