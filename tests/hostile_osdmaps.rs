//! Osdmaps with a few bytes changed and a right checksum: refused, or read, written back and placed with, in bounded work.

#[path = "support/checksum.rs"]
mod checksum;
mod support;

use checksum::{HEADER, mend};
use crush::osdmap::OsdMap;
use crush::placement::{PgId, Placement, PlacementError};
use support::{files, test_data};

/// Damaged files of each map.
const CASES: u32 = 400;

#[test]
fn damage_with_a_right_checksum() {
    let Some(data) = test_data() else { return };
    let mut state = 0x2545_f491_4f6c_dd1du64;
    let mut random = |end: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) as usize % end
    };
    let (mut read, mut placed, mut refused) = (0, 0, 0);
    for path in files(&data.join("spec/examples/placement"), ".bin") {
        let intact = std::fs::read(&path).unwrap();
        if OsdMap::decode(&intact).is_err() {
            continue;
        }
        for _ in 0..CASES {
            let mut bytes = intact.clone();
            for _ in 0..=random(3) {
                let at = HEADER + random(bytes.len() - HEADER);
                bytes[at] = [0, 1, 0x7f, 0x80, 0xff, random(256) as u8][random(6)];
            }
            let whole = mend(&mut bytes).is_some();
            let Ok(map) = OsdMap::decode(&bytes) else { continue };
            assert!(whole, "a map without its checksum was read");
            read += 1;
            let written = map.encode().expect("memory");
            assert!(
                OsdMap::decode(&written).expect("what was written can be read").encode().unwrap() == written
            );
            let mut placement = Placement::new(&map).with_budget(1 << 18);
            for (&id, pool) in &map.pools {
                for seed in (0..pool.pg_num).take(4).chain([pool.pg_num.wrapping_sub(1)]) {
                    match placement.place(PgId { pool: id.cast_unsigned(), seed }) {
                        Ok(_) => placed += 1,
                        Err(PlacementError::Rule { .. }) => refused += 1,
                        Err(error) => panic!("{error}"),
                    }
                }
            }
            let _ = placement.check_upmaps();
        }
    }
    println!("{read} damaged maps were read, {placed} PGs placed, {refused} refused");
    assert!(read > 1000 && placed > 10_000, "{read} maps, {placed} PGs");
}
