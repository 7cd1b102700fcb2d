//! Types and rules by name.
#![forbid(unsafe_code)]

use crate::map::model::Map;
use crate::map::names::Name;

impl Map {
    /// Name of a rule.
    pub fn rule_name(&self, rule: u32) -> Option<&Name> {
        self.rule_names.name(i32::try_from(rule).ok()?)
    }

    /// The rule with a name.
    pub fn rule_id(&self, name: impl AsRef<[u8]>) -> Option<u32> {
        u32::try_from(self.rule_names.id(name)?).ok()
    }

    /// Name of an item's type; `None` for a bucket that does not exist, or a type without a name.
    pub fn type_name_of(&self, item: i32) -> Option<&Name> {
        let r#type = if item >= 0 { 0 } else { i32::from(self.bucket(item)?.r#type) };
        self.types.name(r#type)
    }

    /// The rule of a type with the lowest number.
    pub fn find_first_rule(&self, r#type: u8) -> Option<u32> {
        self.rules().find(|(_, rule)| rule.r#type == r#type).map(|(number, _)| number)
    }
}
