//! `--dump`.

use crate::crushtool::exit::Exit;
use crate::crushtool::run::Run;
use crush::map::DumpForm;
use std::io::Write;

/// Prints everything. A format that is not known is the default one.
pub(crate) fn dump(run: &mut Run<'_>) -> Result<(), Exit> {
    let show = &run.settings.show;
    if !show.dump {
        return Ok(());
    }
    let form = DumpForm::named(&show.format);
    Ok(std::io::stdout().write_all(&run.map.dump(form, run.settings.release))?)
}
