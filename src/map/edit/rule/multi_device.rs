//! MSR rules: several devices in each failure domain.
#![forbid(unsafe_code)]

use super::{ANY_PLACES, RuleType, step};
use crate::map::edit::{EditError, Result};
use crate::map::model::Map;
use crate::map::names::Name;
use crate::map::step::op;

/// An MSR rule to make.
#[derive(Clone, Debug)]
pub struct MultiDeviceRule {
    /// Name of the rule.
    pub name: Name,
    /// Name of the item to take.
    pub root: Name,
    /// Name of the type that is the failure domain; empty for devices.
    pub failure_domain: Name,
    /// How many failure domains.
    pub num_failure_domains: i32,
    /// How many devices in each.
    pub osds_per_failure_domain: i32,
    /// Name of the class of devices; empty for all.
    pub class: Name,
    /// One of the two MSR types.
    pub r#type: RuleType,
    /// Number of the rule; the first free one for `None`.
    pub number: Option<u32>,
}

impl Map {
    /// Makes a rule that chooses several devices in each failure domain, and returns its number. It is of one of the MSR
    /// types, which Squid and later understand.
    ///
    /// # Errors
    /// Those of [`add_simple_rule`](Self::add_simple_rule); `UnknownRuleType`.
    pub fn add_multi_osd_per_failure_domain_rule(&mut self, rule: &MultiDeviceRule) -> Result<u32> {
        let MultiDeviceRule { name, root, failure_domain, class, r#type, .. } = rule;
        let place = self.rule_place(name, rule.number, root, failure_domain, class)?;
        if !matches!(r#type, RuleType::MsrFirstn | RuleType::MsrIndep) {
            return Err(EditError::UnknownRuleType(i32::from(*r#type as u8)));
        }
        let steps = [
            step(op::TAKE, place.take, 0),
            step(op::CHOOSE_MSR, rule.num_failure_domains, place.r#type),
            step(op::CHOOSE_MSR, rule.osds_per_failure_domain, 0),
            step(op::EMIT, 0, 0),
        ];
        self.edit(|map| map.add_named_rule(name.clone(), place.number, *r#type, ANY_PLACES, &steps))
    }
}
