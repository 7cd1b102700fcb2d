//! The bound for multi-step-retry rules.
#![forbid(unsafe_code)]

use super::Work;
use super::paths::Paths;
use crate::mapper::Topology;
use crate::mapper::msr::{Block, Config, stride_count};
use crate::mapper::topology::Rule;
use std::collections::TryReserveError;

pub(super) fn worst_case<T: Topology>(
    map: &T,
    rule: &Rule<'_>,
    result_max: usize,
) -> Result<Work, TryReserveError> {
    let places = u32::try_from(result_max).unwrap_or(u32::MAX);
    let (config, mut index) = Config::scan(rule.steps, &map.tunables());
    let mut work = Work::default();
    while let Some(block) = Block::scan(rule.steps, index, places) {
        work += descent(map, &block, &config, places)? * u64::from(config.descents);
        index = block.emit + 1;
    }
    Ok(work)
}

/// The most that one descent of a block takes: each choose step has as many strides as the steps up to it ask for, but every
/// stride has a place.
fn descent<T: Topology>(
    map: &T,
    block: &Block<'_>,
    config: &Config,
    places: u32,
) -> Result<Work, TryReserveError> {
    let mut work = Work::default();
    let mut roots = Vec::new();
    roots.try_reserve(1)?;
    roots.extend((block.root < 0 && map.bucket(block.root).is_some()).then_some(block.root));
    let mut strides = 1u64;
    for step in block.choices {
        if roots.is_empty() {
            break;
        }
        strides = strides.saturating_mul(stride_count(step, places).into()).min(places.into());
        let paths = Paths::find(map, &roots, step.arg2)?;
        // One attempt more, which may have been made ahead.
        work += paths.longest * (u64::from(config.collision_tries) + 1) * strides;
        roots = paths.targets;
    }
    Ok(work)
}
