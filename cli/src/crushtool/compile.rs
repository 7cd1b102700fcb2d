//! `-c`: from a text map to a map (spec 05 section 4.4).

use super::exit::{Exit, tell, text};
use super::run::Run;
use crush::map::{CompileLog, Map};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

/// Status for a text that cannot be opened: the low byte of -2, as ENOENT is 2.
const NOT_FOUND: u8 = 254;

/// Prints warnings, and on request what is compiled, while it is compiled: with level 1 statements, with 2 lines, with 3 what
/// is parsed, with 4 what becomes of each line.
struct Stderr {
    level: u32,
}

impl CompileLog for Stderr {
    fn warning(&mut self, message: &str) {
        tell(&[message.as_bytes(), b"\n"]);
    }

    fn line(&mut self, number: usize, line: &[u8], words: &[u8]) {
        if self.level > 1 {
            tell(&[number.to_string().as_bytes(), b": ", line, b"\n"]);
        }
        if self.level > 3 {
            tell(&[b" \"", line, b"\" -> \"", words, b"\"\n"]);
        }
    }

    fn joined(&mut self, words: &[u8]) {
        if self.level > 2 {
            tell(&[b"whole file is: \"", words, b"\"\n"]);
        }
    }

    fn trace(&mut self, message: &dyn Fn() -> String) {
        if self.level > 0 {
            tell(&[message().as_bytes(), b"\n"]);
        }
    }
}

/// Compiles a file. What is printed about a faulty text is upstream's message, which for some faults is empty.
pub(crate) fn compile(run: &mut Run<'_>) -> Result<(), Exit> {
    let Some(name) = &run.settings.compile else { return Ok(()) };
    let file = std::fs::read(OsStr::from_bytes(name)).map_err(|error| {
        let message = text(&[b"input file ", name, b" not found"]);
        Exit::with_status(NOT_FOUND, message).because(error)
    })?;
    let mut log = Stderr { level: run.settings.verbose };
    run.map = Map::compile_as(&file, run.settings.release, &mut log).map_err(|error| {
        Exit { status: 1, message: error.upstream_message(name), detail: None }.because(error)
    })?;
    run.modified = true;
    Ok(())
}
