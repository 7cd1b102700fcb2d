//! The descents that a mapping makes in any case.
//!
//! Which descents follow depends on what the first ones reach, but unless tries fail, not on more than that: the ranks and
//! positions of the first tries are known from the rule. A batch makes those of many inputs together. A forecast need not
//! come true: mapping makes what was not foreseen, and leaves what it does not want.
#![forbid(unsafe_code)]

use super::msr::{Block, Config, stride_count};
use super::rule::{Effort, op, wanted};
use super::topology::{Rule, Step};
use super::{Topology, Tunables};
use crate::fallible::Fallible;
use std::collections::TryReserveError;

type Result<T> = core::result::Result<T, TryReserveError>;

/// Descents of one input that a forecast has at most.
const MOST: usize = 64;

/// What one block of a rule is expected to descend.
#[derive(Debug, Default)]
pub(crate) struct Forecast {
    /// Number of the bucket where the descents of the first stage start.
    pub(crate) root: i32,
    /// Each stage starts where the one before it ended.
    pub(crate) stages: Vec<Stage>,
}

/// Descents that can be made together.
#[derive(Debug)]
pub(crate) struct Stage {
    /// Type of the items that they descend to.
    pub(crate) kind: i32,
    pub(crate) descents: Vec<Foreseen>,
}

/// A descent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Foreseen {
    /// The descent of the stage before that it starts from; 0 in the first stage.
    pub(crate) parent: usize,
    pub(crate) rank: i32,
    pub(crate) position: i32,
}

/// The forecasts for all blocks of a rule.
pub(crate) fn forecast<T: Topology>(map: &T, rule: &Rule<'_>, result_max: usize) -> Result<Vec<Forecast>> {
    let mut forecasts =
        if rule.is_msr() { multi_step(map, rule, result_max)? } else { ordinary(map, rule, result_max)? };
    let mut descents = 0;
    for forecast in &mut forecasts {
        forecast.stages.retain(|stage| {
            descents += stage.descents.len();
            descents <= MOST && !stage.descents.is_empty()
        });
    }
    forecasts.retain(|forecast| !forecast.stages.is_empty());
    Ok(forecasts)
}

fn ordinary<T: Topology>(map: &T, rule: &Rule<'_>, result_max: usize) -> Result<Vec<Forecast>> {
    let mut effort = Effort::new(&map.tunables());
    let mut forecasts = Vec::new();
    let mut current = Forecast::default();
    for step in rule.steps {
        match step.op {
            op::TAKE => {
                forecasts.try_push(core::mem::take(&mut current))?;
                current.root = step.arg1;
            }
            op::CHOOSE_FIRSTN | op::CHOOSELEAF_FIRSTN | op::CHOOSE_INDEP | op::CHOOSELEAF_INDEP => {
                let parents = current.stages.last().map_or(1, |stage| stage.descents.len());
                if current.root < 0 && current.stages.last().is_none_or(|stage| stage.kind != 0) {
                    choose(&mut current.stages, &effort, step, parents, result_max)?;
                }
            }
            op::EMIT => {}
            _ => effort.set(step),
        }
    }
    forecasts.try_push(current)?;
    Ok(forecasts)
}

/// Foresees the first try of each item of a choose step, and for each the first try of its leaf.
fn choose(
    stages: &mut Vec<Stage>,
    effort: &Effort,
    step: &Step,
    parents: usize,
    result_max: usize,
) -> Result<()> {
    let count = wanted(step.arg1, result_max).unwrap_or(0);
    let each = usize::try_from(count).unwrap_or(0);
    let firstn = matches!(step.op, op::CHOOSE_FIRSTN | op::CHOOSELEAF_FIRSTN);
    let plan = effort.firstn(step, count, true);
    if firstn && !plan.has_no_local_tries() {
        return Ok(());
    }
    let numbers = (0..parents).flat_map(|parent| (0..each.min(MOST)).map(move |k| (parent, k as i32)));
    let items: Vec<(usize, i32)> = Vec::try_collect(numbers.take(result_max.min(MOST + 1)))?;
    let foreseen =
        |&(parent, k): &(usize, i32)| Foreseen { parent, rank: k, position: if firstn { k } else { 0 } };
    stages.try_push(Stage { kind: step.arg2, descents: Vec::try_collect(items.iter().map(foreseen))? })?;
    if matches!(step.op, op::CHOOSELEAF_FIRSTN | op::CHOOSELEAF_INDEP) && step.arg2 != 0 {
        let leaf = |(parent, &(_, k)): (usize, &(usize, i32))| {
            let rank = if firstn { plan.leaf_rep(k as usize, k) } else { k.wrapping_add(k) };
            Foreseen { parent, rank, position: k }
        };
        stages
            .try_push(Stage { kind: 0, descents: Vec::try_collect(items.iter().enumerate().map(leaf))? })?;
    }
    Ok(())
}

fn multi_step<T: Topology>(map: &T, rule: &Rule<'_>, result_max: usize) -> Result<Vec<Forecast>> {
    let places = u32::try_from(result_max).unwrap_or(u32::MAX);
    let (_, mut index) = Config::scan(rule.steps, &Tunables::default());
    let mut forecasts = Vec::new();
    let mut start = 0u32;
    while let Some(block) = Block::scan(rule.steps, index, places) {
        let end = start.saturating_add(block.total).min(places);
        if block.root < 0 && map.bucket(block.root).is_some() {
            let stages = strides(&block, end - start.min(end), places)?;
            forecasts.try_push(Forecast { root: block.root, stages })?;
        }
        (start, index) = (end, block.emit + 1);
    }
    Ok(forecasts)
}

/// The strides of each choose step of a block over so many places.
fn strides(block: &Block<'_>, len: u32, places: u32) -> Result<Vec<Stage>> {
    let mut stages = Vec::new();
    // The places of each range that the step divides, and how many it would have if the result were long enough.
    let (mut ranges, mut wanted) = (Vec::try_collect([len].into_iter())?, block.total);
    for step in block.choices {
        let count = stride_count(step, places);
        let Some(length) = wanted.checked_div(count).filter(|&length| length > 0 && length * count == wanted)
        else {
            break;
        };
        let (mut descents, mut below) = (Vec::new(), Vec::new());
        for (parent, &range) in ranges.iter().enumerate() {
            for number in 0..range.div_ceil(length).min(MOST as u32 + 1) {
                let rank = (number << 16).cast_signed();
                descents.try_push(Foreseen { parent, rank, position: number.cast_signed() })?;
                below.try_push((range - number * length).min(length))?;
            }
            if descents.len() > MOST {
                return Ok(stages);
            }
        }
        stages.try_push(Stage { kind: step.arg2, descents })?;
        (ranges, wanted) = (below, length);
    }
    Ok(stages)
}
