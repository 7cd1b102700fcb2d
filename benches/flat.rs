//! Flat placement of content hashes: three copies on 100 nodes in 20 domains, and on more nodes.
#![forbid(unsafe_code)]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use crush::rendezvous::{Flat, Node, Score};
use std::hint::black_box;

/// Nodes of three sizes, a twentieth of them in each domain.
fn nodes(count: u64) -> Vec<Node> {
    let node = |id| Node { id, weight: 4_000_000_000_000 * (1 + id as i64 % 3), domain: id % 20 };
    (0..count).map(node).collect()
}

fn flat(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("flat");
    group.throughput(Throughput::Elements(1));
    for (score, count) in [(Score::Exact, 100), (Score::Simple, 100), (Score::Exact, 1000)] {
        let flat = Flat::new(&nodes(count), score).expect("distinct ids");
        let mut key = [0u8; 32];
        let mut number = 0u64;
        group.bench_function(format!("{score:?} of {count}"), |bencher| {
            bencher.iter(|| {
                number += 1;
                key[..8].copy_from_slice(&number.to_le_bytes());
                black_box(flat.place(&key, 3).expect("memory").nodes.len())
            });
        });
    }
    group.finish();
}

criterion_group!(all, flat);
criterion_main!(all);
