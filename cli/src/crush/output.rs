//! Tables, lines of JSON, and colours where a terminal shows them.

use crate::failure::Failure;
use comfy_table::{CellAlignment, Table, presets};
use serde::Serialize;
use std::io::{self, BufWriter, StdoutLock, Write};
use std::path::Path;

/// Standard output, buffered.
pub(crate) fn stdout() -> BufWriter<StdoutLock<'static>> {
    BufWriter::with_capacity(1 << 16, io::stdout().lock())
}

/// Writes a file as a whole or not at all; `-` is standard output.
pub(crate) fn file(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    if path == Path::new("-") {
        let mut out = io::stdout().lock();
        out.write_all(bytes)?;
        return Ok(out.flush()?);
    }
    cli::new_file::write(path, bytes)
        .map_err(|error| Failure::new(format!("{} cannot be written: {error}", path.display())))
}

/// Writes a value as one line of JSON.
pub(crate) fn json_line(out: &mut impl Write, value: &impl Serialize) -> Result<(), Failure> {
    serde_json::to_writer(&mut *out, value).map_err(io::Error::from)?;
    Ok(out.write_all(b"\n")?)
}

/// A table without lines; columns whose heading begins with `>` are set right.
pub(crate) fn table(headings: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_preset(presets::NOTHING);
    table.set_header(headings.iter().map(|heading| heading.trim_start_matches('>')));
    for (column, heading) in table.column_iter_mut().zip(headings) {
        column.set_padding((0, 2));
        if heading.starts_with('>') {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

/// Writes a table without the spaces at its lines' ends.
pub(crate) fn write_table(out: &mut impl Write, table: &Table) -> Result<(), Failure> {
    for line in table.lines() {
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}
