//! Writing files (spec 07 section 4).

use crate::exit::{Exit, text};
use crate::files::reason;
use crush::map::{Map, Release};
use std::ffi::OsStr;
use std::io::{self, Write};
use std::os::unix::ffi::OsStrExt;

/// Writes the map to a file, or says that there is one to write.
pub(crate) fn write_map(argv0: &[u8], map: &Map, name: Option<&[u8]>, verbose: u32) -> Result<(), Exit> {
    let mut out = io::stdout().lock();
    let Some(name) = name else {
        let hint = b" successfully built or modified map.  Use '-o <file>' to write it out.\n";
        return Ok(out.write_all(&text(&[argv0, hint]))?);
    };
    let bytes = map.encode(Release::Tentacle);
    let bytes = bytes.map_err(|error| Exit::failure(text(&[argv0, b": ", error.to_string().as_bytes()])))?;
    write_file(argv0, name, &bytes)?;
    if verbose > 0 {
        out.write_all(&text(&[b"wrote crush map to ", name, b"\n"]))?;
    }
    Ok(())
}

/// Prints a text, or writes it to a file.
pub(crate) fn write_text(argv0: &[u8], bytes: &[u8], name: Option<&[u8]>) -> Result<(), Exit> {
    match name {
        Some(name) => write_file(argv0, name, bytes),
        None => Ok(io::stdout().write_all(bytes)?),
    }
}

fn write_file(argv0: &[u8], name: &[u8], bytes: &[u8]) -> Result<(), Exit> {
    std::fs::write(OsStr::from_bytes(name), bytes).map_err(|error| {
        let reason = reason(&error);
        let open =
            text(&[b"bufferlist::write_file(", name, b"): failed to open file: ", reason.as_bytes(), b"\n"]);
        Exit::failure(text(&[&open, argv0, b": error writing '", name, b"': ", reason.as_bytes()]))
    })
}
