//! Osdmaps that our writer makes: genuine `osdmaptool` of three releases and `crush` give every PG the same sets, and
//! propose the same commands for upmap entries that are not valid.

mod crush_text;
mod edit;
mod random;
#[path = "../../../tests/support/mod.rs"]
mod support;

use crush::map::{Map, Release};
use crush::osdmap::OsdMap;
use random::Random;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Mutex;

/// Maps that are made.
const MAPS: u64 = 216;
/// Threads that ask genuine programs.
const THREADS: u64 = 4;

/// A genuine release.
struct Oracle {
    generation: &'static str,
    release: Release,
    osdmaptool: PathBuf,
}

fn oracles() -> Vec<Oracle> {
    let all = [("pacific", Release::Pacific), ("reef", Release::Reef), ("tentacle", Release::Tentacle)];
    let oracle = |(generation, release)| {
        let osdmaptool = support::oracle(generation, "osdmaptool")?;
        Some(Oracle { generation, release, osdmaptool })
    };
    all.into_iter().filter_map(oracle).collect()
}

/// What the maps are made from.
struct Bases {
    /// Bytes of maps that genuine tools made.
    osdmaps: Vec<Vec<u8>>,
    /// Crush maps by number of devices and variant, as genuine `crushtool` compiles them.
    crush: BTreeMap<(usize, usize), Vec<u8>>,
    variants: usize,
}

/// Devices of the maps.
const DEVICES: [usize; 2] = [12, 40];

impl Bases {
    fn make(oracles: &[Oracle], directory: &Path) -> Self {
        let newest = oracles.last().expect("an oracle");
        let variants = if is_newest(newest) { crush_text::VARIANTS } else { crush_text::MSR };
        let crushtool = newest.osdmaptool.with_file_name("crushtool");
        let mut crush = BTreeMap::new();
        for (devices, variant) in DEVICES.into_iter().flat_map(|d| (0..variants).map(move |v| (d, v))) {
            let text = directory.join(format!("{devices}-{variant}.txt"));
            std::fs::write(&text, crush_text::text(devices, variant)).unwrap();
            let compiled = support::compile(&crushtool, &text).expect("genuine crushtool compiles the text");
            crush.insert((devices, variant), compiled);
        }
        let mut osdmaps = Vec::new();
        for (oracle, devices) in oracles.iter().flat_map(|oracle| DEVICES.map(|devices| (oracle, devices))) {
            let path = directory.join(format!("{}-{devices}.bin", oracle.generation));
            let made = run(Command::new(&oracle.osdmaptool)
                .arg("--createsimple")
                .arg(devices.to_string())
                .arg(&path));
            assert!(made.status.success(), "{made:?}");
            osdmaps.push(std::fs::read(&path).unwrap());
        }
        Self { osdmaps, crush, variants }
    }

    /// Map number `number`; whether all releases know what is in its crush map; and the version of its pools.
    fn map(&self, number: u64) -> (OsdMap, bool, u8) {
        let mut random = Random::new(number);
        let mut map = OsdMap::decode(random.pick::<Vec<u8>>(&self.osdmaps)).unwrap();
        let devices = usize::try_from(map.max_osd).unwrap();
        let variant = random.below(self.variants);
        let crush = Map::decode(&self.crush[&(devices, variant)]).unwrap();
        let is_msr = variant == crush_text::MSR;
        map.set_crush(crush, if is_msr { Release::Tentacle } else { Release::Pacific }).unwrap();
        map.set_client_version([6, 7, 9, 10][usize::try_from(number % 4).unwrap()]);
        let version = [26, 27, 28, 29, 30, 31, 32][usize::try_from(number / 4 % 7).unwrap()];
        edit::edit(&mut map, &mut random, version);
        (map, !is_msr, version)
    }
}

fn is_newest(oracle: &Oracle) -> bool {
    oracle.release >= Release::Tentacle
}

fn run(command: &mut Command) -> Output {
    command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"))
}

/// Comparisons that were made.
#[derive(Default)]
struct Tally {
    maps: u64,
    pgs: u64,
    entries: u64,
    /// Maps that a genuine reader refused, by release.
    refused: BTreeMap<&'static str, u64>,
    compared: BTreeMap<&'static str, u64>,
}

