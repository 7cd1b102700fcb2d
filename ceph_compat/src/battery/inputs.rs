//! The files that the programs read, laid out in one directory, and the sets of them that tables name.
//!
//! | set | files |
//! | --- | --- |
//! | `golden` | the binary maps of `testdata/golden` without MSR rules |
//! | `golden-msr` | those with |
//! | `texts` | the text maps of `testdata/golden` |
//! | `data-maps` | binary maps of `CRUSH_TEST_DATA/maps` without MSR rules; none if that is not set |
//! | `data-msr` | those with |
//! | `data-texts` | text maps of the same |
//! | `data-osdmaps` | osdmaps of the same |
//!
//! The maps of `ceph_compat/battery/maps` are there as well, for lines that name them.

use crate::ours;
use crate::patched::PatchError;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The sets.
#[derive(Default)]
pub(super) struct Inputs {
    sets: BTreeMap<&'static str, Vec<String>>,
    data: bool,
}

/// Where the files are, below the directory of a run.
pub(super) fn directory(run: &Path) -> PathBuf {
    run.join("maps")
}

impl Inputs {
    /// Copies all files into the directory of a run.
    pub(super) fn lay_out(run: &Path) -> Result<Self, PatchError> {
        let to = directory(run);
        std::fs::create_dir_all(&to).map_err(|error| PatchError::Io(to.clone(), error))?;
        let mut inputs = Self::default();
        inputs.take("own", &super::home().join("maps"), "", &to, |_, _| true)?;
        let golden = ours::repository().join("testdata/golden");
        let has_msr = |name: &str| name.contains("msr");
        let is_map = |name: &str| name.ends_with(".crush");
        inputs.take("golden", &golden, "", &to, |name, _| is_map(name) && !has_msr(name))?;
        inputs.take("golden-msr", &golden, "", &to, |name, _| is_map(name) && has_msr(name))?;
        inputs.take("texts", &golden, "", &to, |name, _| name.ends_with(".txt"))?;
        let data = std::env::var_os("CRUSH_TEST_DATA").map(|data| Path::new(&data).join("maps"));
        inputs.data = data.is_some();
        let data = data.as_deref();
        inputs.take_data(
            "data-maps",
            data,
            &["binary"],
            |name, bytes| is_binary(bytes) && !has_msr(name),
            &to,
        )?;
        inputs.take_data(
            "data-msr",
            data,
            &["binary"],
            |name, bytes| is_binary(bytes) && has_msr(name),
            &to,
        )?;
        inputs.take_data(
            "data-texts",
            data,
            &["extra", "upstream"],
            |name, bytes| !is_binary(bytes) && !name.ends_with(".md"),
            &to,
        )?;
        inputs.take_data("data-osdmaps", data, &["live"], |name, _| name.starts_with("osdmap"), &to)?;
        match inputs.without_files() {
            Some(set) => Err(PatchError::NoInputs(set)),
            None => Ok(inputs),
        }
    }

    /// The files of a set, as the programs see them.
    pub(super) fn set(&self, name: &str) -> Option<Vec<String>> {
        self.sets.get(name).cloned()
    }

    /// A set that takes its lines out of the battery, though its files should be there.
    fn without_files(&self) -> Option<&'static str> {
        let wanted = |name: &str| self.data || !name.starts_with("data-");
        self.sets.iter().find(|(name, files)| files.is_empty() && wanted(name)).map(|(&name, _)| name)
    }

    /// Whether there is data from outside.
    pub(super) fn has_data(&self) -> bool {
        self.data
    }

    fn take_data(
        &mut self,
        set: &'static str,
        data: Option<&Path>,
        directories: &[&str],
        wanted: impl Fn(&str, &[u8]) -> bool + Copy,
        to: &Path,
    ) -> Result<(), PatchError> {
        self.sets.insert(set, Vec::new());
        for directory in directories {
            if let Some(data) = data {
                self.take(set, &data.join(directory), &format!("{directory}-"), to, wanted)?;
            }
        }
        Ok(())
    }

    /// Copies the wanted files of a directory and adds them to a set.
    fn take(
        &mut self,
        set: &'static str,
        from: &Path,
        prefix: &str,
        to: &Path,
        wanted: impl Fn(&str, &[u8]) -> bool,
    ) -> Result<(), PatchError> {
        let complain = |error| PatchError::Io(from.to_owned(), error);
        let mut names = Vec::new();
        for entry in std::fs::read_dir(from).map_err(complain)? {
            let path = entry.map_err(complain)?.path();
            let name = path.file_name().map_or(String::new(), |name| name.to_string_lossy().into_owned());
            if !path.is_file() {
                continue;
            }
            let bytes = std::fs::read(&path).map_err(complain)?;
            if wanted(&name, &bytes) {
                let name = format!("{prefix}{name}");
                std::fs::write(to.join(&name), bytes).map_err(complain)?;
                names.push(format!("maps/{name}"));
            }
        }
        names.sort();
        self.sets.entry(set).or_default().extend(names);
        Ok(())
    }
}

/// Map files hold zero bytes, texts do not.
fn is_binary(bytes: &[u8]) -> bool {
    bytes.contains(&0)
}

#[cfg(test)]
mod tests {
    use super::Inputs;

    #[test]
    fn sets_without_files_are_found() {
        let sets = |own: &[&str]| {
            let own = own.iter().map(|&file| file.to_owned()).collect();
            [("golden", own), ("data-maps", Vec::new())].into()
        };
        let inputs = |own: &[&str], data| Inputs { sets: sets(own), data };
        assert_eq!(inputs(&["a"], false).without_files(), None);
        assert_eq!(inputs(&["a"], true).without_files(), Some("data-maps"));
        assert_eq!(inputs(&[], false).without_files(), Some("golden"));
    }
}
