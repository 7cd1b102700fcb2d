//! The three generations of the C interface (DESIGN section 2).

use std::fmt;

/// A generation of the C interface, and of upstream's behaviour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Profile {
    /// Ceph up to 16.
    Pacific,
    /// Ceph 17 and 18.
    Reef,
    /// Ceph 19 and 20: MSR rules.
    Msr,
}

impl Profile {
    /// Rule types 4 and 5 have a meaning.
    pub(crate) fn has_msr(self) -> bool {
        self == Self::Msr
    }

    /// The Cargo feature that selects the profile, if it is not the default.
    pub(crate) fn feature(self) -> Option<&'static str> {
        match self {
            Self::Pacific => Some("abi-pacific"),
            Self::Reef => Some("abi-reef"),
            Self::Msr => None,
        }
    }

    /// Name of the target directory in which `make` builds the profile.
    pub(crate) fn target_directory(self) -> &'static str {
        match self {
            Self::Pacific => "target-pacific",
            Self::Reef => "target-reef",
            Self::Msr => "target",
        }
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Pacific => "pacific",
            Self::Reef => "reef",
            Self::Msr => "msr",
        })
    }
}