#[test]
fn genuine_tools_agree_on_every_pg() {
    let oracles = oracles();
    if oracles.is_empty() {
        return;
    }
    let directory = std::env::temp_dir().join(format!("crush-osdmaps-{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    let bases = Bases::make(&oracles, &directory);
    let tally = Mutex::new(Tally::default());
    std::thread::scope(|scope| {
        for thread in 0..THREADS {
            let (oracles, bases, directory, tally) = (&oracles, &bases, &directory, &tally);
            scope.spawn(move || {
                for number in (thread..MAPS).step_by(usize::try_from(THREADS).unwrap()) {
                    compare(oracles, bases, directory, number, tally);
                }
            });
        }
    });
    std::fs::remove_dir_all(&directory).unwrap();
    let tally = tally.into_inner().unwrap();
    println!(
        "{} osdmaps, {} PGs, {} upmap commands; compared {:?}, refused by genuine readers {:?}",
        tally.maps, tally.pgs, tally.entries, tally.compared, tally.refused
    );
    // Without the newest release some maps have no reader.
    let least = if oracles.iter().any(is_newest) { 200 } else { 130 };
    assert!(tally.maps >= least && tally.pgs > 20_000 && tally.entries > 1_000);
    assert!(tally.compared.values().all(|&maps| maps > 100), "{:?}", tally.compared);
}

/// Compares one map with every oracle.
fn compare(oracles: &[Oracle], bases: &Bases, directory: &Path, number: u64, tally: &Mutex<Tally>) {
    let (map, is_known, pool_version) = bases.map(number);
    let path = directory.join(format!("{number}.bin"));
    std::fs::write(&path, map.encode().unwrap()).unwrap();
    let mut accepted = 0;
    for (index, oracle) in oracles.iter().enumerate() {
        if !is_known && oracle.release < Release::Tentacle {
            continue;
        }
        let theirs = run(Command::new(&oracle.osdmaptool).arg(&path).arg("--test-map-pgs-dump-all"));
        if !theirs.status.success() {
            let refusal = String::from_utf8_lossy(&theirs.stderr).contains("error decoding osdmap");
            // They know no such pools (spec 09 section 9.4).
            let may_refuse = pool_version > 30 && oracle.release < Release::Tentacle;
            assert!(refusal && may_refuse, "map {number}, {}: {theirs:?}", oracle.generation);
            *tally.lock().unwrap().refused.entry(oracle.generation).or_default() += 1;
            continue;
        }
        accepted += 1;
        let ours = ours(&["pgs", "--form", "test-map-pgs-dump-all"], oracle, &path);
        assert_equal(&ours.stdout, &theirs.stdout, &format!("map {number}, {}", oracle.generation));
        *tally.lock().unwrap().compared.entry(oracle.generation).or_default() += 1;
        if number % 3 == index as u64 % 3 || accepted == 1 {
            let commands = compare_cleanup(oracle, &path, number);
            tally.lock().unwrap().entries += commands as u64;
        }
    }
    let mut tally = tally.lock().unwrap();
    tally.maps += u64::from(accepted > 0);
    tally.pgs += map.pools.values().map(|pool| u64::from(pool.pg_num)).sum::<u64>();
    std::fs::remove_file(&path).unwrap();
}

/// Compares what is proposed for upmap entries; returns how many commands there were.
fn compare_cleanup(oracle: &Oracle, path: &Path, number: u64) -> usize {
    let theirs = run(Command::new(&oracle.osdmaptool).arg(path).args(["--upmap-cleanup", "-"]));
    assert!(theirs.status.success(), "map {number}, {}: {theirs:?}", oracle.generation);
    let heading = b"checking for upmap cleanups\n";
    let theirs = theirs.stdout.strip_prefix(heading).unwrap_or_else(|| panic!("map {number}: {theirs:?}"));
    let ours = ours(&["check-upmap", "--commands"], oracle, path);
    let mut lines: Vec<&[u8]> = ours.stdout.split_inclusive(|&byte| byte == b'\n').collect();
    if oracle.generation == "reef" {
        // The tool of that release never proposes to remove a primary.
        lines.retain(|line| !line.starts_with(b"ceph osd rm-pg-upmap-primary"));
    }
    assert_equal(&lines.concat(), theirs, &format!("upmaps of map {number}, {}", oracle.generation));
    theirs.iter().filter(|&&byte| byte == b'\n').count()
}

fn ours(arguments: &[&str], oracle: &Oracle, path: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_crush"));
    let output = run(command.args(arguments).args(["--release", oracle.generation]).arg(path));
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    output
}

/// Fails with the first line that differs; the map of the failure can be made again from its number.
fn assert_equal(ours: &[u8], theirs: &[u8], what: &str) {
    if ours == theirs {
        return;
    }
    let (ours, theirs) = (String::from_utf8_lossy(ours), String::from_utf8_lossy(theirs));
    let mut pairs = ours.lines().zip(theirs.lines());
    let (found, expected) = pairs.find(|(ours, theirs)| ours != theirs).unwrap_or(("the end", "the end"));
    panic!(
        "{what}: found '{found}', expected '{expected}'; {} and {} lines",
        ours.lines().count(),
        theirs.lines().count()
    );
}
