//! Batches of prepared placement on the maps of `docs/performance.md`; the time is that of one input.
#![forbid(unsafe_code)]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;

/// Inputs of a batch, as in `ceph_compat bench`.
const INPUTS: u32 = 8_192;

fn batches(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group(format!("batches ({})", benches::level()));
    group.throughput(Throughput::Elements(INPUTS.into()));
    for subject in benches::all() {
        subject.verify_batch();
        let placer = subject.placer();
        let mut inputs: Vec<u32> = (0..INPUTS).collect();
        let mut rows = vec![0; inputs.len() * placer.result_max()];
        group.bench_function(subject.name.clone(), |bencher| {
            bencher.iter(|| {
                inputs.iter_mut().for_each(|x| *x = x.wrapping_add(INPUTS));
                placer.place_batch(&inputs, &mut rows, None).expect("rows for all inputs");
                black_box(&mut rows);
            });
        });
    }
    group.finish();
}

criterion_group!(all, batches);
criterion_main!(all);
