//! Named sets of tunables (spec 06 section 3).
#![forbid(unsafe_code)]

use super::model::{DEFAULT_MSR, Map};
use super::release::Release;
use super::step::{op, rule_type};
use crate::abi::CRUSH_LEGACY_ALLOWED_BUCKET_ALGS;
use crate::builder::{BucketAlgorithm, MapTunables, StoredWeights};
use core::fmt;
use core::str::FromStr;

/// What maps had before there were tunables: what a file means that ends in front of them, and what the text compiler
/// starts from.
pub(super) const LEGACY: MapTunables = MapTunables {
    choose_local_tries: 2,
    choose_local_fallback_tries: 5,
    choose_total_tries: 19,
    chooseleaf_descend_once: 0,
    chooseleaf_vary_r: 0,
    chooseleaf_stable: 0,
    straw_calc_version: 0,
    allowed_bucket_algs: CRUSH_LEGACY_ALLOWED_BUCKET_ALGS,
    msr_descents: DEFAULT_MSR,
    msr_collision_tries: DEFAULT_MSR,
};

const BOBTAIL: MapTunables = MapTunables {
    choose_local_tries: 0,
    choose_local_fallback_tries: 0,
    choose_total_tries: 50,
    chooseleaf_descend_once: 1,
    ..LEGACY
};

const FIREFLY: MapTunables = MapTunables { chooseleaf_vary_r: 1, ..BOBTAIL };

const HAMMER: MapTunables = MapTunables {
    allowed_bucket_algs: CRUSH_LEGACY_ALLOWED_BUCKET_ALGS | 1 << BucketAlgorithm::Straw2 as u32,
    ..FIREFLY
};

const JEWEL: MapTunables = MapTunables { chooseleaf_stable: 1, ..HAMMER };

/// A named set of tunables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[expect(missing_docs, reason = "a profile is its name")]
pub enum TunablesProfile {
    Argonaut,
    Bobtail,
    Firefly,
    Hammer,
    Jewel,
    /// As argonaut, and `straw_calc_version` 0.
    Legacy,
    /// As jewel, and `straw_calc_version` 1.
    Optimal,
    /// What a new map has: as optimal.
    Default,
}

impl TunablesProfile {
    /// The five profiles that a map's tunables are compared with, newest first.
    const NAMED: [Self; 5] = [Self::Jewel, Self::Hammer, Self::Firefly, Self::Bobtail, Self::Argonaut];
    const ALL: [Self; 8] = [
        Self::Argonaut,
        Self::Bobtail,
        Self::Firefly,
        Self::Hammer,
        Self::Jewel,
        Self::Legacy,
        Self::Optimal,
        Self::Default,
    ];

    /// The name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Self::Argonaut => "argonaut",
            Self::Bobtail => "bobtail",
            Self::Firefly => "firefly",
            Self::Hammer => "hammer",
            Self::Jewel => "jewel",
            Self::Legacy => "legacy",
            Self::Optimal => "optimal",
            Self::Default => "default",
        }
    }

    fn values(self) -> MapTunables {
        match self {
            Self::Argonaut | Self::Legacy => LEGACY,
            Self::Bobtail => BOBTAIL,
            Self::Firefly => FIREFLY,
            Self::Hammer => HAMMER,
            Self::Jewel | Self::Optimal | Self::Default => JEWEL,
        }
    }

    /// The `straw_calc_version` that the profile sets, if it sets one.
    fn straw_calc_version(self) -> Option<u8> {
        match self {
            Self::Legacy => Some(0),
            Self::Optimal | Self::Default => Some(1),
            _ => None,
        }
    }
}

impl fmt::Display for TunablesProfile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that is no profile's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown tunables profile '{0}'")]
pub struct UnknownProfile(pub String);

impl FromStr for TunablesProfile {
    type Err = UnknownProfile;

    fn from_str(name: &str) -> Result<Self, UnknownProfile> {
        let known = Self::ALL.into_iter().find(|profile| profile.name() == name);
        known.ok_or_else(|| UnknownProfile(name.to_owned()))
    }
}

/// Without what profiles do not set.
fn profiled(tunables: MapTunables) -> MapTunables {
    MapTunables { straw_calc_version: 0, ..tunables }
}

/// Which groups of tunables and kinds of rules and buckets a map uses: each asks more of those who map with it (spec 06
/// sections 3 and 11).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Requirements {
    /// Other local, fallback or total tries than before there were tunables.
    pub nondefault_tunables: bool,
    /// `chooseleaf_descend_once`.
    pub nondefault_tunables2: bool,
    /// `chooseleaf_vary_r`.
    pub nondefault_tunables3: bool,
    /// `chooseleaf_stable`.
    pub nondefault_tunables5: bool,
    /// MSR tunables other than 100.
    pub nondefault_msr: bool,
    /// Rules with indep steps, or that set tries.
    pub v2_rules: bool,
    /// Rules that set `chooseleaf_vary_r`.
    pub v3_rules: bool,
    /// Rules that set `chooseleaf_stable`.
    pub v5_rules: bool,
    /// Rules of the MSR types.
    pub msr_rules: bool,
    /// Straw2 buckets.
    pub v4_buckets: bool,
}

