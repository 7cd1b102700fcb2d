//! Map files: what genuine `crushtool` reads and writes again, and what our decoder and encoder make of the same bytes.
#![forbid(unsafe_code)]

mod file;

use crate::case::Case;
use crate::generate::{MappingKind, mapping_case};
use crate::library::{Library, NativeMap};
use crate::oracle;
use crate::rng::Rng;
use crush::map::{Map, Release};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The `crushtool` of a generation, and what it is called in our model.
pub(crate) struct Codec {
    crushtool: PathBuf,
    release: Release,
    work: PathBuf,
}

impl Codec {
    /// The codec of a generation; none for a library that is no generation's.
    pub(crate) fn of(generation: &str, worker: usize) -> Option<Self> {
        let release = match generation {
            "pacific" => Release::Pacific,
            "reef" => Release::Reef,
            "tentacle" => Release::Tentacle,
            _ => return None,
        };
        let crushtool = oracle::directory().join(generation).join("bin/crushtool");
        let work = std::env::temp_dir().join(format!("ceph_compat-codec-{}-{worker}", std::process::id()));
        crushtool.exists().then_some(Self { crushtool, release, work })
    }

    /// One case: a random file, now and then cut short or too long. Says what differs, and whether the genuine tool takes
    /// the file; with `falsify` our answer is spoiled.
    pub(crate) fn compare(&self, theirs: &Library, rng: &mut Rng, falsify: bool) -> (Option<String>, bool) {
        let bytes = random_file(theirs, rng);
        match self.genuine(&bytes) {
            Ok(genuine) => {
                let taken = genuine.is_some();
                (self.difference(&bytes, genuine, falsify), taken)
            }
            Err(error) => (Some(format!("cannot ask {}: {error}", self.crushtool.display())), false),
        }
    }

    fn difference(&self, bytes: &[u8], genuine: Option<Vec<u8>>, falsify: bool) -> Option<String> {
        let map = Map::decode_as(bytes, self.release).map_err(|error| error.to_string());
        let ours = map.and_then(|map| map.encode_lossy(self.release).map_err(|error| error.to_string()));
        let ours = ours.map(|mut bytes| {
            bytes.extend(falsify.then_some(0));
            bytes
        });
        match (genuine, ours) {
            (None, Err(_)) => None,
            (Some(genuine), Ok(ours)) if genuine == ours => None,
            (Some(genuine), Ok(ours)) => {
                let at = genuine.iter().zip(&ours).position(|(a, b)| a != b);
                Some(format!("lengths {} and {}, first difference at {at:?}", genuine.len(), ours.len()))
            }
            (None, Ok(_)) => Some("the genuine tool refuses a file that ours takes".to_owned()),
            (Some(_), Err(why)) => Some(format!("ours refuses a file that the genuine tool takes: {why}")),
        }
    }

    /// What the genuine tool writes after reading the bytes; none if it refuses them.
    fn genuine(&self, bytes: &[u8]) -> std::io::Result<Option<Vec<u8>>> {
        let (input, output) = (self.work.with_extension("in"), self.work.with_extension("out"));
        std::fs::write(&input, bytes)?;
        let status = Command::new(&self.crushtool)
            .arg("-i")
            .arg(&input)
            // Makes it write the map again; the value is what the map has.
            .args(["--set-choose-total-tries", &TRIES.to_string(), "-o"])
            .arg(&output)
            .output()?
            .status;
        let written = status.success().then(|| std::fs::read(&output)).transpose();
        for path in [&input, &output] {
            remove(path)?;
        }
        written
    }
}

/// The tunable that every file has, so that setting it changes nothing.
const TRIES: u32 = 50;

fn remove(path: &Path) -> std::io::Result<()> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

fn random_file(theirs: &Library, rng: &mut Rng) -> Vec<u8> {
    let kind = rng.pick(&[MappingKind::Mapper, MappingKind::ChooseArgs, MappingKind::Msr]);
    let mut case: Case = mapping_case(kind, rng, 1);
    case.tunables.total_tries = TRIES;
    case.max_devices = None;
    for bucket in &mut case.buckets {
        // A label that is not the bucket's own makes the genuine decoder write past its memory.
        bucket.relabel = bucket.alg;
        // The file names its devices, so that there must not be billions. The two ids that mean "no device" are refused
        // by ours, which genuine tools take as items (docs/compatibility.md).
        for item in bucket.items.iter_mut().filter(|item| **item > i32::MAX / 2) {
            *item = i32::MAX - *item;
        }
    }
    let map = NativeMap::build(theirs, &case);
    let mut bytes = file::write(&case, &map.parts(), map.max_devices(), rng);
    match rng.below(8) {
        0 => bytes.truncate(rng.below(bytes.len() as u64) as usize),
        1 => bytes.extend((0..rng.range(1, 9)).map(|n| n as u8)),
        _ => {}
    }
    bytes
}
