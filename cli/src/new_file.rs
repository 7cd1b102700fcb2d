//! Files that get their name when they are complete.

use std::fs::{self, OpenOptions, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use tempfile::{Builder, NamedTempFile};

/// Writes a file as a whole or not at all.
///
/// # Errors
/// Those of the system; a file that was there before is as it was.
pub fn write(name: &Path, bytes: &[u8]) -> io::Result<()> {
    NewFile::create(name)?.fill(bytes)
}

/// A file in the making, which gets its name when it is complete.
#[derive(Debug)]
pub(crate) enum NewFile {
    /// Under another name so far, and the name that it will have.
    Apart(NamedTempFile, PathBuf),
    /// What cannot be replaced by another file: a device, a pipe, or a file in a directory that takes no other.
    InPlace(fs::File),
}

/// Permissions of new files, but for those that the user's mask takes away.
const MODE: u32 = 0o644;

impl NewFile {
    pub(crate) fn create(name: &Path) -> io::Result<Self> {
        // Behind a symbolic link it is the target that is written.
        let target = fs::canonicalize(name).unwrap_or_else(|_| name.to_owned());
        let permissions = match fs::metadata(&target) {
            Ok(existing) => {
                let writable = OpenOptions::new().write(true).open(&target)?;
                if !existing.is_file() {
                    return Ok(Self::InPlace(writable));
                }
                Some(existing.permissions())
            }
            Err(_) => None,
        };
        match temporary(&target, permissions) {
            Ok(file) => Ok(Self::Apart(file, target)),
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied && target.exists() => {
                OpenOptions::new().write(true).truncate(true).open(&target).map(Self::InPlace)
            }
            Err(error) => Err(error),
        }
    }

    /// Writes all there is to write, and gives the file its name.
    pub(crate) fn fill(mut self, bytes: &[u8]) -> io::Result<()> {
        self.write_all(bytes)?;
        self.keep()
    }

    /// Gives the file its name.
    pub(crate) fn keep(self) -> io::Result<()> {
        match self {
            Self::Apart(file, target) => file.persist(target).map(drop).map_err(|error| error.error),
            Self::InPlace(_) => Ok(()),
        }
    }
}

/// A file beside the target, so that it can be renamed.
fn temporary(target: &Path, permissions: Option<Permissions>) -> io::Result<NamedTempFile> {
    let directory = target.parent().filter(|parent| !parent.as_os_str().is_empty());
    let directory = directory.unwrap_or(Path::new("."));
    let create = |path: &Path| OpenOptions::new().write(true).create_new(true).mode(MODE).open(path);
    let file = Builder::new().prefix(".crush-").make_in(directory, create)?;
    if let Some(permissions) = permissions {
        file.as_file().set_permissions(permissions)?;
    }
    Ok(file)
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Apart(file, _) => file.write(bytes),
            Self::InPlace(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Apart(file, _) => file.flush(),
            Self::InPlace(file) => file.flush(),
        }
    }
}
