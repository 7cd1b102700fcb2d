//! `--reweight-item`.

use super::remove_item::named_item;
use crate::crushtool::exit::{Exit, text};
use crate::crushtool::format::general;
use crate::crushtool::run::Run;
use std::io::Write;

/// Sets an item's weight in all buckets that have it.
pub(crate) fn reweight_item(run: &mut Run<'_>) -> Result<(), Exit> {
    let (name, weight) = &run.settings.edit.reweight_item;
    if name.is_empty() {
        return Ok(());
    }
    let shown = general((*weight).into());
    let line = text(&[run.argv0, b" reweighting item ", name, b" to ", shown.as_bytes(), b"\n"]);
    std::io::stdout().write_all(&line)?;
    let item = named_item(run, name)?;
    run.map.adjust_item_weightf(item, *weight).map_err(|error| Exit::edit(run.argv0, &error))?;
    run.modified = true;
    Ok(())
}
