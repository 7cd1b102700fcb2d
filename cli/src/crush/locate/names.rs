//! Names of objects from a file.

use crate::failure::Failure;
use std::io::{BufRead, BufReader};
use std::path::Path;

/// The lines of a file, `-` for standard input, without their ends: any bytes.
pub(super) fn in_file(
    path: &Path,
) -> Result<impl Iterator<Item = Result<Vec<u8>, Failure>> + use<>, Failure> {
    let name = path.display().to_string();
    let failure = move |error: std::io::Error| Failure::new(format!("{name}: {error}"));
    let reader: Box<dyn BufRead> = if path == Path::new("-") {
        Box::new(std::io::stdin().lock())
    } else {
        Box::new(BufReader::with_capacity(1 << 16, std::fs::File::open(path).map_err(&failure)?))
    };
    Ok(reader.split(b'\n').map(move |line| line.map_err(&failure)))
}
