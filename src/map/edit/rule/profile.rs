//! Rules for erasure codes, from what their profiles say.
#![forbid(unsafe_code)]

use super::{MultiDeviceRule, RuleType, SimpleRule};
use crate::map::edit::{EditError, Result};
use crate::map::model::Map;
use crate::map::names::Name;

/// What an erasure-code profile says about placement; the fields are its keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErasureProfile {
    /// `crush-root`.
    pub root: Name,
    /// `crush-failure-domain`.
    pub failure_domain: Name,
    /// `crush-device-class`; empty for all devices.
    pub device_class: Name,
    /// `crush-num-failure-domains`, 0 for as many as there are places.
    pub num_failure_domains: i32,
    /// `crush-osds-per-failure-domain`; an MSR rule for 2 and more.
    pub osds_per_failure_domain: i32,
}

impl Default for ErasureProfile {
    fn default() -> Self {
        Self {
            root: "default".into(),
            failure_domain: "host".into(),
            device_class: "".into(),
            num_failure_domains: 0,
            osds_per_failure_domain: 0,
        }
    }
}

impl Map {
    /// Makes the rule of an erasure-code profile, and returns its number.
    ///
    /// # Errors
    /// Those of [`add_simple_rule`](Self::add_simple_rule); `NoFailureDomains` when there are to be several devices in each
    /// failure domain, but it is not said how many failure domains.
    pub fn add_erasure_rule(&mut self, name: impl Into<Name>, profile: &ErasureProfile) -> Result<u32> {
        let (name, profile) = (name.into(), profile.clone());
        let num_failure_domains = profile.num_failure_domains;
        if profile.osds_per_failure_domain <= 1 {
            let rule = SimpleRule::erasure(name, profile.root, profile.failure_domain);
            return self.add_simple_rule(&SimpleRule {
                num_failure_domains,
                class: profile.device_class,
                ..rule
            });
        }
        if num_failure_domains < 1 {
            return Err(EditError::NoFailureDomains(num_failure_domains));
        }
        self.add_multi_osd_per_failure_domain_rule(&MultiDeviceRule {
            name,
            root: profile.root,
            failure_domain: profile.failure_domain,
            num_failure_domains,
            osds_per_failure_domain: profile.osds_per_failure_domain,
            class: profile.device_class,
            r#type: RuleType::MsrIndep,
            number: None,
        })
    }
}
