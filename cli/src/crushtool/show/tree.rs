//! `--tree`.

use crate::crushtool::exit::Exit;
use crate::crushtool::run::Run;
use crush::map::{Map, TreeOptions};
use std::io::Write;

/// Prints the hierarchy, shadow trees included. Upstream crashes where a name is missing.
pub(crate) fn tree(run: &mut Run<'_>) -> Result<(), Exit> {
    if !run.settings.show.tree {
        return Ok(());
    }
    if let Some(fault) = fault(&run.map) {
        return Err(Exit::failure(fault));
    }
    Ok(std::io::stdout().write_all(&run.map.dump_tree(&TreeOptions::default()))?)
}

/// A bucket that is not there, or has no name.
fn fault(map: &Map) -> Option<String> {
    let mut items = map.buckets().flat_map(|bucket| bucket.items.iter().map(move |&item| (bucket.id, item)));
    let missing = |&(_, item): &(i32, i32)| item < 0 && map.bucket(item).is_none();
    if let Some((bucket, item)) = items.find(missing) {
        return Some(format!("bucket {bucket} has the item {item}, which does not exist"));
    }
    let nameless = map.buckets().find(|bucket| map.names().name(bucket.id).is_none());
    nameless.map(|bucket| format!("bucket {} has no name", bucket.id))
}
