//! The kernels, each beside its scalar definition.
#![forbid(unsafe_code)]

#[cfg(target_arch = "x86_64")]
mod x86_64 {
    use criterion::{BenchmarkId, Criterion, Throughput};
    use crush::simd::bench_parts::{Parts, Weights};
    use std::hint::black_box;

    /// Items of a bucket.
    const SIZES: [usize; 7] = [8, 12, 20, 32, 100, 256, 512];
    /// Inputs that are compared before anything is timed.
    const COMPARED: u32 = 2_000;

    /// Runs every kernel against its definition, and only then against the clock.
    pub(super) fn kernels(criterion: &mut Criterion) {
        if Parts::new(1, Weights::Equal).is_none() {
            println!("SKIPPED: the vector kernels, at SIMD level {}", benches::level());
            return;
        }
        hashes(criterion);
        sixteen(criterion);
        for weights in [Weights::Equal, Weights::Mixed] {
            winners(criterion, weights);
        }
    }

    fn parts(size: usize, weights: Weights) -> Parts {
        let mut parts = Parts::new(size, weights).expect("asked above");
        for x in 0..COMPARED {
            parts.hash(x);
            parts.hash_by_definition(x);
            assert!(parts.draws_agree(), "draws of {size} items, input {x}");
            let winner = parts.best_weighted_by_definition();
            assert_eq!(parts.best_weighted(), winner, "winner of {size} items, input {x}");
            assert!(parts.best_of_few().is_none_or(|few| few == winner), "few: {size} items, input {x}");
            assert_eq!(parts.best_straw(), parts.best_straw_by_definition(), "{size} straws, input {x}");
        }
        parts
    }

    fn hashes(criterion: &mut Criterion) {
        let mut group = criterion.benchmark_group("draws");
        for size in SIZES {
            let (mut parts, mut x) = (parts(size, Weights::Equal), 0);
            group.throughput(Throughput::Elements(size as u64));
            group.bench_function(BenchmarkId::new("lanes", size), |bencher| {
                bencher.iter(|| {
                    x += 1;
                    parts.hash(x);
                });
            });
            group.bench_function(BenchmarkId::new("definition", size), |bencher| {
                bencher.iter(|| {
                    x += 1;
                    parts.hash_by_definition(x);
                });
            });
        }
        group.finish();
    }

    fn sixteen(criterion: &mut Criterion) {
        let (parts, mut x) = (parts(16, Weights::Equal), 0);
        for x in 0..COMPARED {
            assert_eq!(parts.sixteen(x), Parts::sixteen_by_definition(x), "hashes of input {x}");
        }
        let mut group = criterion.benchmark_group("sixteen hashes of three words and sixteen of four");
        group.bench_function("lanes", |bencher| {
            bencher.iter(|| {
                x += 1;
                black_box(parts.sixteen(x))
            });
        });
        group.bench_function("definition", |bencher| {
            bencher.iter(|| {
                x += 1;
                black_box(Parts::sixteen_by_definition(x))
            });
        });
        group.finish();
    }

    fn winners(criterion: &mut Criterion, weights: Weights) {
        let name = if weights == Weights::Equal { "equal" } else { "mixed" };
        let mut group = criterion.benchmark_group(format!("winner, {name} weights"));
        for size in SIZES {
            let parts = parts(size, weights);
            group.throughput(Throughput::Elements(size as u64));
            let mut add = |kernel: &str, run: &dyn Fn() -> usize| {
                group.bench_function(BenchmarkId::new(kernel, size), |bencher| {
                    bencher.iter(|| black_box(run()))
                });
            };
            add("any number", &|| black_box(&parts).best_weighted());
            if parts.best_of_few().is_some() {
                add("few", &|| black_box(&parts).best_of_few().unwrap_or(0));
            }
            add("definition", &|| black_box(&parts).best_weighted_by_definition());
            if weights == Weights::Mixed {
                add("straws", &|| black_box(&parts).best_straw());
                add("straws, definition", &|| black_box(&parts).best_straw_by_definition());
            }
        }
        group.finish();
    }
}

fn kernels(criterion: &mut criterion::Criterion) {
    #[cfg(target_arch = "x86_64")]
    x86_64::kernels(criterion);
    #[cfg(not(target_arch = "x86_64"))]
    println!("SKIPPED: the vector kernels, which this architecture has none of ({criterion:p})");
}

criterion::criterion_group!(all, kernels);
criterion::criterion_main!(all);
