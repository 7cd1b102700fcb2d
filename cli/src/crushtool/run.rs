//! The order of work (spec 07 sections 1 and 4).

use super::exit::{Exit, text};
use super::option::usage;
use super::settings::Settings;
use super::{compile, edit, files, scan, show, test, write};
use crush::map::Map;
use std::io::Write;

/// A run in progress.
pub(crate) struct Run<'a> {
    /// How the tool was called.
    pub(crate) argv0: &'a [u8],
    pub(crate) settings: &'a Settings,
    pub(crate) map: Map,
    /// There is something to write.
    pub(crate) modified: bool,
}

type Step = fn(&mut Run<'_>) -> Result<(), Exit>;

/// What is done, in this order, as far as it was asked for.
const STEPS: [Step; 21] = [
    compile::compile,
    edit::build::build,
    edit::tunables::set,
    edit::reweight_item::reweight_item,
    edit::remove_item::remove_item,
    edit::add_item::add_item,
    edit::add_bucket::add_bucket,
    edit::move_item::move_item,
    edit::create_rule::create_rule,
    edit::remove_rule::remove_rule,
    edit::whole_map::reweight,
    edit::whole_map::rebuild_class_roots,
    edit::whole_map::set_subtree_classes,
    edit::reclassify::reclassify,
    show::location::show_location,
    show::tree::tree,
    show::bucket_tree::bucket_tree,
    show::dump::dump,
    show::text::decompile,
    show::check::check,
    test::test_and_compare,
];

/// One run of the tool.
pub(crate) fn run(argv0: &[u8], words: Vec<Vec<u8>>) -> Result<(), Exit> {
    if words.is_empty() {
        return Err(Exit::failure(text(&[argv0, b": -h or --help for usage"])));
    }
    let settings = scan::scan(words)?;
    if settings.help || settings.help_output {
        let help = if settings.help { usage::usage() } else { usage::OUTPUT.to_owned() };
        return Ok(std::io::stdout().write_all(help.as_bytes())?);
    }
    scan::check(&settings)?;
    work(argv0, &settings).map_err(|exit| if settings.explain { exit.explained() } else { exit })
}

fn work(argv0: &[u8], settings: &Settings) -> Result<(), Exit> {
    let map = load(argv0, settings)?;
    let mut run = Run { argv0, settings, map, modified: false };
    STEPS.iter().try_for_each(|step| step(&mut run))?;
    if run.modified { write::write_map(&mut run) } else { Ok(()) }
}

fn load(argv0: &[u8], settings: &Settings) -> Result<Map, Exit> {
    if settings.input.is_empty() {
        return Map::new().map_err(|error| Exit::failure(error.to_string()));
    }
    files::read_map(argv0, &settings.input, settings.release)
}
