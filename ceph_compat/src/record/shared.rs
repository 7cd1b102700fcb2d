//! The one file of answers that the tests of every language read; `testdata/shared/README.md` says how.

use super::genuine::{Crushtool, Question};
use super::text_map::TextMap;
use super::{RecordError, WEIGHTS, confirm, maps, write};
use std::fmt::Write as _;
use std::path::Path;

/// Inputs of each case.
const INPUTS: u32 = 40;
const HOLE: &str = "2147483647";

/// Of these maps, a case asks with or without the map's choose_args.
const MAPS: [Source; 8] = [
    Source { map: "straw2-jewel", asked: "straw2-jewel", choose_args: None, needs: "-" },
    Source { map: "mixed-legacy", asked: "mixed-legacy", choose_args: None, needs: "-" },
    Source { map: "straw-bobtail", asked: "straw-bobtail", choose_args: None, needs: "-" },
    Source { map: "uniform-hammer", asked: "uniform-hammer", choose_args: None, needs: "-" },
    Source { map: "classes", asked: "classes", choose_args: None, needs: "-" },
    Source { map: "choose-args", asked: "choose-args", choose_args: Some(0), needs: "-" },
    // crushtool always applies them, so the map that differs by nothing else is asked.
    Source { map: "choose-args", asked: "straw2-jewel", choose_args: None, needs: "-" },
    Source { map: "msr", asked: "msr", choose_args: None, needs: "msr" },
];

/// Where the answers for a map come from.
struct Source {
    map: &'static str,
    asked: &'static str,
    choose_args: Option<i64>,
    needs: &'static str,
}

/// Writes the file into `directory`, from the maps in `golden`; returns the number of mappings.
pub(crate) fn record(golden: &Path, directory: &Path) -> Result<u64, RecordError> {
    let tentacle = Crushtool::of("tentacle").ok_or(RecordError::NoTentacle)?;
    std::fs::create_dir_all(directory).map_err(|error| RecordError::Io(directory.to_owned(), error))?;
    let mut text = String::from("# Placements that genuine Ceph computed: see README.md.\n");
    let (mut cases, mut mappings) = (0, 0);
    for source in &MAPS {
        text.extend(["map ../golden/", source.map, ".crush\n"]);
        let maps = maps();
        let (_, map) = maps.iter().find(|(name, _)| name == source.asked).expect("MAPS names maps");
        for question in (0..TextMap::RULES).flat_map(questions) {
            mappings += record_case(&tentacle, golden, source, map, &question, &mut text)?;
            cases += 1;
        }
    }
    // Writing to a string cannot fail.
    let _ = writeln!(text, "end cases={cases} mappings={mappings}");
    write(&directory.join("placements.txt"), text.as_bytes())?;
    Ok(mappings)
}

/// What is asked of one rule: all devices in, some out, inputs as they are and hashed over all 32 bits.
fn questions(rule: u32) -> [Question; 3] {
    let question = |replicas, first_x, pool, weights| {
        let last_x = first_x + INPUTS - 1;
        Question { rule, replicas, first_x, last_x, pool, weights }
    };
    [
        question(3, 0, None, &[]),
        question(4, i32::MAX as u32 - INPUTS, None, WEIGHTS),
        question(6, 0, Some(rule + 3), WEIGHTS),
    ]
}

/// Appends one case; returns the number of its mappings.
fn record_case(
    tentacle: &Crushtool,
    golden: &Path,
    source: &Source,
    map: &TextMap,
    question: &Question,
    text: &mut String,
) -> Result<u64, RecordError> {
    let binary = golden.join(format!("{}.crush", source.asked));
    let answers = tentacle.answers(&binary, question)?;
    if answers.len() as u32 != INPUTS {
        return Err(RecordError::Count(source.asked.to_owned(), answers.len(), INPUTS));
    }
    confirm(source.asked, map, &binary, question, &answers)?;
    let weights = weights(&binary, question)?;
    let choose_args = source.choose_args.map_or("-".to_owned(), |pool| pool.to_string());
    let Question { rule, replicas, .. } = question;
    let _ = writeln!(
        text,
        "case rule={rule} replicas={replicas} choose_args={choose_args} needs={} weights={weights}",
        source.needs
    );
    for (x, answer) in (question.first_x..).zip(&answers) {
        let x = question.pool.map_or(x, |pool| crush::hash::HashKind::Rjenkins1.hash2(x, pool));
        let items = answer.split(' ').map(|item| if item == "-" { HOLE } else { item });
        let _ = writeln!(text, "{x}: {}", items.collect::<Vec<_>>().join(" "));
    }
    Ok(answers.len() as u64)
}

/// The weights that crushtool gives to a map's devices: those in a bucket are in, others out, but for what is said.
fn weights(binary: &Path, question: &Question) -> Result<String, RecordError> {
    let bytes = std::fs::read(binary).map_err(|error| RecordError::Io(binary.to_owned(), error))?;
    let map = crush::map::Map::decode(&bytes).map_err(std::io::Error::other);
    let map = map.map_err(|error| RecordError::Io(binary.to_owned(), error))?;
    let mut weights = vec![0; usize::try_from(map.max_devices()).unwrap_or(0)];
    let held = map.buckets().flat_map(|bucket| bucket.items).filter_map(|&item| usize::try_from(item).ok());
    let held: Vec<_> = held.map(|device| (device, 0x1_0000)).collect();
    let said = question.weights.iter().map(|&(device, weight)| (device as usize, weight));
    for (device, weight) in held.into_iter().chain(said) {
        if let Some(place) = weights.get_mut(device) {
            *place = weight;
        }
    }
    Ok(weights.iter().map(u32::to_string).collect::<Vec<_>>().join(","))
}
