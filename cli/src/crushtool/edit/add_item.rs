//! `--add-item` and `--update-item`.

use crate::crushtool::exit::Exit;
use crate::crushtool::run::Run;

/// Adds a device where the location says, or makes sure that it is there.
pub(crate) fn add_item(run: &mut Run<'_>) -> Result<(), Exit> {
    let edit = &run.settings.edit;
    let Some(item) = edit.item.as_ref().filter(|item| item.id >= 0) else { return Ok(()) };
    let (name, location) = (edit.add_name.as_slice(), &edit.location);
    let done = if item.update {
        run.map.update_item(item.id, item.weight, name, location).map(drop)
    } else {
        run.map.insert_item(item.id, item.weight, name, location)
    };
    done.map_err(|error| Exit::edit(run.argv0, &error))?;
    run.modified = true;
    Ok(())
}
