//! Placements by many threads over maps that are swapped meanwhile: the same answers from everybody, and memory that stays flat.
//!
//! `SOAK_SECONDS` says how long (default 15), `SOAK_SEED` which maps (default 1). `SOAK_STATE` names a file that keeps seed, next map
//! and sums, so that long soaks can be made in parts: another run with it goes on there.
#![forbid(unsafe_code)]

#[path = "support/random_text.rs"]
mod random_text;

use crush::map::{DEFAULT_CHOOSE_ARGS, Map, MapMapper, Release};
use crush::placer::Placer;
use random_text::{Random, random_text};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, RwLock};
use std::thread;
use std::time::{Duration, Instant};

/// Threads that place, more than most machines have processors.
const THREADS: usize = 6;
/// A map is replaced after so long.
const REIGN: Duration = Duration::from_millis(20);
/// Inputs that are asked of each map.
const INPUTS: u32 = 300;
const PLACES: usize = 4;
/// What a batch asks at most: enough for its own way of mapping.
const BATCH: usize = 120;
/// Bytes by which memory may grow from the first half of a soak to the second: threads have pools of their own, and maps differ.
const GROWTH: u64 = 24 << 20;

fn variable(name: &str, default: u64) -> u64 {
    std::env::var(name)
        .map_or(default, |value| value.parse().unwrap_or_else(|_| panic!("{name} is no number: {value}")))
}

/// A map in force, one of its rules prepared, and what it answers.
struct Reign {
    number: u64,
    map: Map,
    rule: u32,
    weights: Vec<u32>,
    placer: Placer,
    /// Results one after another, and how many places of each are defined.
    results: Vec<i32>,
    lens: Vec<usize>,
}

impl Reign {
    /// The map that a seed names; none if it is no map, or could take too long.
    fn new(seed: u64, number: u64) -> Option<Self> {
        let mut random = Random(seed.wrapping_mul(0x2545_f491_4f6c_dd1d) ^ number);
        let map = Map::compile(random_text(random.next()).as_bytes()).ok()?;
        let rules: Vec<u32> = map.rules().map(|(rule, _)| rule).collect();
        let rule = *rules.get(random.below(rules.len()))?;
        let devices = usize::try_from(map.max_devices()).ok().filter(|&count| count < 100_000)?;
        let weights: Vec<u32> =
            (0..devices).map(|_| *random.pick(&[0x1_0000, 0x1_0000, 0x1_0000, 0x8000, 0])).collect();
        let placer = map.placer(DEFAULT_CHOOSE_ARGS, rule, PLACES, &weights).ok()?;
        let (results, lens) = recorded(&map, rule, &weights);
        Some(Self { number, map, rule, weights, placer, results, lens })
    }

    fn expect(&self, input: usize, len: usize, result: &[i32], how: &str) {
        let wanted = (self.lens[input], &self.results[input * PLACES..(input + 1) * PLACES]);
        assert_eq!((len, result), wanted, "map {}, rule {}, input {input}, {how}", self.number, self.rule);
    }

    /// Asks one input, or many, in one of the ways that there are; returns how many.
    fn ask(&self, random: &mut Random) -> u64 {
        match random.below(3) {
            0 => self.ask_mapper(random.below(INPUTS as usize)),
            1 => self.ask_placer(random.below(INPUTS as usize)),
            _ => self.ask_batch(random),
        }
    }

    fn ask_mapper(&self, input: usize) -> u64 {
        let mut result = [0; PLACES];
        let mut mapper = self.map.mapper(DEFAULT_CHOOSE_ARGS).unwrap();
        let len = place(&mut mapper, self.rule, input, &self.weights, &mut result);
        self.expect(input, len, &result, "by a mapper");
        1
    }

    fn ask_placer(&self, input: usize) -> u64 {
        let mut result = [0; PLACES];
        let len = self.placer.place(input as u32, &mut result).unwrap();
        self.expect(input, len, &result, "prepared");
        1
    }

    fn ask_batch(&self, random: &mut Random) -> u64 {
        let inputs: Vec<u32> = (0..BATCH).map(|_| random.below(INPUTS as usize) as u32).collect();
        let (mut results, mut lens) = (vec![0; BATCH * PLACES], vec![0; BATCH]);
        let threads = 1 + usize::from(random.chance(5));
        self.placer.par_place_batch(&inputs, &mut results, Some(&mut lens), threads).unwrap();
        for ((&input, &len), result) in inputs.iter().zip(&lens).zip(results.chunks(PLACES)) {
            self.expect(input as usize, len, result, "in a batch");
        }
        BATCH as u64
    }
}

/// No device.
const NONE: i32 = 0x7fff_ffff;

/// Maps an input; places that are not defined, whose content means nothing, get that of a placer.
fn place(mapper: &mut MapMapper<'_>, rule: u32, input: usize, weights: &[u32], result: &mut [i32]) -> usize {
    let len = mapper.place(rule, input as u32, weights, result).unwrap();
    result[len..].fill(NONE);
    len
}

