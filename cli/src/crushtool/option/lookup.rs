//! Finding options.

use super::{GROUPS, Opt, Take};
use crate::crushtool::exit::Exit;
use crate::crushtool::words::{Word, dashes_to_underscores};
use crush::map::Release;

/// The option that a word is.
pub(crate) fn find(word: &Word, release: Release) -> Option<&'static Opt> {
    // A constant is made anew where it is used, but for what it refers to.
    let mut options = GROUPS.iter().flat_map(|group| group.options.iter());
    let option = options.find(|option| option.is_called(&word.name))?;
    let fits = matches!(option.take, Take::Values(_)) || !word.has_value();
    Some(option).filter(|_| fits && option.releases.contain(release))
}

impl Opt {
    fn is_called(&self, name: &[u8]) -> bool {
        self.names.iter().any(|own| dashes_to_underscores(own.as_bytes()) == name)
    }
}

/// The release that the command line names: it counts from the first word on, wherever it stands.
pub(crate) fn release(words: &[Vec<u8>]) -> Result<Release, Exit> {
    let mut found = Release::default();
    let mut words = words.iter().take_while(|word| *word != b"--");
    while let Some(word) = words.next() {
        let name = match word.strip_prefix(b"--release") {
            Some([]) => words.next().map(Vec::as_slice),
            Some([b'=', name @ ..]) => Some(name),
            _ => continue,
        };
        found = parse(name.unwrap_or_default())?;
    }
    Ok(found)
}

fn parse(name: &[u8]) -> Result<Release, Exit> {
    let name = String::from_utf8_lossy(name);
    let release = name.parse::<Release>().ok().filter(|&release| release >= Release::Pacific);
    release.ok_or_else(|| {
        Exit::failure(format!("--release {name}: known are pacific, quincy, reef, squid and tentacle"))
    })
}
