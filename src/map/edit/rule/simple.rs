//! Rules that take a root and choose one device in each failure domain.
#![forbid(unsafe_code)]

use super::{ANY_PLACES, RuleType, choose, step};
use crate::map::edit::{EditError, Result};
use crate::map::model::Map;
use crate::map::names::Name;
use crate::map::step::op;
use core::str::FromStr;

/// How a rule fills the places of its result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RuleMode {
    /// Later places move up when one cannot be filled: for copies.
    #[default]
    Firstn,
    /// Places keep what they have, and one that cannot be filled stays empty: for erasure codes.
    Indep,
}

impl FromStr for RuleMode {
    type Err = EditError;

    fn from_str(mode: &str) -> Result<Self> {
        match mode {
            "firstn" => Ok(Self::Firstn),
            "indep" => Ok(Self::Indep),
            _ => Err(EditError::UnknownMode(mode.to_owned())),
        }
    }
}

/// A rule to make.
#[derive(Clone, Debug)]
pub struct SimpleRule {
    /// Name of the rule.
    pub name: Name,
    /// Name of the item to take.
    pub root: Name,
    /// Name of the type of which no two devices share a bucket; empty for devices themselves.
    pub failure_domain: Name,
    /// How many failure domains, 0 or less for as many as there are places.
    pub num_failure_domains: i32,
    /// Name of the class of devices; empty for all.
    pub class: Name,
    /// How places are filled.
    pub mode: RuleMode,
    /// What the rule is for.
    pub r#type: RuleType,
    /// Number of the rule; the first free one for `None`.
    pub number: Option<u32>,
    /// Least and greatest number of places that the rule is for. Up to Pacific that counts; later it is always 1 and 100.
    pub places: (u8, u8),
}

impl SimpleRule {
    /// A rule for copies on all devices below `root`, one in each `failure_domain`.
    pub fn replicated(name: impl Into<Name>, root: impl Into<Name>, failure_domain: impl Into<Name>) -> Self {
        Self {
            name: name.into(),
            root: root.into(),
            failure_domain: failure_domain.into(),
            num_failure_domains: 0,
            class: "".into(),
            mode: RuleMode::Firstn,
            r#type: RuleType::Replicated,
            number: None,
            places: ANY_PLACES,
        }
    }

    /// A rule for the parts of an erasure code.
    pub fn erasure(name: impl Into<Name>, root: impl Into<Name>, failure_domain: impl Into<Name>) -> Self {
        let rule = Self::replicated(name, root, failure_domain);
        Self { mode: RuleMode::Indep, r#type: RuleType::Erasure, ..rule }
    }

    /// The same rule for devices of one class.
    #[must_use]
    pub fn class(self, class: impl Into<Name>) -> Self {
        Self { class: class.into(), ..self }
    }
}

impl Map {
    /// Makes a rule that takes a root, chooses a device in each failure domain, and emits; returns its number.
    ///
    /// ```
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use crush::map::{Location, Map, SimpleRule};
    ///
    /// let mut map = Map::new()?;
    /// for (id, name) in ["osd", "host", "root"].into_iter().enumerate() {
    ///     map.set_type_name(id as u16, name)?;
    /// }
    /// for (id, host) in ["alpha", "beta", "gamma"].into_iter().enumerate() {
    ///     let location: Location = [("host", host), ("root", "default")].into_iter().collect();
    ///     map.insert_item(id as i32, 1.0, format!("osd.{id}").as_str(), &location)?;
    /// }
    /// let rule = map.add_simple_rule(&SimpleRule::replicated("copies", "default", "host"))?;
    ///
    /// let mut result = [0; 2];
    /// let found = map.mapper(-1)?.place(rule, 42, &[0x10000; 3], &mut result)?;
    /// assert_eq!(found, 2);
    /// assert_ne!(result[0], result[1]);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// `RuleExists`, `RuleNumberTaken`, `UnknownRoot`, `UnknownFailureDomain`, `UnknownDeviceClass`, `NoDevicesOfClass`,
    /// `TooManyRules`.
    pub fn add_simple_rule(&mut self, rule: &SimpleRule) -> Result<u32> {
        let SimpleRule { name, root, failure_domain, class, mode, .. } = rule;
        let place = self.rule_place(name, rule.number, root, failure_domain, class)?;
        let mut steps = Vec::new();
        if *mode == RuleMode::Indep {
            steps.push(step(op::SET_CHOOSELEAF_TRIES, 5, 0));
            steps.push(step(op::SET_CHOOSE_TRIES, 100, 0));
        }
        steps.push(step(op::TAKE, place.take, 0));
        steps.push(choose(*mode, rule.num_failure_domains.max(0), place.r#type));
        steps.push(step(op::EMIT, 0, 0));
        self.edit(|map| map.add_named_rule(name.clone(), place.number, rule.r#type, rule.places, &steps))
    }
}
