//! Releases of Ceph, as far as map files differ between them.
#![forbid(unsafe_code)]

use core::fmt;
use core::str::FromStr;

/// A release of Ceph, older ones first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
#[expect(missing_docs, reason = "a release is its name")]
pub enum Release {
    Argonaut,
    Bobtail,
    Cuttlefish,
    Dumpling,
    Emperor,
    Firefly,
    Giant,
    Hammer,
    Infernalis,
    Jewel,
    Kraken,
    Luminous,
    Mimic,
    Nautilus,
    Octopus,
    Pacific,
    Quincy,
    Reef,
    Squid,
    /// The newest that is known, and the default.
    #[default]
    Tentacle,
}

impl Release {
    /// All releases, oldest first.
    pub const ALL: [Self; 20] = [
        Self::Argonaut,
        Self::Bobtail,
        Self::Cuttlefish,
        Self::Dumpling,
        Self::Emperor,
        Self::Firefly,
        Self::Giant,
        Self::Hammer,
        Self::Infernalis,
        Self::Jewel,
        Self::Kraken,
        Self::Luminous,
        Self::Mimic,
        Self::Nautilus,
        Self::Octopus,
        Self::Pacific,
        Self::Quincy,
        Self::Reef,
        Self::Squid,
        Self::Tentacle,
    ];

    /// The name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Self::Argonaut => "argonaut",
            Self::Bobtail => "bobtail",
            Self::Cuttlefish => "cuttlefish",
            Self::Dumpling => "dumpling",
            Self::Emperor => "emperor",
            Self::Firefly => "firefly",
            Self::Giant => "giant",
            Self::Hammer => "hammer",
            Self::Infernalis => "infernalis",
            Self::Jewel => "jewel",
            Self::Kraken => "kraken",
            Self::Luminous => "luminous",
            Self::Mimic => "mimic",
            Self::Nautilus => "nautilus",
            Self::Octopus => "octopus",
            Self::Pacific => "pacific",
            Self::Quincy => "quincy",
            Self::Reef => "reef",
            Self::Squid => "squid",
            Self::Tentacle => "tentacle",
        }
    }
}

impl fmt::Display for Release {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that is no release's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown release '{0}'")]
pub struct UnknownRelease(pub String);

impl FromStr for Release {
    type Err = UnknownRelease;

    fn from_str(name: &str) -> Result<Self, UnknownRelease> {
        let known = Self::ALL.into_iter().find(|release| release.name() == name);
        known.ok_or_else(|| UnknownRelease(name.to_owned()))
    }
}

/// Something in a map that older releases do not understand, or whose file form they lack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MapFeature {
    /// Straw2 buckets.
    Straw2,
    /// The tunable `chooseleaf_stable`.
    ChooseleafStable,
    /// Device classes.
    DeviceClasses,
    /// Choose_args that cannot be written into the buckets themselves.
    ChooseArgs,
    /// Rules of the MSR types.
    MsrRules,
    /// Values of the MSR tunables other than 100.
    MsrTunables,
}

impl MapFeature {
    /// The first release that has it.
    pub fn since(self) -> Release {
        match self {
            Self::Straw2 => Release::Hammer,
            Self::ChooseleafStable => Release::Jewel,
            Self::DeviceClasses | Self::ChooseArgs => Release::Luminous,
            Self::MsrRules | Self::MsrTunables => Release::Squid,
        }
    }
}

impl fmt::Display for MapFeature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Straw2 => "straw2 buckets",
            Self::ChooseleafStable => "chooseleaf_stable",
            Self::DeviceClasses => "device classes",
            Self::ChooseArgs => "choose_args",
            Self::MsrRules => "MSR rules",
            Self::MsrTunables => "MSR tunables",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back_to_releases() {
        for release in Release::ALL {
            assert_eq!(release.to_string().parse(), Ok(release));
        }
        assert!(Release::ALL.is_sorted() && Release::ALL.last() == Some(&Release::default()));
        assert_eq!("ceph".parse::<Release>(), Err(UnknownRelease("ceph".to_owned())));
    }
}
