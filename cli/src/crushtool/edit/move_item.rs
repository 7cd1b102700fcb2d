//! `--move`.

use crate::crushtool::exit::{Exit, edit_status, text};
use crate::crushtool::run::Run;
use crush::map::EditError;

/// Statuses of refusals: the low bytes of -ENOENT and -EINVAL.
const NOT_FOUND: u8 = 254;
const INVALID: u8 = 234;

/// Moves an item to where the location says. Devices keep their weight.
pub(crate) fn move_item(run: &mut Run<'_>) -> Result<(), Exit> {
    let edit = &run.settings.edit;
    let Some(name) = &edit.move_item else { return Ok(()) };
    let Some(item) = run.map.names().id(name) else {
        let message = text(&[run.argv0, b" item '", name, b"' does not exist"]);
        return Err(Exit::with_status(NOT_FOUND, message));
    };
    let location = &edit.location;
    if location.is_empty() {
        let message = text(&[run.argv0, b" expecting additional --loc argument to --move"]);
        return Err(Exit::with_status(INVALID, message));
    }
    if run.map.check_item_loc(item, location).is_some() {
        let place = location.to_string();
        let message = text(&[run.argv0, b" item '", name, b"' already at ", place.as_bytes()]);
        return Err(Exit::failure(message));
    }
    let moved = if item >= 0 {
        run.map.create_or_move_item(item, 0.0, name.as_slice(), location).map(drop)
    } else {
        run.map.move_bucket(item, location)
    };
    // Upstream ends without a word here.
    let silent = |error: &EditError| Exit { status: edit_status(error), ..Exit::default() };
    moved.map_err(|error| silent(&error).unless_crash(run.argv0, &error))?;
    run.modified = true;
    Ok(())
}
