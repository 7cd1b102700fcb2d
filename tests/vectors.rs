//! Recorded mappings of genuine Ceph, all of them reproduced through the model.

mod support;

use crush::abi::CRUSH_ITEM_NONE;
use crush::hash::HashKind;
use crush::map::{Map, MapMapper};
use flate2::read::GzDecoder;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

/// Every so many inputs of a case are mapped, and cases of so many replicas at most. Code with debug assertions takes a
/// sample: without optimisation a mapping that exhausts its tries takes a quarter of a second, and there are thousands.
/// `cargo test --release --test vectors` maps all.
const STRIDE: u32 = if cfg!(debug_assertions) { 64 } else { 1 };
const MOST_REPLICAS: usize = if cfg!(debug_assertions) { 4 } else { usize::MAX };

/// What a `case` line asks for.
struct Case {
    rule: u32,
    replicas: usize,
    pool: Option<u32>,
    weights: Vec<u32>,
}

impl Case {
    fn parse(line: &str, map: &Map) -> Self {
        let field = |name: &str| {
            let field = line.split(' ').find_map(|field| field.strip_prefix(name)?.strip_prefix('='));
            field.unwrap_or_else(|| panic!("no {name} in '{line}'"))
        };
        let pool = field("pool");
        Self {
            rule: field("rule").parse().unwrap(),
            replicas: field("n").parse().unwrap(),
            pool: (pool != "-").then(|| pool.parse().unwrap()),
            weights: weights(map, field("weights")),
        }
    }

    fn seed(&self, x: u32) -> u32 {
        self.pool.map_or(x, |pool| HashKind::Rjenkins1.hash2(x, pool))
    }
}

/// Devices in buckets are in, but for those that the case names.
fn weights(map: &Map, given: &str) -> Vec<u32> {
    let mut weights = vec![0; usize::try_from(map.max_devices()).unwrap()];
    for item in map.buckets().flat_map(|bucket| bucket.items).copied() {
        if let Ok(device) = usize::try_from(item) {
            weights[device] = 0x1_0000;
        }
    }
    for (device, weight) in given.split(',').filter_map(|pair| pair.split_once(':')) {
        weights[device.parse::<usize>().unwrap()] = (weight.parse::<f32>().unwrap() * 65536.0) as u32;
    }
    weights
}

fn load(data: &Path, name: &str) -> Option<Map> {
    let path = data.join("maps").join(name);
    let stored = data.join("maps/binary").join(format!("{}.map", name.replace('/', "_")));
    let bytes = std::fs::read(stored).or_else(|_| std::fs::read(&path)).unwrap();
    let is_binary = bytes.starts_with(&[0, 0, 1, 0]);
    let bytes =
        if is_binary { bytes } else { support::compile(&support::oracle("tentacle", "crushtool")?, &path)? };
    Some(Map::decode(&bytes).unwrap_or_else(|error| panic!("{name}: {error}")))
}

fn place(mapper: &mut MapMapper<'_>, case: &Case, x: u32) -> String {
    let mut result = vec![0; case.replicas];
    let len = mapper.place(case.rule, case.seed(x), &case.weights, &mut result).unwrap();
    let show = |&item: &i32| if item == CRUSH_ITEM_NONE { "-".to_owned() } else { item.to_string() };
    result[..len].iter().map(show).collect::<Vec<_>>().join(" ")
}

/// Checks one file; returns the number of mappings.
fn check(data: &Path, vectors: &Path) -> Option<usize> {
    let mut lines = BufReader::new(GzDecoder::new(File::open(vectors).unwrap())).lines().map(Result::unwrap);
    let name = lines.next().unwrap().strip_prefix("# map ").unwrap().to_owned();
    let map = load(data, &name)?;
    // Tests use the choose_args of index 0, else the default ones, whatever pool they hash with.
    let mut mapper = map.mapper(0).unwrap();
    let mut case = None;
    let (mut x, mut mappings) = (0, 0);
    for line in lines.filter(|line| !line.starts_with('#')) {
        if let Some(fields) = line.strip_prefix("case ") {
            (case, x) = (Some(Case::parse(fields, &map)), 0);
            continue;
        }
        let case = case.as_ref().unwrap();
        if x % STRIDE == 0 && case.replicas <= MOST_REPLICAS {
            let place = place(&mut mapper, case, x);
            assert_eq!(
                place, line,
                "{name} rule {} n {} pool {:?} x {x}",
                case.rule, case.replicas, case.pool
            );
            mappings += 1;
        }
        x += 1;
    }
    Some(mappings)
}

#[test]
fn recorded_mappings_are_reproduced() {
    let Some(data) = support::test_data() else { return };
    let files = support::files(&data.join("vectors"), ".vec.gz");
    // The older C interfaces have no MSR rules: what such a map holds means nothing there, as in the Ceph they stand in for.
    let has_msr = cfg!(not(any(feature = "abi-pacific", feature = "abi-reef")));
    let known = files.iter().filter(|path| has_msr || !path.to_string_lossy().contains("msr"));
    let counts: Vec<_> = known.filter_map(|path| check(&data, path)).collect();
    let mappings: usize = counts.iter().sum();
    println!("{mappings} mappings of {} of {} maps", counts.len(), files.len());
    assert!(counts.len() > 30 && mappings > 500_000 / STRIDE as usize, "{mappings} mappings");
}
