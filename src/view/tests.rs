//! The workspace as C callers see it.

use super::{MapView, init_workspace};
use crate::builder::{BucketAlgorithm, BucketSpec, OwnedMap};

/// A map of two buckets with an empty slot between them.
fn map() -> OwnedMap {
    let mut map = OwnedMap::new().unwrap();
    let spec = |id, items| BucketSpec {
        id,
        algorithm: BucketAlgorithm::Straw2,
        hash: 0,
        r#type: 1,
        items,
        weights: &[0x1_0000; 3],
    };
    map.add_bucket(&spec(-1, &[0, 1, 2])).unwrap();
    map.add_bucket(&spec(-3, &[3, 4, 5])).unwrap();
    map.finalize();
    map
}

/// What initialising writes over bytes of 0x5a, at an odd address, as numbers relative to that address.
fn written(map: &MapView<'_>) -> Vec<u8> {
    let mut memory = vec![0x5a_u8; map.header().working_size + 9];
    let workspace = memory[1..].as_mut_ptr();
    // SAFETY: the memory has eight bytes more than the map's part of a workspace from there on.
    unsafe { init_workspace(map, workspace.cast()) };
    assert_eq!(memory[0], 0x5a);
    assert!(memory[map.header().working_size + 1..].iter().all(|&byte| byte == 0x5a));
    memory[1..][..map.header().working_size].to_vec()
}

fn number(bytes: &[u8], offset: usize) -> usize {
    usize::from_ne_bytes(bytes[offset..offset + 8].try_into().unwrap())
}

#[test]
fn a_fresh_workspace_has_a_record_for_each_bucket_unless_it_is_lazy() {
    let map = map();
    let view = map.view();
    let bytes = written(&view);
    let base = number(&bytes, 0) - 8;
    let table = |slot: usize| number(&bytes, 8 + 8 * slot).wrapping_sub(base);
    let untouched = usize::from_ne_bytes([0x5a; 8]);
    if cfg!(feature = "lazy-workspace") {
        assert!(bytes[8..].iter().all(|&byte| byte == 0x5a));
        return;
    }
    let first = 8 + 8 * 8;
    assert_eq!([table(0), table(2)], [first, first + 16 + 12]);
    assert_eq!(number(&bytes, 8 + 8), untouched, "an empty slot's entry is left alone");
    for record in [first, first + 28] {
        assert_eq!(number(&bytes, record), 0);
        assert_eq!(number(&bytes, record + 8) - base, record + 16);
        assert!(bytes[record + 16..record + 28].iter().all(|&byte| byte == 0x5a));
    }
    assert_eq!(bytes.len(), first + 56);
}

#[test]
fn a_stale_working_size_bounds_what_is_written() {
    let map = map();
    for size in 0..map.view().header().working_size {
        // SAFETY: the map is this test's own, and no view of it is alive.
        unsafe { (*map.as_ptr()).working_size = size };
        written(&map.view());
    }
}
