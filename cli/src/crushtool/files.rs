//! Reading maps (spec 07 section 4).

use super::exit::{Exit, text};
use crush::map::{Map, Release};
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::os::unix::ffi::OsStrExt;

/// Reads and decodes a binary map; `-` is standard input.
pub(crate) fn read_map(argv0: &[u8], name: &[u8], release: Release) -> Result<Map, Exit> {
    if name == b"-" {
        decode(argv0, name, &read_stdin()?, release)
    } else {
        read_map_file(argv0, name, release)
    }
}

/// Reads and decodes a binary map from a file, also from one called `-`.
pub(crate) fn read_map_file(argv0: &[u8], name: &[u8], release: Release) -> Result<Map, Exit> {
    decode(argv0, name, &read_file(argv0, name)?, release)
}

fn decode(argv0: &[u8], name: &[u8], bytes: &[u8], release: Release) -> Result<Map, Exit> {
    Map::decode_as(bytes, release)
        .map_err(|error| Exit::failure(text(&[argv0, b": unable to decode ", name])).because(error))
}

fn read_stdin() -> Result<Vec<u8>, Exit> {
    if io::stdin().is_terminal() {
        return Err(Exit::failure("stdin must not be from a tty"));
    }
    let mut bytes = Vec::new();
    let failure = |_| Exit::failure("error reading data from STDIN");
    io::stdin().lock().read_to_end(&mut bytes).map_err(failure)?;
    Ok(bytes)
}

fn read_file(argv0: &[u8], name: &[u8]) -> Result<Vec<u8>, Exit> {
    let failure = |what: &[&[u8]], error: &io::Error| {
        let (what, reason) = (text(what), reason(error));
        Exit::failure(text(&[argv0, b": error reading '", name, b"': ", &what, reason.as_bytes()]))
    };
    let file = File::open(OsStr::from_bytes(name));
    let mut file = file.map_err(|error| failure(&[b"can't open ", name, b": "], &error))?;
    let mut bytes = Vec::new();
    // Directories, for one, can be opened.
    let read = file.read_to_end(&mut bytes);
    read.map_err(|error| failure(&[b"bufferlist::read_file(", name, b"): read error:"], &error))?;
    Ok(bytes)
}

/// An error of the system as upstream prints it: `(2) No such file or directory`.
pub(crate) fn reason(error: &io::Error) -> String {
    let code = error.raw_os_error().unwrap_or_default();
    let text = error.to_string();
    let text = text.strip_suffix(&format!(" (os error {code})")).unwrap_or(&text);
    format!("({code}) {text}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_files_are_reported_like_upstream() {
        let exit = read_map(b"tool", b"/no/such/file", Release::default()).unwrap_err();
        let expected =
            "tool: error reading '/no/such/file': can't open /no/such/file: (2) No such file or directory\n";
        assert_eq!(String::from_utf8(exit.message).unwrap(), expected);
    }
}
