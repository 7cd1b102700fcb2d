//! `--remove-item`.

use crate::crushtool::exit::{Exit, text};
use crate::crushtool::run::Run;
use crush::map::{EditError, Name};
use std::io::Write;

/// Removes a device, or an empty bucket, from the map.
pub(crate) fn remove_item(run: &mut Run<'_>) -> Result<(), Exit> {
    let name = &run.settings.edit.remove_item;
    if name.is_empty() {
        return Ok(());
    }
    std::io::stdout().write_all(&text(&[run.argv0, b" removing item ", name, b"\n"]))?;
    let item = named_item(run, name)?;
    run.map.remove_item(item).map_err(|error| Exit::edit(run.argv0, &error))?;
    run.modified = true;
    Ok(())
}

/// The item with a name; without one the run ends with a message in two lines.
pub(super) fn named_item(run: &Run<'_>, name: &[u8]) -> Result<i32, Exit> {
    run.map.names().id(name).ok_or_else(|| {
        let mut exit = Exit::edit(run.argv0, &EditError::UnknownItem(Name::from(name)));
        exit.message = text(&[b" name ", name, b" dne\n", &exit.message]);
        exit
    })
}
