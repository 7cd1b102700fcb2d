//! Whole mappings on the maps of `docs/performance.md`.
#![forbid(unsafe_code)]

use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;

fn rules(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group(format!("rules ({})", benches::level()));
    for mut subject in benches::all() {
        subject.verify();
        let mut x = 0;
        group.bench_function(subject.name.clone(), |bencher| {
            bencher.iter(|| {
                x += 1;
                black_box(subject.place(x).len())
            });
        });
    }
    group.finish();
}

criterion_group!(all, rules);
criterion_main!(all);
