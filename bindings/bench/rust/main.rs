//! Maps a million inputs in one call, as `bindings/bench/run` asks.
#![forbid(unsafe_code)]

use crush::Placer;
use crush::map::{DEFAULT_CHOOSE_ARGS, Map};
use rustix::time::{ClockId, clock_gettime};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [map, rule, replicas, count, repeats] = &arguments[..] else {
        return Err("usage: bench_batch MAP RULE REPLICAS COUNT REPEATS".into());
    };
    let map = Map::decode(&std::fs::read(map)?)?;
    let weights = vec![0x1_0000; usize::try_from(map.max_devices())?];
    let placer = map.placer(DEFAULT_CHOOSE_ARGS, rule.parse()?, replicas.parse()?, &weights)?;
    let xs: Vec<u32> = (0..count.parse()?).collect();
    let mut results = vec![0; xs.len() * placer.result_max()];
    let best = best(&placer, &xs, &mut results, repeats.parse()?)?;
    println!("rust {:.2} {}", best as f64 / xs.len() as f64, checksum(&results));
    Ok(())
}

/// Processor time of the fastest call, in nanoseconds; the first one, which gets the memory, is not counted.
fn best(placer: &Placer, xs: &[u32], results: &mut [i32], repeats: u32) -> Result<i64, Box<dyn Error>> {
    let mut best = i64::MAX;
    for repeat in 0..=repeats {
        let begin = now();
        placer.place_batch(xs, results, None)?;
        let took = now() - begin;
        if repeat > 0 {
            best = best.min(took);
        }
    }
    Ok(best)
}

fn now() -> i64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec * 1_000_000_000 + time.tv_nsec
}

fn checksum(results: &[i32]) -> u64 {
    let terms = results.iter().zip(0u64..);
    terms
        .fold(0, |sum, (item, i)| sum.wrapping_add((2 * i + 1).wrapping_mul(u64::from(item.cast_unsigned()))))
}
