//! What rules take.
#![forbid(unsafe_code)]

use crate::builder::StoredRule;
use crate::map::model::Map;
use crate::map::step::op;
use std::collections::BTreeSet;

/// What a rule takes, in order of its steps.
pub(in crate::map) fn takes<'a>(rule: StoredRule<'a>) -> impl Iterator<Item = i32> + 'a {
    rule.steps.iter().filter(|step| step.op == op::TAKE).map(|step| step.arg1)
}

impl Map {
    /// Everything that some rule takes.
    pub fn takes(&self) -> BTreeSet<i32> {
        self.rules().flat_map(|(_, rule)| takes(rule)).collect()
    }

    /// Everything that a rule takes, ids ascending; nothing if there is no such rule.
    pub fn takes_of_rule(&self, rule: u32) -> BTreeSet<i32> {
        self.rule(rule).into_iter().flat_map(takes).collect()
    }

    /// Rules that take a shadow bucket of a class; `None` for an unknown class.
    pub fn rules_by_class(&self, class: impl AsRef<[u8]>) -> Option<BTreeSet<u32>> {
        let class = self.classes.names.id(class)?;
        let of_class = |take| self.is_shadow(take) && self.classes.of(take) == Some(class);
        Some(self.rules_where(|rule| takes(rule).any(of_class)))
    }

    /// Rules that take something that a device is below.
    pub fn rules_by_device(&self, device: i32) -> BTreeSet<u32> {
        self.rules_where(|rule| takes(rule).any(|take| self.subtree_contains(take, device)))
    }

    /// Devices of a class; none for an unknown class.
    pub fn devices_by_class(&self, class: impl AsRef<[u8]>) -> BTreeSet<i32> {
        let Some(class) = self.classes.names.id(class) else { return BTreeSet::new() };
        let devices = self.classes.of_item.range(0..).filter(|&(_, &of)| of == class);
        devices.map(|(&device, _)| device).collect()
    }

    fn rules_where(&self, wanted: impl Fn(StoredRule<'_>) -> bool) -> BTreeSet<u32> {
        self.rules().filter(|&(_, rule)| wanted(rule)).map(|(number, _)| number).collect()
    }
}
