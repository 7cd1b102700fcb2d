//! `--show-location`.

use crate::crushtool::exit::Exit;
use crate::crushtool::run::Run;
use std::io::Write;

/// Prints the buckets above an item, by type.
pub(crate) fn show_location(run: &mut Run<'_>) -> Result<(), Exit> {
    let Some(id) = run.settings.show.location.filter(|&id| id >= 0) else { return Ok(()) };
    let mut out = std::io::stdout().lock();
    for (kind, bucket) in run.map.full_location(id).unwrap_or_default().iter() {
        out.write_all(&[kind.as_bytes(), b"\t", bucket.as_bytes(), b"\n"].concat())?;
    }
    Ok(())
}
