//! Maps from files: osdmaps, crush maps binary or as text.

use crate::failure::Failure;
use crush::map::{Map, Release};
use crush::osdmap::OsdMap;
use crush::placement::Placement;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// How a binary crush map begins.
const CRUSH_MAGIC: [u8; 4] = [0, 0, 1, 0];
/// Bytes of a file that are read at most: far more than any cluster's.
const MAX_BYTES: u64 = 1 << 30;
/// Devices of a crush map that are taken for up and in at most.
const MAX_DEVICES: i32 = 1 << 22;

/// What a file holds.
pub(crate) enum Input {
    /// An osdmap.
    OsdMap(Box<OsdMap>),
    /// A crush map.
    Crush(Box<Map>),
}

/// Reads a file, `-` for standard input; at most a gigabyte.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let failure = |error: std::io::Error| Failure::new(format!("{}: {error}", path.display()));
    let read = if path == Path::new("-") {
        std::io::stdin().lock().take(MAX_BYTES + 1).read_to_end(&mut bytes)
    } else {
        File::open(path).map_err(failure)?.take(MAX_BYTES + 1).read_to_end(&mut bytes)
    };
    if read.map_err(failure)? as u64 > MAX_BYTES {
        return Err(Failure::new(format!("{}: larger than a gigabyte, so no map", path.display())));
    }
    Ok(bytes)
}

/// Reads a map of any kind.
pub(crate) fn load(path: &Path) -> Result<Input, Failure> {
    let bytes = read(path)?;
    // As text it would be a map without anything, in which nothing is wrong.
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Err(Failure::new(format!(
            "{}: empty, so no map; `ceph osd getcrushmap -o FILE` and `ceph osd getmap -o FILE` write maps",
            path.display()
        )));
    }
    let failure = |what: &str, error: String| Failure::new(format!("{}: no {what}: {error}", path.display()));
    if bytes.starts_with(&CRUSH_MAGIC) {
        let map = Map::decode(&bytes).map_err(|error| failure("crush map", error.to_string()))?;
        return Ok(Input::Crush(Box::new(map)));
    }
    if bytes.first().is_some_and(|&byte| byte < b' ' && !byte.is_ascii_whitespace()) {
        let map = OsdMap::decode(&bytes).map_err(|error| failure("osdmap", error.to_string()))?;
        return Ok(Input::OsdMap(Box::new(map)));
    }
    let map = Map::compile(&bytes).map_err(|error| failure("map (read as text)", error.to_string()))?;
    Ok(Input::Crush(Box::new(map)))
}

/// Reads an osdmap.
pub(crate) fn load_osdmap(path: &Path) -> Result<OsdMap, Failure> {
    match load(path)? {
        Input::OsdMap(map) => Ok(*map),
        Input::Crush(_) => Err(Failure::new(format!(
            "{} is a crush map; this command needs an osdmap, which `ceph osd getmap -o FILE` writes",
            path.display()
        ))),
    }
}

/// A crush map whose devices are all up and in.
pub(crate) fn all_in(map: Map) -> Result<OsdMap, Failure> {
    if map.max_devices() > MAX_DEVICES {
        return Err(Failure::new(format!(
            "the crush map has device {}; without an osdmap, ids go up to {MAX_DEVICES}",
            map.max_devices() - 1
        )));
    }
    Ok(OsdMap::all_in(map)?)
}

/// What every command that places takes.
#[derive(clap::Args)]
pub(crate) struct Placing {
    /// Answer as clients of this release do: before reef without upmap primaries, before tentacle without the order of
    /// optimised erasure pools.
    #[arg(long, value_name = "RELEASE", default_value = "tentacle", value_parser = release)]
    pub(crate) release: Release,
    /// Draws that mapping one PG may take at most; rules that could take more are refused.
    #[arg(long, value_name = "DRAWS", default_value_t = crush::placer::DEFAULT_BUDGET)]
    pub(crate) budget: u64,
}

impl Placing {
    pub(crate) fn placement<'a>(&self, map: &'a OsdMap) -> Placement<'a> {
        Placement::of_release(map, self.release).with_budget(self.budget)
    }
}

fn release(name: &str) -> Result<Release, String> {
    name.parse()
        .map_err(|_| format!("'{name}' is no release of Ceph; they are called luminous, reef, tentacle ..."))
}

/// A pool by its name or id.
pub(crate) fn pool(map: &OsdMap, name: &str) -> Result<u64, Failure> {
    let by_id = || name.parse().ok().filter(|&id| map.pool(id).is_some());
    map.pool_named(name.as_bytes()).or_else(by_id).ok_or_else(|| {
        let known: Vec<String> =
            map.pools.keys().take(20).map(|&id| crate::describe::pool(map, id)).collect();
        let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
        Failure::new(format!("there is no pool '{name}'; the map has {known}"))
    })
}
