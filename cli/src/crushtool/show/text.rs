//! `-d`.

use crate::crushtool::exit::Exit;
use crate::crushtool::run::Run;
use crate::crushtool::write::write_text;
use crush::map::{TextForm, WeightForm};

/// Prints the map as text. Where upstream ends such a text early and reports success, this one fails.
pub(crate) fn decompile(run: &mut Run<'_>) -> Result<(), Exit> {
    let settings = run.settings;
    if !settings.decompile {
        return Ok(());
    }
    let weights = if settings.exact_weights { WeightForm::Exact } else { WeightForm::Rounded };
    let name = settings.output_file.as_deref();
    match run.map.decompile(TextForm { release: settings.release, weights }) {
        Ok(text) => write_text(run.argv0, &text, name),
        Err(error) => {
            write_text(run.argv0, &error.written, name)?;
            Err(Exit::failure(error.to_string()))
        }
    }
}
