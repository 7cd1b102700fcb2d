//! Edits of maps: sequences of command lines of a genuine `crushtool`, and the same with our model.
#![forbid(unsafe_code)]

mod mask;
mod operation;
mod start;

use crate::oracle;
use crate::rng::Rng;
use crush::builder::{StoredBucket, StoredWeights};
use crush::map::{Map, Release};
use operation::{Operation, Outcome};
use std::io;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Edits of one map, one after the other.
const SEQUENCE: usize = 8;
/// Exit status for ERANGE.
const OVERFLOW: i32 = 222;

/// How many edits came out how.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) cases: u64,
    /// Maps that the genuine tool does not compile.
    pub(crate) unusable: u64,
    /// Done by both.
    pub(crate) done: u64,
    /// Refused by both.
    pub(crate) refused: u64,
    /// The genuine tool crashed; ours did something defined.
    pub(crate) crashed: u64,
    /// The genuine tool wrote something else after it freed the arrays of a bucket and went on using them.
    pub(crate) freed: u64,
    /// Ours refuses what the genuine tool does, because it destroys the map.
    pub(crate) refused_on_purpose: u64,
    pub(crate) mismatches: Vec<String>,
}

/// The `crushtool` of a generation and a place to work in.
pub(crate) struct Editor {
    crushtool: PathBuf,
    release: Release,
    work: PathBuf,
    trace: bool,
}

/// What the genuine tool made of an edit.
enum Genuine {
    Crashed,
    Ended { outcome: Outcome, bytes: Option<Vec<u8>> },
}

impl Editor {
    /// The editor of a generation.
    pub(crate) fn of(generation: &str, trace: bool) -> io::Result<Self> {
        let release = generation.parse().map_err(|error| io::Error::other(format!("{error}")))?;
        let crushtool = oracle::directory().join(generation).join("bin/crushtool");
        let work =
            std::env::temp_dir().join(format!("ceph_compat-edits-{generation}-{}", std::process::id()));
        std::fs::create_dir_all(&work)?;
        Ok(Self { crushtool, release, work, trace })
    }

    /// Runs one case: a map and a sequence of edits.
    pub(crate) fn run(&self, seed: u64, case: u64, tally: &mut Tally) -> io::Result<()> {
        let mut rng = Rng::of_case(seed, case);
        tally.cases += 1;
        let text = start::text(&mut rng);
        let (source, file) = (self.work.join("start.txt"), self.work.join("map"));
        std::fs::write(&source, &text)?;
        let arguments = [Path::new("-c"), &source, Path::new("-o"), &file];
        let compiled = Command::new(&self.crushtool).args(arguments).output()?;
        if !compiled.status.success() {
            // Such as a rule that takes a class of a bucket that has no devices of it.
            tally.unusable += 1;
            return Ok(());
        }
        let mut bytes = std::fs::read(&file)?;
        let mut history = vec![text];
        for _ in 0..SEQUENCE {
            let operation = Operation::random(&mut rng, self.release > Release::Pacific);
            history.push(operation.words().join(" "));
            if self.trace {
                println!("case {case}: {}", operation.words().join(" "));
            }
            let genuine = self.genuine(&file, &operation)?;
            match self.compare(&bytes, &operation, genuine, tally) {
                Ok(Some(next)) => bytes = next,
                Ok(None) => break,
                Err(why) => {
                    tally.mismatches.push(format!("case {case}: {why}\n{}", history.join("\n")));
                    break;
                }
            }
        }
        Ok(())
    }

    /// The file after the edit; none if the sequence cannot go on.
    fn compare(
        &self,
        bytes: &[u8],
        operation: &Operation,
        genuine: Genuine,
        tally: &mut Tally,
    ) -> Result<Option<Vec<u8>>, String> {
        let before =
            Map::decode_as(bytes, self.release).map_err(|error| format!("ours cannot read it: {error}"))?;
        let mut map = before.try_clone().map_err(|error| error.to_string())?;
        let ours = operation.apply(&mut map);
        let written = self.written(&mut map, &ours)?;
        let found = self.compare_with(bytes, &written, &ours, genuine, tally);
        if found.is_err() && operation.takes_items_away() && is_freed_twice(&before, &map) {
            // Mostly it aborts; now and then it writes what was in memory.
            tally.freed += 1;
            return Ok(None);
        }
        found
    }

