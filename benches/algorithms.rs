//! Up to three choices from one bucket, for each algorithm and some sizes.
#![forbid(unsafe_code)]

use benches::{Devices, flat};
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use crush::builder::BucketAlgorithm::{self, List, Straw, Straw2, Tree, Uniform};
use std::hint::black_box;

const SIZES: [usize; 7] = [1, 4, 12, 24, 64, 100, 1000];
/// Larger trees have more nodes than upstream can count.
const LARGEST_TREE: usize = 64;
const CURVES: [(&str, BucketAlgorithm, Devices); 6] = [
    ("uniform", Uniform, Devices::Equal),
    ("list", List, Devices::Equal),
    ("tree", Tree, Devices::Equal),
    ("straw", Straw, Devices::Equal),
    ("straw2", Straw2, Devices::Equal),
    ("straw2-mixed", Straw2, Devices::Mixed),
];

fn algorithms(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group(format!("algorithms ({})", benches::level()));
    for (curve, algorithm, devices) in CURVES {
        for size in SIZES.into_iter().filter(|&size| algorithm != Tree || size <= LARGEST_TREE) {
            let mut subject = flat(&format!("{curve} {size}"), algorithm, size, devices);
            subject.verify();
            let mut x = 0;
            group.bench_function(BenchmarkId::new(curve, size), |bencher| {
                bencher.iter(|| {
                    x += 1;
                    black_box(subject.place(x).len())
                });
            });
        }
    }
    group.finish();
}

criterion_group!(all, algorithms);
criterion_main!(all);
