//! Which rule serves a pool.
#![forbid(unsafe_code)]

use crate::map::{Map, Release, RuleType};
use crate::osdmap::{Pool, PoolKind};

/// Number of the rule that places a pool's PGs; `None` if there is none.
///
/// Up to Pacific pools name a ruleset, of which the first rule counts that is for the pool's kind and size (spec 01 section
/// 7.5). Later ones name the rule itself, whatever it says it is for.
pub(super) fn rule_of(crush: &Map, pool: &Pool, release: Release) -> Option<u32> {
    let named = pool.crush_rule;
    if release >= Release::Quincy {
        return crush.rule(named.into()).map(|_| named.into());
    }
    let kind = match pool.kind {
        PoolKind::Replicated => RuleType::Replicated,
        PoolKind::Erasure => RuleType::Erasure,
    };
    let mut rules = crush.rules();
    let found = rules.find(|(_, rule)| {
        rule.ruleset == named
            && rule.r#type == kind as u8
            && (rule.min_size..=rule.max_size).contains(&pool.size)
    });
    found.map(|(number, _)| number)
}
