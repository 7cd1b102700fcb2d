//! Any bytes as an osdmap, with a right checksum: what is accepted is written and read again, and places, in bounded work.
#![no_main]

#[path = "../../tests/support/checksum.rs"]
mod checksum;

use crush::osdmap::OsdMap;
use crush::placement::{PgId, Placement, PlacementError};
use libfuzzer_sys::fuzz_target;

/// Draws that a mapping may take: one that could take more is refused, which is what is tested then.
const BUDGET: u64 = 1 << 14;
/// The first version of a file that has a checksum.
const WITH_CHECKSUM: u8 = 8;

fuzz_target!(|bytes: &[u8]| {
    let mut bytes = bytes.to_vec();
    let has_checksum = bytes.first().is_none_or(|&version| version >= WITH_CHECKSUM);
    if checksum::mend(&mut bytes).is_none() && has_checksum {
        assert!(OsdMap::decode(&bytes).is_err(), "read without a checksum");
        return;
    }
    let Ok(mut map) = OsdMap::decode(&bytes) else { return };
    let written = map.encode().expect("memory");
    let again = OsdMap::decode(&written).expect("what was written can be read");
    assert!(again.encode().expect("memory") == written, "the file changes");
    place(&map);
    map.set_client_version(bytes.last().copied().unwrap_or(0));
    let written = map.encode().expect("memory");
    OsdMap::decode(&written).expect("what was written in another version can be read");
});

/// Places a few PGs of the first pools, and checks exceptions.
fn place(map: &OsdMap) {
    let mut placement = Placement::new(map).with_budget(BUDGET);
    for (&id, pool) in map.pools.iter().take(4) {
        for seed in [0, 1, pool.pg_num.wrapping_sub(1)] {
            match placement.place(PgId { pool: id.cast_unsigned(), seed }) {
                Ok(_) | Err(PlacementError::Rule { .. }) => {}
                Err(error) => panic!("{error}"),
            }
        }
    }
    // Each may be a mapping.
    if map.pg_upmap.len() + map.pg_upmap_items.len() + map.pg_upmap_primaries.len() <= 32 {
        let _ = placement.check_upmaps();
    }
}