impl Map {
    /// Sets the tunables of a profile, those for MSR rules included. The named ones leave `straw_calc_version` as it is.
    ///
    /// ```
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use crush::map::{Map, TunablesProfile};
    ///
    /// let mut map = Map::new()?;
    /// map.set_tunables_profile("bobtail".parse()?);
    /// assert_eq!(map.tunables_profile(), Some(TunablesProfile::Bobtail));
    /// # Ok(())
    /// # }
    /// ```
    pub fn set_tunables_profile(&mut self, profile: TunablesProfile) {
        let old = self.tunables();
        self.set_tunables(&MapTunables {
            straw_calc_version: profile.straw_calc_version().unwrap_or(old.straw_calc_version),
            ..profile.values()
        });
    }

    /// The newest of the five profiles with the names of releases whose tunables the map has; `straw_calc_version` does not
    /// count.
    pub fn tunables_profile(&self) -> Option<TunablesProfile> {
        let tunables = profiled(self.tunables());
        TunablesProfile::NAMED.into_iter().find(|profile| profile.values() == tunables)
    }

    /// What the map asks of those who map with it.
    pub fn requirements(&self) -> Requirements {
        let tunables = self.tunables();
        let tries =
            (tunables.choose_local_tries, tunables.choose_local_fallback_tries, tunables.choose_total_tries);
        Requirements {
            nondefault_tunables: tries != (2, 5, 19),
            nondefault_tunables2: tunables.chooseleaf_descend_once != 0,
            nondefault_tunables3: tunables.chooseleaf_vary_r != 0,
            nondefault_tunables5: tunables.chooseleaf_stable != 0,
            nondefault_msr: [tunables.msr_descents, tunables.msr_collision_tries] != [DEFAULT_MSR; 2],
            v2_rules: self.has_step(&[
                op::CHOOSE_INDEP,
                op::CHOOSELEAF_INDEP,
                op::SET_CHOOSE_TRIES,
                op::SET_CHOOSELEAF_TRIES,
            ]),
            v3_rules: self.has_step(&[op::SET_CHOOSELEAF_VARY_R]),
            v5_rules: self.has_step(&[op::SET_CHOOSELEAF_STABLE]),
            msr_rules: self
                .rules()
                .any(|(_, rule)| matches!(rule.r#type, rule_type::MSR_FIRSTN | rule_type::MSR_INDEP)),
            v4_buckets: self.buckets().any(|bucket| matches!(bucket.weights, StoredWeights::Straw2 { .. })),
        }
    }

    /// The oldest release that maps with this map as it is meant, by its tunables, rules and buckets.
    pub fn minimum_required_version(&self) -> Release {
        self.requirements().minimum_version()
    }

    fn has_step(&self, ops: &[u32]) -> bool {
        self.rules().any(|(_, rule)| rule.steps.iter().any(|step| ops.contains(&step.op)))
    }
}

impl Requirements {
    /// The oldest release that knows all of it.
    pub fn minimum_version(&self) -> Release {
        if self.msr_rules || self.nondefault_msr {
            Release::Squid
        } else if self.v5_rules || self.nondefault_tunables5 {
            Release::Jewel
        } else if self.v4_buckets {
            Release::Hammer
        } else if self.nondefault_tunables3 {
            Release::Firefly
        } else if self.nondefault_tunables2 || self.nondefault_tunables {
            Release::Bobtail
        } else {
            Release::Argonaut
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn profiles_are_recognised() {
        let mut map = Map::new().unwrap();
        assert_eq!(map.tunables_profile(), Some(TunablesProfile::Jewel));
        for profile in TunablesProfile::NAMED {
            map.set_tunables_profile(profile);
            assert_eq!(map.tunables_profile(), Some(profile));
            assert_eq!(map.tunables().straw_calc_version, 1);
            assert_eq!(map.minimum_required_version().name(), profile.name().replace("hammer", "firefly"));
        }
        map.set_tunables_profile(TunablesProfile::Legacy);
        assert_eq!(map.tunables(), LEGACY);
        map.set_tunables(&MapTunables { choose_total_tries: 7, ..LEGACY });
        assert_eq!(map.tunables_profile(), None);
        assert_eq!(map.minimum_required_version(), Release::Bobtail);
    }

    #[test]
    fn names_lead_back_to_profiles() {
        for profile in TunablesProfile::ALL {
            assert_eq!(profile.to_string().parse(), Ok(profile));
        }
        assert_eq!("x".parse::<TunablesProfile>(), Err(UnknownProfile("x".to_owned())));
    }
}
