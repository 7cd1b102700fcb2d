//! Our own maps with the answers of genuine Ceph, in `testdata/golden`: all of them reproduced through the model.

mod support;

use crush::abi::CRUSH_ITEM_NONE;
use crush::hash::HashKind;
use crush::map::{Map, MapMapper};
use flate2::read::GzDecoder;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// What a `case` line asks for.
struct Case {
    rule: u32,
    replicas: usize,
    inputs: std::ops::RangeInclusive<u32>,
    pool: Option<u32>,
    weights: Vec<u32>,
}

impl Case {
    fn parse(line: &str, map: &Map) -> Self {
        let field = |name: &str| {
            let field = line.split(' ').find_map(|field| field.strip_prefix(name)?.strip_prefix('='));
            field.unwrap_or_else(|| panic!("no {name} in '{line}'"))
        };
        let number = |text: &str| text.parse().unwrap_or_else(|_| panic!("{text} in '{line}'"));
        let (first, last) = field("x").split_once("..").unwrap();
        Self {
            rule: number(field("rule")),
            replicas: number(field("n")) as usize,
            inputs: number(first)..=number(last),
            pool: (field("pool") != "-").then(|| number(field("pool"))),
            weights: weights(map, field("weights")),
        }
    }

    /// What the rule is given for input `x`.
    fn seed(&self, x: u32) -> u32 {
        self.pool.map_or(x, |pool| HashKind::Rjenkins1.hash2(x, pool))
    }
}

/// Devices that a bucket holds are in, others out, but for those that the case names.
fn weights(map: &Map, given: &str) -> Vec<u32> {
    let mut weights = vec![0; usize::try_from(map.max_devices()).unwrap()];
    for item in map.buckets().flat_map(|bucket| bucket.items).copied() {
        if let Ok(device) = usize::try_from(item) {
            weights[device] = 0x1_0000;
        }
    }
    for (device, weight) in given.split(',').filter_map(|pair| pair.split_once(':')) {
        // A device that no bucket holds is not asked about, whatever its weight.
        if let Some(place) = weights.get_mut(device.parse::<usize>().unwrap()) {
            *place = weight.parse().unwrap();
        }
    }
    weights
}

fn place(mapper: &mut MapMapper<'_>, case: &Case, x: u32) -> String {
    let mut result = vec![0; case.replicas];
    let len = mapper.place(case.rule, case.seed(x), &case.weights, &mut result).unwrap();
    let show = |&item: &i32| if item == CRUSH_ITEM_NONE { "-".to_owned() } else { item.to_string() };
    result[..len].iter().map(show).collect::<Vec<_>>().join(" ")
}

/// Checks the answers for one map; returns their number.
fn check(vectors: &Path) -> usize {
    let mut text = String::new();
    GzDecoder::new(File::open(vectors).unwrap()).read_to_string(&mut text).unwrap();
    let mut lines = text.lines();
    let name = lines.next().and_then(|line| line.strip_prefix("# map ")).unwrap();
    let bytes = std::fs::read(vectors.with_file_name(name)).unwrap();
    let map = Map::decode(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
    let mut mapper = map.mapper(0).unwrap();
    let mut mappings = 0;
    while let Some(line) = lines.next() {
        let case = Case::parse(line, &map);
        for x in case.inputs.clone() {
            let answer = lines.next().unwrap_or_else(|| panic!("{name}: no answer for {x} after '{line}'"));
            assert_eq!(place(&mut mapper, &case, x), answer, "{name}: {line}: x {x}");
            mappings += 1;
        }
    }
    mappings
}

#[test]
fn recorded_answers_are_reproduced() {
    let files = support::files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/golden"), ".vec.gz");
    for part in ["uniform", "list", "tree", "straw", "straw2", "mixed", "choose-args", "classes", "msr"] {
        assert!(files.iter().any(|path| path.to_string_lossy().contains(part)), "no {part}");
    }
    // The older C interfaces have no MSR rules: what such a map holds means nothing there, as in the Ceph they stand in for.
    let has_msr = cfg!(not(any(feature = "abi-pacific", feature = "abi-reef")));
    let known = files.iter().filter(|path| has_msr || !path.to_string_lossy().contains("msr"));
    let mappings: usize = known.map(|path| check(path)).sum();
    println!("{mappings} mappings of {} maps", files.len());
    assert!(mappings >= if has_msr { 200_000 } else { 180_000 }, "{mappings} mappings");
}
