//! `testdata/shared/placements.txt`, which the tests of all languages read, through the mapper and through placers.

use crush::abi::CRUSH_ITEM_NONE;
use crush::map::Map;
use crush::{Placer, placer::DEFAULT_BUDGET};
use std::path::Path;

/// A `case` line and the answers below it.
struct Case<'a> {
    line: &'a str,
    inputs: Vec<u32>,
    answers: Vec<Vec<i32>>,
}

impl<'a> Case<'a> {
    fn new(line: &'a str) -> Self {
        Self { line, inputs: Vec::new(), answers: Vec::new() }
    }

    fn add(&mut self, line: &str) {
        let (x, items) = line.split_once(':').unwrap_or_else(|| panic!("'{line}' in '{}'", self.line));
        self.inputs.push(x.parse().unwrap());
        self.answers.push(items.split_whitespace().map(|item| item.parse().unwrap()).collect());
    }

    fn field(&self, name: &str) -> &'a str {
        let field = self.line.split(' ').find_map(|field| field.strip_prefix(name)?.strip_prefix('='));
        field.unwrap_or_else(|| panic!("no {name} in '{}'", self.line))
    }

    fn number(&self, name: &str) -> u32 {
        self.field(name).parse().unwrap()
    }

    fn weights(&self) -> Vec<u32> {
        self.field("weights").split(',').map(|weight| weight.parse().unwrap()).collect()
    }

    fn placer(&self, map: &Map) -> Placer {
        let (rule, replicas, weights) =
            (self.number("rule"), self.number("replicas") as usize, self.weights());
        match self.field("choose_args") {
            "-" => Placer::with_budget(&map.view(), rule, replicas, &weights, DEFAULT_BUDGET),
            pool => map.placer(pool.parse().unwrap(), rule, replicas, &weights),
        }
        .unwrap_or_else(|error| panic!("{}: {error}", self.line))
    }

    /// Whether this library has the rules that the case asks for.
    fn is_known(&self) -> bool {
        let has_msr = cfg!(not(any(feature = "abi-pacific", feature = "abi-reef")));
        has_msr || self.field("needs") != "msr"
    }

    /// All inputs as one batch, and each by itself through the map.
    fn check(&self, map: &Map) {
        if !self.is_known() {
            return;
        }
        let placer = self.placer(map);
        let mut rows = vec![0; self.inputs.len() * placer.result_max()];
        let mut lens = vec![0; self.inputs.len()];
        placer.place_batch(&self.inputs, &mut rows, Some(&mut lens)).unwrap();
        for (i, row) in rows.chunks(placer.result_max()).enumerate() {
            let (placed, unused) = row.split_at(lens[i]);
            assert_eq!(placed, self.answers[i], "{}: {}", self.line, self.inputs[i]);
            assert!(unused.iter().all(|&item| item == CRUSH_ITEM_NONE));
        }
        self.check_mapper(map);
    }

    /// The map as it is has its choose_args for all pools, if any.
    fn check_mapper(&self, map: &Map) {
        let pool = match self.field("choose_args") {
            "-" if map.choose_args().is_empty() => 0,
            "-" => return,
            pool => pool.parse().unwrap(),
        };
        let mut mapper = map.mapper(pool).unwrap();
        for (&x, answer) in self.inputs.iter().zip(&self.answers) {
            let mut result = vec![0; self.number("replicas") as usize];
            let len = mapper.place(self.number("rule"), x, &self.weights(), &mut result).unwrap();
            assert_eq!(&result[..len], answer, "{}: {x}", self.line);
        }
    }
}

/// Maps with their cases, and the number of cases and answers that the last line tells.
fn read(text: &str) -> (Vec<(&str, Vec<Case<'_>>)>, &str) {
    let mut maps: Vec<(&str, Vec<Case<'_>>)> = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        if let Some(totals) = line.strip_prefix("end ") {
            return (maps, totals);
        } else if let Some(file) = line.strip_prefix("map ") {
            maps.push((file, Vec::new()));
        } else if line.starts_with("case ") {
            maps.last_mut().unwrap().1.push(Case::new(line));
        } else {
            maps.last_mut().unwrap().1.last_mut().unwrap().add(line);
        }
    }
    panic!("no end");
}

#[test]
fn every_answer_is_that_of_genuine_ceph() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/shared");
    let text = std::fs::read_to_string(directory.join("placements.txt")).unwrap();
    let (maps, totals) = read(&text);
    for (file, cases) in &maps {
        let map = Map::decode(&std::fs::read(directory.join(file)).unwrap()).unwrap();
        cases.iter().for_each(|case| case.check(&map));
    }
    let cases: Vec<_> = maps.iter().flat_map(|(_, cases)| cases).collect();
    let answers: usize = cases.iter().map(|case| case.answers.len()).sum();
    assert_eq!(totals, format!("cases={} mappings={answers}", cases.len()));
}
