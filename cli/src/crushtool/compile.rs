//! `-c`: from a text map to a map (spec 05 section 4.4).

use crate::exit::{Exit, text};
use crush::map::{CompileLog, Map};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

/// Status for a text that cannot be opened: the low byte of -2, as ENOENT is 2.
const NOT_FOUND: u8 = 254;

/// Prints warnings, and on request what is compiled, while it is compiled.
struct Stderr {
    trace: bool,
}

impl CompileLog for Stderr {
    fn warning(&mut self, message: &str) {
        eprintln!("{message}");
    }

    fn trace(&mut self, message: &dyn Fn() -> String) {
        if self.trace {
            eprintln!("{}", message());
        }
    }
}

/// Compiles a file. Upstream's message does not say where a fault is, and for some there is none: what is missing follows
/// when more is asked for, or when there would be nothing.
pub(crate) fn compile(name: &[u8], verbose: u32) -> Result<Map, Exit> {
    let file = std::fs::read(OsStr::from_bytes(name)).map_err(|_| {
        let message = text(&[b"input file ", name, b" not found\n"]);
        Exit { status: NOT_FOUND, message }
    })?;
    let compiled = Map::compile_with(&file, &mut Stderr { trace: verbose > 0 });
    compiled.map_err(|error| {
        let mut message = error.upstream_message(name);
        if verbose > 0 || message.is_empty() {
            message.extend_from_slice(&text(&[name, b": ", error.detail().as_bytes(), b"\n"]));
        }
        Exit { status: 1, message }
    })
}
