//! Writing files (spec 07 section 4).

use super::exit::{Exit, text};
use super::files::reason;
use super::run::Run;
use std::ffi::OsStr;
use std::fs::{self, OpenOptions, Permissions};
use std::io::{self, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use tempfile::{Builder, NamedTempFile};

/// Writes the map to a file, or says that there is one to write.
pub(crate) fn write_map(run: &mut Run<'_>) -> Result<(), Exit> {
    let mut out = io::stdout().lock();
    run.map.finalize();
    let Some(name) = &run.settings.output_file else {
        let hint = b" successfully built or modified map.  Use '-o <file>' to write it out.\n";
        return Ok(out.write_all(&text(&[run.argv0, hint]))?);
    };
    let bytes = run.map.encode_lossy(run.settings.release);
    let bytes =
        bytes.map_err(|error| Exit::failure(text(&[run.argv0, b": ", error.to_string().as_bytes()])))?;
    let failure = |before: &[u8], after: &[u8], error: &io::Error| {
        let reason = reason(error);
        let step =
            text(&[b"bufferlist::", before, b"(", name, b"): ", after, b": ", reason.as_bytes(), b"\n"]);
        Exit::failure(text(&[&step, run.argv0, b": error writing '", name, b"': ", reason.as_bytes()]))
    };
    let file =
        NewFile::create(name).map_err(|error| failure(b"write_file", b"failed to open file", &error))?;
    file.fill(&bytes).map_err(|error| failure(b"write_fd", b"write_fd error", &error))?;
    if run.settings.verbose > 0 {
        out.write_all(&text(&[b"wrote crush map to ", name, b"\n"]))?;
    }
    Ok(())
}

/// Prints a text, or writes it to a file.
pub(crate) fn write_text(argv0: &[u8], bytes: &[u8], name: Option<&[u8]>) -> Result<(), Exit> {
    let Some(name) = name else { return Ok(io::stdout().write_all(bytes)?) };
    write_file(name, bytes).map_err(|error| {
        Exit::failure(text(&[argv0, b": error writing '", name, b"'"])).because(reason(&error))
    })
}

/// Writes a file as a whole or not at all.
pub(crate) fn write_file(name: &[u8], bytes: &[u8]) -> io::Result<()> {
    NewFile::create(name)?.fill(bytes)
}

/// A file in the making, which gets its name when it is complete.
pub(crate) enum NewFile {
    /// Under another name so far, and the name that it will have.
    Apart(NamedTempFile, PathBuf),
    /// What cannot be replaced by another file: a device, a pipe, or a file in a directory that takes no other.
    InPlace(fs::File),
}

/// Permissions of new files, but for those that the user's mask takes away.
const MODE: u32 = 0o644;

impl NewFile {
    pub(crate) fn create(name: &[u8]) -> io::Result<Self> {
        let name = Path::new(OsStr::from_bytes(name));
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
    fn fill(mut self, bytes: &[u8]) -> io::Result<()> {
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
    let file = Builder::new().prefix(".crushtool-").make_in(directory, create)?;
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
