//! Random text maps, compiled and decompiled by this library and by genuine Tentacle.
//!
//! `CRUSH_RANDOM_TEXTS` sets how many (default 40); `CRUSH_RANDOM_SEED` from which seed on.

#[path = "support/random_text.rs"]
mod random_text;
mod support;

use crush::builder::{StoredBucket, StoredWeights};
use crush::map::{CompileFault, CompileLog, Map, Release, TextForm};
use random_text::{Random, damaged, random_text};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn number(variable: &str, default: u64) -> u64 {
    std::env::var(variable).map_or(default, |value| value.parse().unwrap())
}

/// Collects warnings as the tool prints them.
#[derive(Default)]
struct Warnings(Vec<u8>);

impl CompileLog for Warnings {
    fn warning(&mut self, message: &str) {
        self.0.extend_from_slice(message.as_bytes());
        self.0.push(b'\n');
    }
}

struct Genuine {
    crushtool: PathBuf,
    directory: PathBuf,
}

impl Genuine {
    fn new(test: &str) -> Option<Self> {
        let crushtool = support::oracle("tentacle", "crushtool")?;
        let directory = std::env::temp_dir().join(format!("crush-{test}-{}", std::process::id()));
        std::fs::create_dir_all(&directory).unwrap();
        Some(Self { crushtool, directory })
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.join(name)
    }

    fn run(&self, arguments: &[&Path]) -> Output {
        Command::new(&self.crushtool).current_dir(&self.directory).args(arguments).output().unwrap()
    }

    /// The compiled map, or nothing when the tool refused, and what it printed; `None` when it crashed.
    fn compile(&self, text: &str) -> Option<(Option<Vec<u8>>, Vec<u8>)> {
        std::fs::write(self.path("text"), text).unwrap();
        let _ = std::fs::remove_file(self.path("map"));
        let output = self.run(&["-c", "text", "-o", "map"].map(Path::new));
        let status = output.status.code().filter(|&code| code < 128)?;
        let map = std::fs::read(self.path("map")).ok().filter(|_| status == 0);
        Some((map, output.stderr))
    }

    fn decompile(&self, map: &[u8]) -> Vec<u8> {
        std::fs::write(self.path("map"), map).unwrap();
        self.run(&["-d", "map"].map(Path::new)).stdout
    }
}

impl Drop for Genuine {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.directory);
    }
}

/// What upstream takes although it cannot read the result, or although the text says something impossible.
fn refused_by_us_alone(fault: &CompileFault) -> bool {
    matches!(
        fault,
        CompileFault::DeviceId(_) | CompileFault::TooLarge(_) | CompileFault::RuleNotStorable { .. }
    )
}

/// Upstream makes shadow buckets item by item, and a tree bucket that grows holds what was in memory there before.
fn has_garbage_upstream(map: &Map) -> bool {
    let is_tree = |bucket: &StoredBucket<'_>| matches!(bucket.weights, StoredWeights::Tree { .. });
    map.buckets().any(|bucket| is_tree(&bucket) && map.is_shadow(bucket.id) && !bucket.items.is_empty())
}

/// Compares one text; returns whether it compiled.
fn compare(genuine: &Genuine, text: &str, what: &str) -> bool {
    let mut warnings = Warnings::default();
    let ours = Map::compile_with(text.as_bytes(), &mut warnings);
    let Some((expected, stderr)) = genuine.compile(text) else { return false };
    let map = match ours {
        Ok(map) => map,
        Err(error) if refused_by_us_alone(&error.fault) => return false,
        Err(error) => {
            let message = [warnings.0, error.upstream_message(b"text")].concat();
            assert!(expected.is_none(), "{what}: refused: {error:?}\n{text}");
            assert_eq!(String::from_utf8_lossy(&message), String::from_utf8_lossy(&stderr), "{what}\n{text}");
            return false;
        }
    };
    assert_eq!(String::from_utf8_lossy(&warnings.0), String::from_utf8_lossy(&stderr), "{what}\n{text}");
    if has_garbage_upstream(&map) {
        return true;
    }
    let bytes = map.encode(Release::Tentacle).unwrap();
    let expected = expected.unwrap();
    let difference = bytes.iter().zip(&expected).position(|(a, b)| a != b);
    assert!(bytes == expected, "{what}: byte {difference:?} differs\n{text}");
    // Reading drops some choose_args, so the text is that of what was read.
    let decompiled = Map::decode(&bytes).unwrap().decompile(TextForm::default());
    let written = decompiled.unwrap_or_else(|error| error.written);
    let expected = genuine.decompile(&bytes);
    assert_eq!(String::from_utf8_lossy(&written), String::from_utf8_lossy(&expected), "{what}\n{text}");
    true
}

#[test]
fn random_texts_come_out_alike() {
    let Some(genuine) = Genuine::new("random") else { return };
    let (count, first) = (number("CRUSH_RANDOM_TEXTS", 40), number("CRUSH_RANDOM_SEED", 1));
    let seeds = first..first + count;
    let compiled =
        seeds.filter(|&seed| compare(&genuine, &random_text(seed), &format!("seed {seed}"))).count();
    println!("{compiled} of {count} texts are maps");
    assert!(compiled as u64 > count / 4, "{compiled} of {count}");
}

#[test]
fn damaged_texts_are_refused_alike() {
    let Some(genuine) = Genuine::new("damaged") else { return };
    let (count, first) = (number("CRUSH_RANDOM_TEXTS", 40), number("CRUSH_RANDOM_SEED", 1));
    let mut refused = 0;
    for seed in first..first + count {
        let mut random = Random(seed ^ 0x5555);
        let text = damaged(&random_text(seed), &mut random);
        refused += u64::from(!compare(&genuine, &text, &format!("damaged seed {seed}")));
    }
    println!("{refused} of {count} damaged texts are no maps");
    assert!(refused > count / 4, "{refused} of {count}");
}
