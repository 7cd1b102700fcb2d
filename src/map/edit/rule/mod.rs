//! Making and removing rules (spec 06 section 10).
#![forbid(unsafe_code)]

mod multi_device;
mod profile;
mod remove;
mod replace;
mod simple;

use super::{EditError, Result};
use crate::abi::crush_rule_step;
use crate::builder::{BuildError, StoredRule};
use crate::map::limits;
use crate::map::model::Map;
use crate::map::names::Name;
use crate::map::step::{op, rule_type};
pub use multi_device::MultiDeviceRule;
pub use profile::ErasureProfile;
pub use simple::{RuleMode, SimpleRule};

/// What a rule is for; the numbers are those of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum RuleType {
    /// Copies.
    Replicated = rule_type::REPLICATED,
    /// Parts of an erasure code.
    Erasure = rule_type::ERASURE,
    /// Copies, several in each failure domain.
    MsrFirstn = rule_type::MSR_FIRSTN,
    /// Parts of an erasure code, several in each failure domain.
    MsrIndep = rule_type::MSR_INDEP,
}

impl RuleType {
    /// The type with a number; `None` for numbers that mean nothing to any tool.
    pub fn of_number(number: u8) -> Option<Self> {
        [Self::Replicated, Self::Erasure, Self::MsrFirstn, Self::MsrIndep]
            .into_iter()
            .find(|&known| known as u8 == number)
    }

    /// Its name in texts, like `replicated`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Replicated => "replicated",
            Self::Erasure => "erasure",
            Self::MsrFirstn => "msr_firstn",
            Self::MsrIndep => "msr_indep",
        }
    }
}

/// The place of a new rule in the hierarchy, checked.
struct Place {
    number: u32,
    take: i32,
    r#type: i32,
}

/// What rules say since Quincy of the numbers of places that they are for.
const ANY_PLACES: (u8, u8) = (1, 100);

fn step(op: u32, arg1: i32, arg2: i32) -> crush_rule_step {
    crush_rule_step { op, arg1, arg2 }
}

impl Map {
    /// What all rules have in common, in the order in which it is checked.
    fn rule_place(
        &self,
        name: &Name,
        number: Option<u32>,
        root: &Name,
        failure_domain: &Name,
        class: &Name,
    ) -> Result<Place> {
        if self.rule_names.id(name).is_some() {
            return Err(EditError::RuleExists(name.clone()));
        }
        if let Some(number) = number.filter(|&number| self.rule(number).is_some()) {
            return Err(EditError::RuleNumberTaken(number));
        }
        let first_free = || (0..).find(|&number| self.rule(number).is_none()).unwrap_or(u32::MAX);
        let number = number.unwrap_or_else(first_free);
        let root_id = self.names.id(root).ok_or_else(|| EditError::UnknownRoot(root.clone()))?;
        let r#type = if failure_domain.as_bytes().is_empty() {
            0
        } else {
            let known = self.types.id(failure_domain);
            known.ok_or_else(|| EditError::UnknownFailureDomain(failure_domain.clone()))?
        };
        Ok(Place { number, take: self.take(root, root_id, class)?, r#type })
    }

    fn take(&self, root: &Name, id: i32, class: &Name) -> Result<i32> {
        if class.as_bytes().is_empty() {
            return Ok(id);
        }
        let number =
            self.classes.names.id(class).ok_or_else(|| EditError::UnknownDeviceClass(class.clone()))?;
        self.classes
            .shadow(id, number)
            .ok_or_else(|| EditError::NoDevicesOfClass { root: root.clone(), class: class.clone() })
    }

    /// Puts a rule and its name into the map.
    fn add_named_rule(
        &mut self,
        name: Name,
        number: u32,
        r#type: RuleType,
        (min_size, max_size): (u8, u8),
        steps: &[crush_rule_step],
    ) -> Result<u32> {
        if number as usize >= limits::MAX_RULES {
            return Err(EditError::TooManyRules(number));
        }
        if name.as_bytes().len() > limits::MAX_NAME {
            return Err(EditError::InvalidName(name));
        }
        let ruleset = number as u8;
        let rule = StoredRule { ruleset, r#type: r#type as u8, min_size, max_size, steps };
        let added = self.crush.add_rule(&rule, Some(number)).map_err(|error| match error {
            BuildError::TooManyRules => EditError::TooManyRules(number),
            error => error.into(),
        })?;
        self.rule_names.set(number.cast_signed(), name);
        Ok(added)
    }
}

/// The failure domain's step: to leaves below a type, or devices themselves for type 0.
fn choose(mode: RuleMode, count: i32, r#type: i32) -> crush_rule_step {
    let op = match (mode, r#type) {
        (RuleMode::Firstn, 0) => op::CHOOSE_FIRSTN,
        (RuleMode::Firstn, _) => op::CHOOSELEAF_FIRSTN,
        (RuleMode::Indep, 0) => op::CHOOSE_INDEP,
        (RuleMode::Indep, _) => op::CHOOSELEAF_INDEP,
    };
    step(op, count, r#type)
}
