//! What a comparison of osdmaps says when pools come, go or change.

use analysis::cluster::Cluster;
use analysis::diff::{Diff, DiffError, Options, Subject, SubjectDiff};
use crush::map::{Map, Release};
use crush::osdmap::{NewPool, OsdMap};

const MAP: &str = "device 0 osd.0\ndevice 1 osd.1\ndevice 2 osd.2\ndevice 3 osd.3
    type 0 osd\ntype 1 host\ntype 2 root
    host a { alg straw2 item osd.0 weight 1 item osd.1 weight 1 }
    host b { alg straw2 item osd.2 weight 1 item osd.3 weight 1 }
    root all { alg straw2 item a weight 2 item b weight 2 }
    rule hosts { id 0 type replicated step take all step chooseleaf firstn 0 type host step emit }
    rule left { id 1 type replicated step take a step choose firstn 0 type osd step emit }";

/// 64 PGs of two copies.
fn plain() -> NewPool {
    NewPool { size: 2, pg_num: 64, pgp_num: 64, ..NewPool::default() }
}

fn cluster(pools: &[(i64, NewPool)]) -> Cluster {
    let mut map = OsdMap::all_in(Map::compile(MAP.as_bytes()).unwrap()).unwrap();
    for (id, pool) in pools {
        map.add_pool(*id, format!("pool{id}"), pool.build());
    }
    Cluster::whole(map)
}

fn diff(before: &[(i64, NewPool)], after: &[(i64, NewPool)]) -> Diff {
    Diff::between(&cluster(before), &cluster(after), &Options::default()).unwrap()
}

fn pool(diff: &Diff, id: u64) -> &SubjectDiff {
    diff.subjects.iter().find(|found| found.subject == Subject::Pool(id)).unwrap()
}

#[test]
fn a_pool_that_comes_fills_all_its_places() {
    let diff = diff(&[(1, plain())], &[(1, plain()), (2, plain())]);
    assert_eq!((pool(&diff, 1).changed, pool(&diff, 1).moved), (0, 0));
    let fresh = pool(&diff, 2);
    assert_eq!((fresh.rule_before, fresh.rule_after), (None, Some(0)));
    assert_eq!((fresh.size_before, fresh.size_after, fresh.mappings), (0, 2, 64));
    assert_eq!((fresh.replicas, fresh.changed, fresh.moved), (0, 64, 128));
    assert_eq!(diff.devices().iter().map(|device| device.gained).sum::<u64>(), 128);
}

#[test]
fn a_pool_that_goes_moves_nothing() {
    let diff = diff(&[(1, plain()), (2, plain())], &[(1, plain())]);
    let gone = pool(&diff, 2);
    assert_eq!((gone.rule_before, gone.rule_after, gone.size_after), (Some(0), None, 0));
    assert_eq!((gone.replicas, gone.changed, gone.moved), (128, 64, 0));
    assert_eq!(diff.devices().iter().map(|device| device.lost).sum::<u64>(), 128);
}

#[test]
fn pgs_that_are_split_move_only_when_they_are_placed_apart() {
    let split = NewPool { pg_num: 128, ..plain() };
    let together = diff(&[(1, plain())], &[(1, split)]);
    assert_eq!((pool(&together, 1).mappings, pool(&together, 1).replicas), (128, 256));
    assert_eq!(pool(&together, 1).moved, 0, "pgp_num stays");
    let apart = diff(&[(1, split)], &[(1, NewPool { pg_num: 128, pgp_num: 128, ..plain() })]);
    let moved = pool(&apart, 1).moved;
    assert!((40..=90).contains(&moved), "{moved}: half of the 128 replicas that are placed anew");
    let merged = diff(&[(1, NewPool { pg_num: 128, pgp_num: 64, ..plain() })], &[(1, plain())]);
    assert_eq!(pool(&merged, 1).moved, 0);
}

#[test]
fn a_pool_with_another_rule() {
    let diff = diff(&[(1, plain())], &[(1, NewPool { crush_rule: 1, ..plain() })]);
    let changed = pool(&diff, 1);
    assert_eq!((changed.rule_before, changed.rule_after), (Some(0), Some(1)));
    // One of host a's devices has a copy of each PG already, the other gets the second.
    assert_eq!((changed.changed, changed.moved), (64, 64));
    assert_eq!(
        diff.devices().iter().filter(|device| device.id > 1).map(|device| device.after).sum::<u64>(),
        0
    );
}

#[test]
fn a_pool_of_another_size_and_one_of_none() {
    let more = diff(&[(1, NewPool { size: 1, ..plain() })], &[(1, plain())]);
    assert_eq!((pool(&more, 1).replicas, pool(&more, 1).moved), (64, 64));
    let none = NewPool { size: 0, pg_num: 0, pgp_num: 0, ..plain() };
    let nothing = diff(&[(1, none)], &[(1, none)]);
    assert_eq!((nothing.total.mappings, nothing.total.moved), (0, 0));
    assert!(matches!(
        Diff::between(&cluster(&[]), &cluster(&[]), &Options::default()),
        Err(DiffError::Nothing(_))
    ));
}

/// No room is made for ids that no set can have: here it would be 16 GB.
#[test]
fn a_crush_map_that_names_a_device_far_away() {
    let mut bytes = Map::compile(MAP.as_bytes()).unwrap().encode(Release::default()).unwrap();
    let items = [2_i32, 3].map(i32::to_le_bytes).concat();
    let at = bytes.windows(8).position(|window| window == items).unwrap();
    bytes[at + 4..at + 8].copy_from_slice(&(1_i32 << 30).to_le_bytes());
    let mut far = OsdMap::all_in(Map::compile(MAP.as_bytes()).unwrap()).unwrap();
    far.add_pool(1, "pool1", plain().build());
    far.set_crush(Map::decode(&bytes).unwrap(), Release::default()).unwrap();
    assert_eq!(far.crush().max_devices(), (1 << 30) + 1);
    let diff = Diff::between(&cluster(&[(1, plain())]), &Cluster::whole(far), &Options::default()).unwrap();
    assert!(diff.devices().iter().all(|device| device.id < 4), "{:?}", diff.devices());
    assert!(pool(&diff, 1).moved > 0);
}