/// The answers of the map's file, written and read again.
fn recorded(map: &Map, rule: u32, weights: &[u32]) -> (Vec<i32>, Vec<usize>) {
    let copy = Map::decode(&map.encode(Release::Tentacle).unwrap()).unwrap();
    let mut mapper = copy.mapper(DEFAULT_CHOOSE_ARGS).unwrap();
    let mut results = vec![0; INPUTS as usize * PLACES];
    let rows = results.chunks_mut(PLACES).enumerate();
    let lens = rows.map(|(input, result)| place(&mut mapper, rule, input, weights, result)).collect();
    (results, lens)
}

/// How far soaks of one seed have come.
#[derive(Clone, Copy)]
struct Progress {
    seed: u64,
    next: u64,
    maps: u64,
    placements: u64,
    seconds: u64,
}

impl Progress {
    fn load(path: Option<&PathBuf>) -> Self {
        let seed = variable("SOAK_SEED", 1);
        let text = path.and_then(|path| std::fs::read_to_string(path).ok()).unwrap_or_default();
        let numbers: Vec<u64> = text.split_whitespace().filter_map(|word| word.parse().ok()).collect();
        match numbers[..] {
            [kept, next, maps, placements, seconds]
                if kept == seed || std::env::var_os("SOAK_SEED").is_none() =>
            {
                Self { seed: kept, next, maps, placements, seconds }
            }
            _ => Self { seed, next: 0, maps: 0, placements: 0, seconds: 0 },
        }
    }

    fn keep(self, path: Option<&PathBuf>) {
        let Some(path) = path else { return };
        let new = path.with_extension("new");
        let Self { seed, next, maps, placements, seconds } = self;
        std::fs::write(&new, format!("{seed} {next} {maps} {placements} {seconds}\n")).unwrap();
        std::fs::rename(&new, path).unwrap();
    }
}

/// Bytes of this process that are in memory; 0 where the system does not tell.
fn resident() -> u64 {
    let pages = std::fs::read_to_string("/proc/self/statm").ok();
    pages.and_then(|text| text.split_whitespace().nth(1)?.parse::<u64>().ok()).unwrap_or(0) * 4096
}

/// The highest memory of each half of a soak.
#[derive(Default)]
struct Memory {
    halves: [u64; 2],
}

impl Memory {
    fn note(&mut self, past_the_middle: bool) {
        let half = &mut self.halves[usize::from(past_the_middle)];
        *half = (*half).max(resident());
    }

    fn check(&self) {
        let [first, second] = self.halves;
        assert!(second <= first + GROWTH, "memory grew from {first} to {second} bytes");
    }
}

/// Puts one map after another in force until time is over.
fn swap(progress: &mut Progress, current: &RwLock<Arc<Reign>>, duration: Duration) -> Memory {
    let (start, mut memory) = (Instant::now(), Memory::default());
    while start.elapsed() < duration {
        if let Some(reign) = Reign::new(progress.seed, progress.next) {
            *current.write().unwrap() = Arc::new(reign);
            progress.maps += 1;
            thread::sleep(REIGN);
        }
        progress.next += 1;
        memory.note(start.elapsed() > duration / 2);
    }
    memory
}

#[test]
fn threads_agree_while_maps_are_swapped() {
    let state = std::env::var_os("SOAK_STATE").map(PathBuf::from);
    let mut progress = Progress::load(state.as_ref());
    let seconds = variable("SOAK_SECONDS", 15);
    let first = (progress.next..).find_map(|number| Reign::new(progress.seed, number)).unwrap();
    let (current, over, placements) =
        (RwLock::new(Arc::new(first)), AtomicBool::new(false), AtomicU64::new(0));
    let work = |worker: u64| {
        let mut random = Random(worker);
        while !over.load(Ordering::Relaxed) {
            let reign = Arc::clone(&current.read().unwrap());
            placements.fetch_add(reign.ask(&mut random), Ordering::Relaxed);
        }
    };
    let memory = thread::scope(|scope| {
        let workers: Vec<_> = (0..THREADS as u64).map(|worker| scope.spawn(move || work(worker))).collect();
        let memory = swap(&mut progress, &current, Duration::from_secs(seconds));
        over.store(true, Ordering::Relaxed);
        workers.into_iter().for_each(|worker| worker.join().unwrap());
        memory
    });
    memory.check();
    progress.placements += placements.into_inner();
    progress.seconds += seconds;
    progress.keep(state.as_ref());
    let Progress { seed, next, maps, placements, seconds } = progress;
    println!(
        "soak: seed {seed}, {maps} maps, {placements} placements by {THREADS} threads in {seconds} s, none differs; at most {} and {} MiB in the halves; next map {next}",
        memory.halves[0] >> 20,
        memory.halves[1] >> 20
    );
    assert!(maps > 0 && placements > 0);
}
