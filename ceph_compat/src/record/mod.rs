//! `record`: our own maps and genuine answers, for tests that run without a genuine library.
#![forbid(unsafe_code)]

mod genuine;
pub(crate) mod shared;
mod text_map;

use flate2::{Compression, GzBuilder};
use genuine::{Crushtool, Question};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use text_map::{ALGORITHMS, Extra, PROFILES, TextMap};

/// Why nothing could be recorded.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RecordError {
    /// The recording is made by this generation.
    #[error("there is no tentacle; fetch it with: ceph_compat/setup-oracles --only tentacle")]
    NoTentacle,
    /// A file or a program.
    #[error("{0}: {1}")]
    Io(PathBuf, std::io::Error),
    /// A genuine program refused.
    #[error("{0} {1}: {2}")]
    Crushtool(PathBuf, String, String),
    /// A genuine program gave another number of answers than asked for.
    #[error("{0}: {1} answers for {2} inputs")]
    Count(String, usize, u32),
    /// Two generations disagree, which the specification says they do not.
    #[error("{0}: {1} answers otherwise than tentacle")]
    Differs(String, &'static str),
}

/// Results wanted by each rule.
const REPLICAS: [u32; 3] = [2, 4, 7];
/// Inputs of each case.
const INPUTS: u32 = 150;
/// Some devices out, some partly.
const WEIGHTS: &[(u32, u32)] =
    &[(0, 0), (5, 0x8000), (6, 0x4000), (17, 0xc000), (30, 0), (31, 0), (44, 0x2000)];

/// Records everything into a directory; returns the number of mappings.
pub(crate) fn record(directory: &Path) -> Result<u64, RecordError> {
    let tentacle = Crushtool::of("tentacle").ok_or(RecordError::NoTentacle)?;
    std::fs::create_dir_all(directory).map_err(|error| RecordError::Io(directory.to_owned(), error))?;
    let mut mappings = 0;
    for (name, map) in maps() {
        mappings += record_map(&tentacle, directory, &name, &map)?;
    }
    Ok(mappings)
}

/// All maps by name.
fn maps() -> Vec<(String, TextMap)> {
    let jewel = PROFILES[5].1;
    let mut maps = Vec::new();
    for algorithm in ALGORITHMS {
        for (profile, tunables) in PROFILES {
            maps.push((
                format!("{algorithm}-{profile}"),
                TextMap { algorithm, tunables, extra: Extra::Nothing },
            ));
        }
    }
    for (name, algorithm, extra) in [
        ("choose-args", "straw2", Extra::ChooseArgs),
        ("classes", "straw2", Extra::Classes),
        ("msr", "straw2", Extra::Msr),
        ("msr-mixed", "mixed", Extra::Msr),
    ] {
        maps.push((name.to_owned(), TextMap { algorithm, tunables: jewel, extra }));
    }
    maps
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), RecordError> {
    std::fs::write(path, bytes).map_err(|error| RecordError::Io(path.to_owned(), error))
}

/// Writes one map as text and binary, and its answers.
fn record_map(tentacle: &Crushtool, directory: &Path, name: &str, map: &TextMap) -> Result<u64, RecordError> {
    let (text, binary) = (directory.join(format!("{name}.txt")), directory.join(format!("{name}.crush")));
    write(&text, map.text().as_bytes())?;
    tentacle.compile(&text, &binary)?;
    let mut cases = format!("# map {name}.crush\n");
    let mut mappings = 0;
    for rule in 0..TextMap::RULES {
        for (index, replicas) in REPLICAS.into_iter().enumerate() {
            for question in questions(rule, replicas, index as u32) {
                let answers = tentacle.answers(&binary, &question)?;
                if answers.len() as u32 != INPUTS {
                    return Err(RecordError::Count(name.to_owned(), answers.len(), INPUTS));
                }
                confirm(name, map, &binary, &question, &answers)?;
                mappings += answers.len() as u64;
                cases.push_str(&header(&question));
                answers.iter().for_each(|answer| cases.extend([answer.as_str(), "\n"]));
            }
        }
    }
    write(&directory.join(format!("{name}.vec.gz")), &compressed(&cases)?)?;
    Ok(mappings)
}

/// What is asked of one rule: inputs as they are and all devices in; hashed inputs and some devices out.
fn questions(rule: u32, replicas: u32, index: u32) -> [Question; 2] {
    // From 0, around 2^16, and up to the largest number but one: crushtool never ends with the largest.
    let first_x = [0, 65_500, i32::MAX as u32 - INPUTS][index as usize];
    let last_x = first_x + INPUTS - 1;
    let plain = Question { rule, replicas, first_x, last_x, pool: None, weights: &[] };
    let last_x = INPUTS - 1;
    [plain, Question { rule, replicas, first_x: 0, last_x, pool: Some(rule + 3), weights: WEIGHTS }]
}

/// Older generations have to give the same answers where they know all that the map holds.
fn confirm(
    name: &str,
    map: &TextMap,
    binary: &Path,
    question: &Question,
    answers: &[String],
) -> Result<(), RecordError> {
    for generation in ["pacific", "reef"] {
        let tool = Crushtool::of(generation).filter(|_| map.extra != Extra::Msr);
        if let Some(tool) = tool
            && tool.answers(binary, question)? != answers
        {
            return Err(RecordError::Differs(name.to_owned(), generation));
        }
    }
    Ok(())
}

/// The line that comes before the answers to a question.
fn header(question: &Question) -> String {
    let pool = question.pool.map_or("-".to_owned(), |pool| pool.to_string());
    let weights: Vec<String> = question.weights.iter().map(|(device, w)| format!("{device}:{w}")).collect();
    let weights = if weights.is_empty() { "-".to_owned() } else { weights.join(",") };
    let Question { rule, replicas, first_x, last_x, .. } = question;
    let mut line = String::new();
    // Writing to a string cannot fail.
    let _ =
        writeln!(line, "case rule={rule} n={replicas} x={first_x}..{last_x} pool={pool} weights={weights}");
    line
}

/// Compressed without a name or a time, so that the same answers give the same bytes.
fn compressed(text: &str) -> Result<Vec<u8>, RecordError> {
    let mut encoder = GzBuilder::new().mtime(0).write(Vec::new(), Compression::best());
    let done = encoder.write_all(text.as_bytes()).and_then(|()| encoder.finish());
    done.map_err(|error| RecordError::Io("the compressed answers".into(), error))
}
