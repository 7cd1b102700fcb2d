//! Removing a rule.
#![forbid(unsafe_code)]

use crate::map::edit::{EditError, Result};
use crate::map::model::Map;

impl Map {
    /// Removes a rule and its name, and builds the shadow trees anew: a class without devices that only this rule used is
    /// forgotten.
    ///
    /// # Errors
    /// `UnknownRule`, `Shadow`, `Cycle`.
    pub fn remove_rule(&mut self, rule: u32) -> Result<()> {
        self.rule(rule).ok_or(EditError::UnknownRule(rule))?;
        self.edit_hierarchy(|map| {
            map.crush.remove_rule(rule);
            map.rule_names.remove(rule.cast_signed());
            map.rebuild_shadows()
        })
    }
}
