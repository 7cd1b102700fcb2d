//! `--build` (spec 07 section 6).

use super::create_rule::places;
use crate::crushtool::ceph_args::ceph_args;
use crate::crushtool::exit::{Exit, edit_status, tell, text};
use crate::crushtool::number::leading_integer;
use crate::crushtool::run::Run;
use crush::builder::BucketAlgorithm;
use crush::map::{EditError, Layer, Map, Name, Release, SimpleRule};

/// Type of the buckets that hold copies apart, where the environment names no other: the first layer.
const FAILURE_DOMAIN: i32 = 1;

/// Builds a new map from the layers that the further words name, and a rule for copies.
pub(crate) fn build(run: &mut Run<'_>) -> Result<(), Exit> {
    let settings = run.settings;
    if !settings.build {
        return Ok(());
    }
    if settings.left_over.is_empty() {
        return Err(Exit::failure(text(&[run.argv0, b": must specify at least one layer"])));
    }
    let layers: Vec<_> = settings.left_over.chunks(3).map(layer).collect::<Result<_, _>>()?;
    let devices = usize::try_from(settings.num_osds).unwrap_or(0);
    run.map = Map::build(devices, &layers).map_err(|error| refusal(&error))?;
    let root = layers.last().map(Layer::first_name).unwrap_or_else(|| "".into());
    warn_of_roots(&run.map, &root, settings.release);
    add_rule(&mut run.map, root, settings.release)?;
    run.modified = true;
    Ok(())
}

/// A layer: name, algorithm and size.
fn layer(words: &[Vec<u8>]) -> Result<Layer, Exit> {
    let [name, algorithm, size] = words else { return Err(Exit::failure("a layer has three words")) };
    let known = match algorithm.as_slice() {
        b"uniform" => BucketAlgorithm::Uniform,
        b"list" => BucketAlgorithm::List,
        b"straw" => BucketAlgorithm::Straw,
        b"straw2" => BucketAlgorithm::Straw2,
        b"tree" => BucketAlgorithm::Tree,
        _ => return Err(Exit::failure(text(&[b"unknown bucket type '", algorithm, b"'"]))),
    };
    let size = usize::try_from(leading_integer(size))
        .map_err(|_| Exit::failure(text(&[b"size ", size, b" of layer ", name, b" is negative"])))?;
    Ok(Layer { name: name.as_slice().into(), algorithm: known, size })
}

fn refusal(error: &EditError) -> Exit {
    match error {
        EditError::Build(_) => {
            let message = format!(" Couldn't add bucket: {}", error.errno_text());
            Exit::with_status(edit_status(error), message).because(error)
        }
        _ => Exit::failure(error.to_string()),
    }
}

fn warn_of_roots(map: &Map, root: &Name, release: Release) {
    let roots = map.roots().len();
    if roots > 1 {
        let rules = if release <= Release::Pacific { "rulesets" } else { "rules" };
        let which = format!("The crush {rules} will use the root {root}\nand ignore the others.\n");
        let remedy = format!(
            "There are {roots} roots, they can be\ngrouped into a single root by appending something like:\n"
        );
        tell(&[which.as_bytes(), remedy.as_bytes(), b"  root straw 0\n\n"]);
    }
}

fn add_rule(map: &mut Map, root: Name, release: Release) -> Result<(), Exit> {
    let given = ceph_args("osd_crush_chooseleaf_type");
    let kind = given.unwrap_or(FAILURE_DOMAIN);
    // Devices are chosen at once.
    let failure_domain = if kind == 0 { Some("".into()) } else { map.types().name(kind).cloned() };
    let failure_domain = failure_domain.ok_or_else(|| {
        Exit::failure(format!("osd_crush_chooseleaf_type is {kind}, and the map has no such type"))
    })?;
    let mut rule = SimpleRule::replicated("replicated_rule", root, failure_domain);
    rule.places = places(rule.mode, release);
    // Upstream's message has no line end.
    map.add_simple_rule(&rule).map_err(|error| Exit {
        status: 1,
        message: error.to_string().into_bytes(),
        detail: None,
    })?;
    Ok(())
}
