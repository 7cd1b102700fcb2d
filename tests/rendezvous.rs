//! Flat placement answers what `testdata/rendezvous/reference.py` computed.

use crush::rendezvous::{Flat, Node, Score};
use std::collections::HashMap;

const VECTORS: &str = include_str!("../testdata/rendezvous/vectors.txt");

fn node(text: &str) -> Node {
    let mut fields = text.split(':');
    let mut field = || fields.next().unwrap();
    Node { id: field().parse().unwrap(), weight: field().parse().unwrap(), domain: field().parse().unwrap() }
}

fn key(text: &str) -> Vec<u8> {
    let digits = text.trim_matches('-').as_bytes();
    digits.chunks(2).map(|pair| u8::from_str_radix(str::from_utf8(pair).unwrap(), 16).unwrap()).collect()
}

#[test]
fn published_vectors() {
    let mut clusters = HashMap::new();
    let mut checked = 0;
    for line in VECTORS.lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<&str> = line.split(' ').collect();
        let score = match words[0] {
            "nodes" => {
                clusters.insert(words[1], words[2..].iter().map(|text| node(text)).collect::<Vec<_>>());
                continue;
            }
            "exact" => Score::Exact,
            "simple" => Score::Simple,
            other => panic!("{other}"),
        };
        let flat = Flat::new(&clusters[words[1]], score).unwrap();
        let placed = flat.place(&key(words[3]), words[2].parse().unwrap()).unwrap();
        let (ids, distinct) = line.split_once(" = ").unwrap().1.rsplit_once('/').unwrap();
        let ids: Vec<u64> = ids.split_whitespace().map(|id| id.parse().unwrap()).collect();
        assert_eq!((placed.nodes, placed.distinct), (ids, distinct.trim().parse().unwrap()), "{line}");
        checked += 1;
    }
    assert_eq!(checked, 224);
}
