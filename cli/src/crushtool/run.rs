//! The order of work (spec 07 sections 1 and 4).

use crate::exit::{Exit, text};
use crate::settings::Settings;
use crate::{compile, files, scan, tester, write};
use crush::map::{Map, TextForm};
use std::io::Write;

const USAGE: &str = "\
usage: crushtool [option...]

Input
   -i, --infn FILE       binary crush map; - for standard input
   -c, --compile FILE    text map to compile
   -d, --decompile FILE  binary crush map to print as text

Output
   -o, --outfn FILE      file to write the map to, or with -d the text
   -v, --verbose         say what is compiled and written

Testing
   -t, --test            map a range of inputs by the map's rules
   --show-mappings       print every mapping
   --show-bad-mappings   print mappings with holes or with too few devices
   --show-statistics     print how many mappings have how many devices
   --num-rep N           replicas to map to; or a range, both ends:
   --min-rep N, --max-rep N
   --x N                 input to map; or a range, both ends (default 0 to 1023):
   --min-x N, --max-x N
   --rule N              rule to use; or a range, both ends (default all):
   --min-rule N, --max-rule N
   --pool-id N           hash inputs with this pool's id
   --weight DEVICE W     weight of a device, from 0 (out) to 1 (in)

   -h, --help            this text
";

/// One run of the tool.
pub(crate) fn run(argv0: &[u8], words: Vec<Vec<u8>>) -> Result<(), Exit> {
    if words.is_empty() {
        return Err(Exit::failure(text(&[argv0, b": -h or --help for usage"])));
    }
    let settings = scan::scan(words)?;
    if settings.help {
        return Ok(std::io::stdout().write_all(USAGE.as_bytes())?);
    }
    scan::check(&settings)?;
    let mut map = load(argv0, &settings)?;
    if let Some(text) = &settings.compile {
        map = compile::compile(text, settings.verbose)?;
    }
    if settings.decompile {
        decompile(argv0, &map, &settings)?;
    }
    if settings.test {
        tester::test(&map, &settings.mapping, settings.output)?;
    }
    if settings.compile.is_some() {
        write::write_map(argv0, &map, settings.output_file.as_deref(), settings.verbose)?;
    }
    Ok(())
}

/// Prints the map as text. Where upstream ends such a text early and reports success, this one fails.
fn decompile(argv0: &[u8], map: &Map, settings: &Settings) -> Result<(), Exit> {
    let name = settings.output_file.as_deref();
    let error = match map.decompile(TextForm::default()) {
        Ok(text) => return write::write_text(argv0, &text, name),
        Err(error) => error,
    };
    write::write_text(argv0, &error.written, name)?;
    Err(Exit::failure(error.to_string()))
}

fn load(argv0: &[u8], settings: &Settings) -> Result<Map, Exit> {
    if settings.input.is_empty() {
        return Map::new().map_err(|error| Exit::failure(error.to_string()));
    }
    files::read_map(argv0, &settings.input)
}
