//! The bound for ordinary rules.
#![forbid(unsafe_code)]

use super::Work;
use super::paths::Paths;
use crate::mapper::Topology;
use crate::mapper::ahead::WINDOW;
use crate::mapper::firstn::Firstn;
use crate::mapper::indep::Indep;
use crate::mapper::rule::{Effort, op, wanted};
use crate::mapper::topology::{Rule, Step};
use std::collections::TryReserveError;

/// Descents that one replica can have had made ahead in vain: the window that its first try opened, the one that was open
/// when it began to fail, and the one that it ended in; each with one more.
const AHEAD: u64 = 3 * (WINDOW as u64 + 1);

/// The buckets that a choose step may choose from.
struct Selection {
    buckets: Vec<i32>,
    /// Items selected at most.
    len: u64,
}

pub(super) fn worst_case<T: Topology>(
    map: &T,
    rule: &Rule<'_>,
    result_max: usize,
) -> Result<Work, TryReserveError> {
    let mut effort = Effort::new(&map.tunables());
    let mut selection = Selection { buckets: Vec::new(), len: 0 };
    let mut work = Work::default();
    for step in rule.steps {
        match step.op {
            op::TAKE => selection.take(map, step.arg1)?,
            op::CHOOSE_FIRSTN | op::CHOOSELEAF_FIRSTN | op::CHOOSE_INDEP | op::CHOOSELEAF_INDEP => {
                work += selection.choose(map, &effort, step, result_max)?;
            }
            op::EMIT => selection.len = 0,
            _ => effort.set(step),
        }
    }
    Ok(work)
}

impl Selection {
    fn take<T: Topology>(&mut self, map: &T, item: i32) -> Result<(), TryReserveError> {
        let is_bucket = item < 0 && map.bucket(item).is_some();
        if is_bucket || (item >= 0 && item < map.max_devices()) {
            self.buckets.clear();
            self.buckets.try_reserve(1)?;
            self.buckets.extend(is_bucket.then_some(item));
            self.len = 1;
        }
        Ok(())
    }

    fn choose<T: Topology>(
        &mut self,
        map: &T,
        effort: &Effort,
        step: &Step,
        result_max: usize,
    ) -> Result<Work, TryReserveError> {
        if self.len == 0 {
            return Ok(Work::default());
        }
        let places = result_max as u64;
        let count = wanted(step.arg1, result_max).unwrap_or(0);
        let leaf = matches!(step.op, op::CHOOSELEAF_FIRSTN | op::CHOOSELEAF_INDEP);
        let items = Paths::find(map, &self.buckets, step.arg2)?;
        let leaves = if leaf { Paths::find(map, &items.targets, 0)? } else { Paths::default() };
        let each = if matches!(step.op, op::CHOOSE_FIRSTN | op::CHOOSELEAF_FIRSTN) {
            firstn(&effort.firstn(step, count, leaf), &items, &leaves)
        } else {
            indep(&effort.indep(step, count, leaf), places, &items, &leaves)
        };
        let work = each * self.len;
        self.buckets = if leaf { leaves.targets } else { items.targets };
        self.len = self.len.saturating_mul(u64::try_from(count).unwrap_or(0)).min(places);
        Ok(work)
    }
}

/// The most that a firstn step takes for one item that it chooses from.
fn firstn(plan: &Firstn, items: &Paths, leaves: &Paths) -> Work {
    let replicas = u64::try_from(plan.count).unwrap_or(0);
    let tries = descents(plan, plan.tries, items.largest).saturating_add(AHEAD);
    // The first one may have been made ahead.
    let leaf_tries = descents(plan, plan.leaf_tries, leaves.largest).saturating_add(1);
    (items.longest + leaves.longest * leaf_tries) * tries * replicas
}

/// The most that an indep step takes for one item that it chooses from.
fn indep(plan: &Indep, places: u64, items: &Paths, leaves: &Paths) -> Work {
    let places = u64::try_from(plan.count).unwrap_or(0).min(places);
    let leaf_tries = u64::from(plan.leaf_tries) + 1;
    (items.longest + leaves.longest * leaf_tries) * u64::from(plan.tries) * places
}

/// Descents for one item: from the top so many as there are tries, and those that start where the last one ended. Those are
/// counted as tries, but only one from the top asks whether there were too many.
fn descents(plan: &Firstn, tries: u32, largest: u64) -> u64 {
    let permuted = match plan.local_fallback_tries {
        0 => 0,
        fallback => largest.saturating_add(fallback.into()),
    };
    let local = permuted.max(plan.local_tries.into());
    if local >= u64::from(u32::MAX) {
        // As many as the counter holds: it never comes to an end.
        return u64::MAX;
    }
    u64::from(tries.max(1)) + local + 1
}
