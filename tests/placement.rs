//! The recorded placements of genuine tools and of a running cluster, and osdmaps written back as they were.

mod support;

use crush::osdmap::OsdMap;
use crush::placement::{ObjectLocator, PgId, Placement, StringHash, stable_mod};
use std::path::{Path, PathBuf};
use support::test_data;

/// "Nothing here" in lists of devices.
const NONE: i32 = i32::MAX;

/// Rows of a table; lines that begin with `#` are headings.
fn rows(path: &Path) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

/// A list of devices, `-` for an empty one.
fn devices(text: &str) -> Vec<i32> {
    if text.is_empty() || text == "-" {
        return Vec::new();
    }
    let device = |id: &str| if id == "NONE" { NONE } else { id.parse().expect("a device's id") };
    text.split(',').map(device).collect()
}

fn hex(text: &str) -> Vec<u8> {
    let digits = if text == "-" { "" } else { text };
    let byte = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).expect("two hexadecimal digits");
    (0..digits.len()).step_by(2).map(byte).collect()
}

fn osdmap(path: &Path) -> OsdMap {
    let bytes = std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    OsdMap::decode(&bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// All osdmaps of the test data.
fn osdmaps(data: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(data.join("spec/examples/placement")).expect("the placement examples");
    let all = entries.map(|entry| entry.expect("an entry").path());
    let mut found: Vec<PathBuf> = all
        .filter(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("osdmap-")))
        .collect();
    found.push(data.join("maps/live/osdmap.bin"));
    found.sort();
    found
}

#[test]
fn hashes_of_object_names() {
    let Some(data) = test_data() else { return };
    let table = rows(&data.join("spec/examples/placement/object-hash.tsv"));
    for row in &table {
        let [name, namespace, key] = [0, 1, 2].map(|column| hex(&row[column]));
        let object = ObjectLocator::new(&name).with_namespace(&namespace).with_key(&key);
        let hash = object.hash(StringHash::Rjenkins);
        assert_eq!(format!("{hash:08x}"), row[5], "{row:?}");
        assert_eq!(format!("{:08x}", object.hash(StringHash::Linux)), row[6], "{row:?}");
        for (column, pg_num) in [(7, 8), (8, 12), (9, 100), (10, 192), (11, 1024)] {
            assert_eq!(format!("{:x}", stable_mod(hash, pg_num)), row[column], "{row:?}");
        }
    }
    assert!(table.len() >= 79, "{} rows", table.len());
}

#[test]
fn placements_of_every_scenario() {
    let Some(data) = test_data() else { return };
    let directory = data.join("spec/examples/placement");
    let table = rows(&directory.join("pg-placement.tsv"));
    for scenario in table.chunk_by(|a, b| a[0] == b[0]) {
        let map = osdmap(&directory.join(format!("osdmap-{}.bin", scenario[0][0])));
        let mut placement = Placement::new(&map);
        for row in scenario {
            let number = |column: usize| u32::from_str_radix(&row[column], 16).expect("hexadecimal");
            let pg = PgId { pool: row[1].parse().expect("a pool"), seed: number(2) };
            let found = placement.place(pg).expect("memory");
            assert_eq!(found.pps, number(3), "{row:?}");
            let sets = [(&found.raw, found.raw_primary), (&found.up, found.up_primary)];
            let sets = sets.into_iter().chain([(&found.acting, found.acting_primary)]);
            for ((set, primary), column) in sets.zip([4, 6, 8]) {
                assert_eq!(
                    (set.clone(), primary.to_string()),
                    (devices(&row[column]), row[column + 1].clone()),
                    "{row:?}"
                );
            }
        }
    }
    assert_eq!(table.len(), 550);
}

/// Optimised erasure pools: the table of spec 09 section 7.2.
#[test]
fn temporary_sets_of_optimised_erasure_pools() {
    let Some(data) = test_data() else { return };
    let map = osdmap(&data.join("spec/examples/placement/osdmap-ec-optimized-tentacle.bin"));
    let mut placement = Placement::new(&map);
    let rows = [
        (0, vec![0, 3, 7, 10], 0),
        (1, vec![NONE, 3, 7, 10], 7),
        (2, vec![NONE, 3, 7, 10], 10),
        (3, vec![0, NONE, 7, NONE], 0),
    ];
    for (seed, acting, primary) in rows {
        let found = placement.place(PgId { pool: 3, seed }).expect("memory");
        assert_eq!((found.acting, found.acting_primary), (acting, primary), "3.{seed}");
    }
}

#[test]
fn a_running_cluster() {
    let Some(data) = test_data() else { return };
    let map = osdmap(&data.join("maps/live/osdmap.bin"));
    let mut placement = Placement::new(&map);
    let pgs = rows(&data.join("maps/live/pgs.tsv"));
    for row in &pgs {
        let found = placement.place(row[0].parse().expect("a PG")).expect("memory");
        assert_eq!((found.up, found.acting), (devices(&row[1]), devices(&row[2])), "{row:?}");
    }
    let objects = rows(&data.join("maps/live/objects.tsv"));
    for row in &objects {
        let pool = row[0].parse().expect("a pool");
        let object = ObjectLocator::new(row[2].as_bytes()).with_namespace(row[1].as_bytes());
        let found = placement.locate(pool, &object).expect("memory").expect("the pool exists");
        let raw = object.hash(map.pool(pool).expect("the pool exists").object_hash());
        assert_eq!([format!("{pool}.{raw:x}"), found.pg.to_string()], row[3..5], "{row:?}");
        assert_eq!((found.up, found.up_primary.to_string()), (devices(&row[5]), row[6].clone()), "{row:?}");
        assert_eq!(
            (found.acting, found.acting_primary.to_string()),
            (devices(&row[7]), row[8].clone()),
            "{row:?}"
        );
    }
    assert!(pgs.len() > 50 && !objects.is_empty(), "{} PGs, {} objects", pgs.len(), objects.len());
}

#[test]
fn osdmaps_are_written_back_as_they_were() {
    let Some(data) = test_data() else { return };
    for path in osdmaps(&data) {
        let bytes = std::fs::read(&path).expect("the map is there");
        let map = OsdMap::decode(&bytes).expect("an osdmap");
        assert!(map.encode().expect("memory") == bytes, "{}", path.display());
    }
}

#[test]
fn every_truncation_and_every_flipped_byte_is_refused() {
    let Some(data) = test_data() else { return };
    for path in osdmaps(&data) {
        let bytes = std::fs::read(&path).expect("the map is there");
        for len in 0..bytes.len() {
            assert!(OsdMap::decode(&bytes[..len]).is_err(), "{} cut to {len} bytes", path.display());
        }
        let mut damaged = bytes.clone();
        for at in 0..bytes.len() {
            damaged[at] ^= 0x55;
            assert!(OsdMap::decode(&damaged).is_err(), "{} with byte {at} changed", path.display());
            damaged[at] = bytes[at];
        }
    }
}
