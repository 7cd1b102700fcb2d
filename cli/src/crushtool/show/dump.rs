//! `--dump`.

use crate::crushtool::exit::Exit;
use crate::crushtool::run::Run;
use crush::map::JsonForm;
use std::io::Write;

/// Prints everything. A format that is not known is the default one.
pub(crate) fn dump(run: &mut Run<'_>) -> Result<(), Exit> {
    let show = &run.settings.show;
    if !show.dump {
        return Ok(());
    }
    let form = if show.format == b"json" { JsonForm::Compact } else { JsonForm::Pretty };
    Ok(std::io::stdout().write_all(&run.map.dump_json(form, run.settings.release))?)
}
