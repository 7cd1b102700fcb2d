//! `--bucket-tree`.

use crate::crushtool::exit::{Exit, tell};
use crate::crushtool::run::Run;
use std::io::Write;

/// Prints the devices below a bucket, by id.
pub(crate) fn bucket_tree(run: &mut Run<'_>) -> Result<(), Exit> {
    let show = &run.settings.show;
    if !show.bucket_tree {
        return Ok(());
    }
    if show.bucket_name.is_empty() {
        tell(&[b": error bucket_name is empty\n"]);
        return Ok(());
    }
    let item = run.map.names().id(&show.bucket_name);
    let mut out = std::io::stdout().lock();
    for device in item.and_then(|item| run.map.leaves(item)).unwrap_or_default() {
        writeln!(out, "osd.{device}")?;
    }
    Ok(())
}
