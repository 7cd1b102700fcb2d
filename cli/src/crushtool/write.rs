//! Writing files (spec 07 section 4).

use super::exit::{Exit, text};
use super::files::reason;
use super::run::Run;
use crate::new_file::{self, NewFile};
use std::ffi::OsStr;
use std::io::{self, Write};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

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
    let file = NewFile::create(path(name))
        .map_err(|error| failure(b"write_file", b"failed to open file", &error))?;
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
    new_file::write(path(name), bytes)
}

pub(crate) fn path(name: &[u8]) -> &Path {
    Path::new(OsStr::from_bytes(name))
}
