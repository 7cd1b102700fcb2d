//! The options: what they are called, what they take, what they do to the settings, and what is said about them.
//!
//! One table serves the command line, `--help`, the manual page and the completions of shells.

mod building;
mod display;
mod editing;
mod files;
mod lookup;
mod ours;
mod testing;
mod tunables;
pub(crate) mod usage;

use super::exit::Exit;
use super::settings::Settings;
use super::words::{Word, Words};
use crush::map::Release;
pub(crate) use lookup::{find, release};

/// Options that belong together.
#[derive(Debug)]
pub struct Group {
    /// What they are for.
    pub title: &'static str,
    /// The options, in the order of the help text.
    pub options: &'static [Opt],
}

/// An option.
#[derive(Debug)]
pub struct Opt {
    /// Its names, dashes included, short ones first.
    pub names: &'static [&'static str],
    /// Placeholders of its values.
    pub values: &'static [&'static str],
    /// What it does, in a phrase.
    pub help: &'static str,
    pub(super) take: Take,
    pub(super) releases: Releases,
}

/// What an option does to the settings.
#[derive(Debug)]
pub(super) enum Take {
    Flag(fn(&mut Settings)),
    Values(fn(&mut Settings, &mut Words, &Word) -> Result<(), Exit>),
    /// Values that are further words, never behind `=`.
    Words(fn(&mut Settings, &mut Words, &Word) -> Result<(), Exit>),
}

/// The releases whose tool has an option.
#[derive(Clone, Copy, Debug)]
pub(super) enum Releases {
    All,
    UpToPacific,
    SincePacific,
}

impl Releases {
    fn contain(self, release: Release) -> bool {
        match self {
            Self::All => true,
            Self::UpToPacific => release <= Release::Pacific,
            Self::SincePacific => release > Release::Pacific,
        }
    }
}

/// All options.
pub const GROUPS: [Group; 7] = [
    Group { title: "Files", options: files::OPTIONS },
    Group { title: "Building", options: building::OPTIONS },
    Group { title: "Tunables", options: tunables::OPTIONS },
    Group { title: "Changes", options: editing::OPTIONS },
    Group { title: "Display", options: display::OPTIONS },
    Group { title: "Tests", options: testing::OPTIONS },
    Group { title: "Not in Ceph's tool", options: ours::OPTIONS },
];

/// An option without a value.
const fn flag(names: &'static [&'static str], help: &'static str, set: fn(&mut Settings)) -> Opt {
    Opt { names, values: &[], help, take: Take::Flag(set), releases: Releases::All }
}

/// An option with values.
const fn valued(
    names: &'static [&'static str],
    values: &'static [&'static str],
    help: &'static str,
    take: fn(&mut Settings, &mut Words, &Word) -> Result<(), Exit>,
) -> Opt {
    Opt { names, values, help, take: Take::Values(take), releases: Releases::All }
}

/// An option with values none of which is taken from behind `=`.
const fn worded(
    names: &'static [&'static str],
    values: &'static [&'static str],
    help: &'static str,
    take: fn(&mut Settings, &mut Words, &Word) -> Result<(), Exit>,
) -> Opt {
    Opt { take: Take::Words(take), ..valued(names, values, help, take) }
}

impl Opt {
    const fn only(self, releases: Releases) -> Self {
        Self { releases, ..self }
    }
}