    /// Our map as a file, which has to be one.
    fn written(&self, map: &mut Map, ours: &Outcome) -> Result<Vec<u8>, String> {
        map.finalize();
        let written = map.encode_lossy(self.release).map_err(|error| error.to_string())?;
        let again =
            Map::decode_as(&written, self.release).map_err(|error| format!("ours is invalid: {error}"))?;
        if again.encode_lossy(self.release).as_ref() != Ok(&written) && ours.status == 0 {
            // Weight-sets of buckets that are not straw2 go when they are read; nothing else does.
            if map.choose_args().is_empty() {
                return Err("ours is not read as it was written".to_owned());
            }
        }
        Ok(written)
    }

    fn compare_with(
        &self,
        bytes: &[u8],
        written: &[u8],
        ours: &Outcome,
        genuine: Genuine,
        tally: &mut Tally,
    ) -> Result<Option<Vec<u8>>, String> {
        let Genuine::Ended { outcome, bytes: theirs } = genuine else {
            tally.crashed += 1;
            return Ok(None);
        };
        if ours.refused_on_purpose {
            tally.refused_on_purpose += 1;
            return Ok(None);
        }
        if outcome.status == OVERFLOW && mask::has_trees(bytes) {
            // Sums in nodes that were never written.
            tally.crashed += 1;
            return Ok(None);
        }
        if outcome.status != ours.status {
            return Err(format!("status {} became {}", outcome.status, ours.status));
        }
        if ours.printed.is_some() && outcome.printed != ours.printed {
            return Err(format!("printed {:?} became {:?}", outcome.printed, ours.printed));
        }
        let Some(theirs) = theirs.filter(|_| outcome.status == 0) else {
            tally.refused += 1;
            return Ok(Some(bytes.to_vec()));
        };
        let (mut masked, mut ours) = (theirs.clone(), written.to_vec());
        mask::inner_nodes(&mut masked);
        mask::inner_nodes(&mut ours);
        if masked == ours {
            tally.done += 1;
            return Ok(Some(theirs));
        }
        let at = masked.iter().zip(&ours).position(|(a, b)| a != b);
        let texts = [&theirs, written].map(|bytes| self.text(bytes));
        Err(format!(
            "lengths {} and {}, first difference at {at:?}\ngenuine:\n{}ours:\n{}",
            theirs.len(),
            written.len(),
            texts[0],
            texts[1]
        ))
    }

    fn text(&self, bytes: &[u8]) -> String {
        let map = Map::decode_as(bytes, self.release);
        let text = map.map_err(|error| error.to_string()).and_then(|map| {
            map.decompile(crush::map::TextForm::default()).map_err(|error| error.to_string())
        });
        text.map_or_else(|error| error, |text| String::from_utf8_lossy(&text).into_owned())
    }

    /// Lets the genuine tool edit the file.
    fn genuine(&self, file: &Path, operation: &Operation) -> io::Result<Genuine> {
        let output = self.work.join("edited");
        let _ = std::fs::remove_file(&output);
        let run = Command::new(&self.crushtool)
            .arg("-i")
            .arg(file)
            .args(operation.words())
            .arg("-o")
            .arg(&output)
            .output()?;
        let Some(status) = run.status.code().filter(|status| !matches!(status, 134 | 136 | 139)) else {
            debug_assert!(run.status.signal().is_some() || run.status.code().is_some());
            return Ok(Genuine::Crashed);
        };
        let bytes = output.exists().then(|| std::fs::read(&output)).transpose()?;
        if bytes.is_some() && status == 0 {
            std::fs::rename(&output, file)?;
        }
        let printed = Some(String::from_utf8_lossy(&run.stdout).into_owned());
        Ok(Genuine::Ended { outcome: Outcome { status, printed, refused_on_purpose: false }, bytes })
    }
}

/// Whether the only item of a bucket was removed whose arrays the genuine builder frees then and keeps. Shadow trees are made
/// anew, not edited.
fn is_freed_twice(before: &Map, after: &Map) -> bool {
    let frees = |weights: &StoredWeights<'_>| {
        matches!(
            weights,
            StoredWeights::Uniform { .. } | StoredWeights::List { .. } | StoredWeights::Tree { .. }
        )
    };
    let is_shadow = |id| before.names().name(id).is_some_and(|name| name.as_bytes().contains(&b'~'));
    let is_single = |bucket: &StoredBucket<'_>| bucket.items.len() == 1 && !is_shadow(bucket.id);
    let mut single = before.buckets().filter(|bucket| is_single(bucket) && frees(&bucket.weights));
    single.any(|bucket| after.bucket(bucket.id).is_none_or(|bucket| bucket.items.is_empty()))
}

impl Drop for Editor {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.work);
    }
}
