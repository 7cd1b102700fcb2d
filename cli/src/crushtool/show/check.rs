//! `--check` (spec 06 section 16).

use super::overlap::overlaps;
use crate::crushtool::exit::Exit;
use crate::crushtool::run::Run;
use crush::map::{Map, Release};
use std::collections::HashSet;
use std::io::{self, Write};

/// Looks for names that are missing, and for device ids that are too large, in the order of `--tree`. The first finding is
/// printed.
pub(crate) fn check(run: &mut Run<'_>) -> Result<(), Exit> {
    if run.settings.show.check_given && run.settings.release <= Release::Pacific {
        let mut out = io::stdout().lock();
        overlaps(&run.map).iter().try_for_each(|line| writeln!(out, "{line}"))?;
    }
    let Some(limit) = run.settings.show.check.filter(|&limit| limit >= 0) else { return Ok(()) };
    let Some(finding) = find(&run.map, limit) else { return Ok(()) };
    writeln!(io::stdout(), "{finding}")?;
    Err(Exit { status: 1, ..Exit::default() })
}

fn find(map: &Map, limit: i32) -> Option<String> {
    let mut entered = HashSet::new();
    let mut stack: Vec<_> = map.nonshadow_roots().into_iter().rev().collect();
    while let Some(item) = stack.pop() {
        if let Some(finding) = fault(map, item, limit) {
            return Some(finding);
        }
        // Below what was looked at before there is nothing new.
        if entered.insert(item) {
            stack.extend(map.tree_children(item).into_iter().rev());
        }
    }
    fault(map, 0, 0)
}

fn fault(map: &Map, item: i32, limit: i32) -> Option<String> {
    if item >= 0 {
        if limit > 0 && item >= limit {
            return Some(format!("item id too large: item#{item}"));
        }
    } else if map.names().name(item).is_none() {
        return Some(format!("unknown item name: item#{item}"));
    }
    map.type_name_of(item).is_none().then(|| format!("unknown type name: item#{item}"))
}
