//! The order of work (spec 07 sections 1 and 4).

use crate::exit::{Exit, text};
use crate::settings::Settings;
use crate::{files, scan, tester};
use crush::map::Map;
use std::io::Write;

const USAGE: &str = "\
usage: crushtool [option...]

Input
   -i, --infn FILE       binary crush map; - for standard input

Testing
   -t, --test            map a range of inputs by the map's rules
   --show-mappings       print every mapping
   --show-bad-mappings   print mappings with holes or with too few devices
   --show-statistics     print how many mappings have how many devices
   --num-rep N           replicas to map to; or a range:
   --min-rep N, --max-rep N
   --x N                 input to map; or a range (default 0 to 1023):
   --min-x N, --max-x N
   --rule N              rule to use; or a range (default all):
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
    let map = load(argv0, &settings)?;
    if settings.test {
        tester::test(&map, &settings.mapping, settings.output)?;
    }
    Ok(())
}

fn load(argv0: &[u8], settings: &Settings) -> Result<Map, Exit> {
    if settings.input.is_empty() {
        return Map::new().map_err(|error| Exit::failure(error.to_string()));
    }
    files::read_map(argv0, &settings.input)
}
