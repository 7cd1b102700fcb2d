//! `--add-bucket`.

use crate::crushtool::exit::{Exit, edit_status, text};
use crate::crushtool::run::Run;
use crush::map::EditError;

/// Adds an empty bucket, and moves it to where the location says, if it says anything.
pub(crate) fn add_bucket(run: &mut Run<'_>) -> Result<(), Exit> {
    let edit = &run.settings.edit;
    let Some(kind) = &edit.add_bucket else { return Ok(()) };
    let name = edit.add_name.as_slice();
    let bucket = run.map.add_bucket(name, kind).map_err(|error| refusal(run, name, kind, &error))?;
    run.modified = true;
    if edit.location.is_empty() || run.map.check_item_loc(bucket, &edit.location).is_some() {
        return Ok(());
    }
    run.map.move_bucket(bucket, &edit.location).map_err(|error| {
        let location = edit.location.to_string();
        let message = text(&[run.argv0, b" error moving bucket '", name, b"' to ", location.as_bytes()]);
        Exit::with_status(edit_status(&error), message).unless_crash(run.argv0, &error)
    })
}

/// What is said of a bucket that cannot be made, in the order in which upstream looks.
fn refusal(run: &Run<'_>, name: &[u8], kind: &[u8], error: &EditError) -> Exit {
    const EXISTS: u8 = 239;
    const INVALID: u8 = 234;
    let quoted = |before: &[u8], word: &[u8], after: &[u8]| text(&[run.argv0, before, word, after]);
    let is_bucket_type = run.map.types().id(kind).is_some_and(|kind| kind > 0);
    let exit = if run.map.names().id(name).is_some() {
        Exit::with_status(EXISTS, quoted(b" bucket '", name, b"' already exists"))
    } else if !is_bucket_type {
        Exit::with_status(INVALID, quoted(b" bad bucket type: ", kind, b""))
    } else if matches!(error, EditError::InvalidName(_)) && run.map.default_bucket_algorithm().is_ok() {
        Exit::with_status(INVALID, quoted(b" bad bucket name: ", name, b""))
    } else {
        let reason = error.errno_text();
        Exit::with_status(edit_status(error), quoted(b" unable to add bucket: ", reason.as_bytes(), b""))
    };
    exit.because(error)
}
