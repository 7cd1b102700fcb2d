//! Pools that no well-kept cluster has: without a rule, of no size, with exceptions of any length. What genuine tools gave
//! for them, and the same answer from every way of asking.

use crush::map::{Map, Release};
use crush::mapper::Unobserved;
use crush::osdmap::{NewPool, OsdMap, OsdState, PoolKind};
use crush::placement::{PgId, PgPlacement, Placement};

const NONE: i32 = i32::MAX;

/// Three devices; rules 1 and 2 are for replicas, rule 3 is for erasure pools.
const CRUSH: &str = "
device 0 osd.0
device 1 osd.1
device 2 osd.2
type 0 osd
type 1 root
root default {
    id -1
    alg straw2
    hash 0
    item osd.0 weight 1
    item osd.1 weight 1
    item osd.2 weight 1
}
rule a {
    id 1
    type replicated
    step take default
    step choose firstn 0 type osd
    step emit
}
rule b {
    id 2
    type replicated
    step take default
    step choose firstn 1 type osd
    step emit
}
rule c {
    id 3
    type erasure
    step take default
    step choose indep 0 type osd
    step emit
}
";

/// Number, type and sizes of rule 1, as files have them: text cannot say sizes.
const MASK: [u8; 4] = [1, 1, 1, 100];

fn cluster() -> OsdMap {
    let map = Map::compile(CRUSH.as_bytes()).expect("the text is right");
    let mut bytes = map.encode(Release::Pacific).expect("memory");
    let places: Vec<usize> = (0..bytes.len()).filter(|&at| bytes[at..].starts_with(&MASK)).collect();
    let [mask] = places[..] else { panic!("rule 1 has one mask, not {places:?}") };
    bytes[mask + 3] = 3;
    OsdMap::all_in(Map::decode(&bytes).expect("still a map")).expect("memory")
}

fn pool(map: &mut OsdMap, id: i64, kind: PoolKind, crush_rule: u8, size: u8) {
    let pool = NewPool { kind, size, crush_rule, ..NewPool::default() };
    map.add_pool(id, "pool", pool.build());
}

fn first(placement: &mut Placement<'_>, pool: u64) -> PgPlacement {
    placement.place(PgId { pool, seed: 0 }).expect("a small map")
}

/// A pool's kind, rule and size; its raw set up to Pacific, and later.
type Case = (PoolKind, u8, u8, &'static [i32], &'static [i32]);

/// The raw sets are those of osdmaptool 16.2 and 18.2.
#[test]
fn up_to_pacific_a_rule_serves_the_kind_and_sizes_that_it_names() {
    use PoolKind::{Erasure, Replicated};
    let mut map = cluster();
    let cases: [Case; 6] = [
        (Replicated, 1, 3, &[0, 2, 1], &[0, 2, 1]),
        (Replicated, 2, 3, &[1], &[1]),
        (Replicated, 5, 3, &[], &[]),
        (Erasure, 1, 3, &[], &[1, 2, 0]),
        (Replicated, 1, 4, &[], &[0, 1, 2]),
        (Erasure, 3, 4, &[2, 1, NONE, 0], &[2, 1, NONE, 0]),
    ];
    for (id, (kind, rule, size, _, _)) in (0..).zip(cases) {
        pool(&mut map, id, kind, rule, size);
    }
    for release in Release::ALL {
        let mut placement = Placement::of_release(&map, release);
        for (id, (kind, rule, size, pacific, later)) in (0..).zip(cases) {
            let expected = if release < Release::Quincy { pacific } else { later };
            assert_eq!(
                first(&mut placement, id).raw,
                expected,
                "{release:?}: {kind:?}, rule {rule}, size {size}"
            );
        }
    }
}

/// The set is what the rule gives, where it serves the pool (osdmaptool 16.2, 18.2).
#[test]
fn upmaps_are_held_against_what_the_release_gives() {
    let mut map = cluster();
    pool(&mut map, 1, PoolKind::Erasure, 1, 3);
    map.pg_upmap.insert(PgId { pool: 1, seed: 0 }, vec![1, 0, 2]);
    let commands = |release| {
        let checks = Placement::of_release(&map, release).check_upmaps().expect("a small map");
        checks.iter().flat_map(|check| &check.commands).map(ToString::to_string).collect::<Vec<_>>()
    };
    assert!(commands(Release::Pacific).is_empty());
    assert_eq!(commands(Release::Reef), ["ceph osd rm-pg-upmap 1.0"]);
}

/// Vectors may be longer than `max_osd`: weights count for the rule, while the devices do not exist (osdmaptool 18.2, 20.2).
#[test]
fn devices_behind_max_osd_are_chosen_and_left_out() {
    let mut map = cluster();
    pool(&mut map, 0, PoolKind::Replicated, 1, 2);
    pool(&mut map, 2, PoolKind::Erasure, 3, 3);
    map.max_osd = 2;
    let mut placement = Placement::new(&map);
    let raw = [0, 2].map(|pool| first(&mut placement, pool).raw);
    assert_eq!(raw, [vec![0], vec![NONE, 1, 0]]);
}

/// All ways of asking for all PGs of a map.
fn assert_all_ways_agree(map: &OsdMap, what: &str) {
    for release in [Release::Pacific, Release::Reef, Release::Tentacle] {
        let mut placement = Placement::of_release(map, release);
        for (&id, pool) in &map.pools {
            let id = id.cast_unsigned();
            let seeds: Vec<u32> = (0..pool.pg_num + 3).collect();
            let one = |seed| PgId { pool: id, seed };
            let single: Vec<PgPlacement> =
                seeds.iter().map(|&seed| placement.place(one(seed)).expect("a small map")).collect();
            assert_eq!(placement.place_batch(id, &seeds).expect("a small map"), single, "{what}, pool {id}");
            for (&seed, expected) in seeds.iter().zip(&single) {
                let observed = placement.place_observed(one(seed), &Unobserved, |_| {}).expect("memory");
                assert_eq!(observed, *expected, "{what}, pool {id}, observed");
            }
            let placed = placement.pool(id).expect("a small map").expect("the pool exists");
            let mut sets = vec![-7; seeds.len() * placed.width()];
            let mut primaries = vec![-7; seeds.len()];
            placed.up_sets(&seeds, &mut sets, &mut primaries).expect("a small map");
            for ((set, primary), expected) in sets.chunks(placed.width()).zip(primaries).zip(&single) {
                let (up, unused) = set.split_at(expected.up.len());
                assert_eq!((up, primary), (&expected.up[..], expected.up_primary), "{what}, pool {id}");
                assert!(unused.iter().all(|&osd| osd == NONE), "{what}, pool {id}");
            }
        }
    }
}

#[test]
fn all_ways_of_asking_agree() {
    let mut map = cluster();
    let kinds = [PoolKind::Replicated, PoolKind::Erasure];
    let mut id = 0;
    for (kind, rule, size) in kinds
        .into_iter()
        .flat_map(|kind| [1, 2, 3, 9].map(|rule| (kind, rule)))
        .flat_map(|(kind, rule)| [0, 1, 3, 4, 255].map(move |size| (kind, rule, size)))
    {
        let new = NewPool { kind, size, crush_rule: rule, pg_num: 5, pgp_num: 3, ..NewPool::default() };
        map.add_pool(id, "pool", new.build());
        id += 1;
    }
    assert_all_ways_agree(&map, "no exceptions");
    for pool in 0..id.cast_unsigned() {
        let pg = |seed| PgId { pool, seed };
        map.pg_upmap.insert(pg(0), vec![2, 0]);
        map.pg_upmap.insert(pg(1), vec![2; 300]);
        map.pg_upmap.insert(pg(2), Vec::new());
        map.pg_upmap_items.insert(pg(0), vec![(2, 1), (1, NONE)]);
        map.pg_upmap_primaries.insert(pg(0), 0);
        map.pg_temp.insert(pg(3), vec![1]);
        map.primary_temp.insert(pg(4), 2);
    }
    assert_all_ways_agree(&map, "exceptions");
    map.primary_affinity = vec![0, 0x8000, 0x1_0000];
    map.osd_state[1] = OsdState::EXISTS;
    map.osd_weight[2] = 0;
    assert_all_ways_agree(&map, "exceptions, affinities and devices down and out");
}

/// Long sets are replaced in by another way than short ones.
#[test]
fn pairs_of_long_sets_do_what_those_of_short_ones_do() {
    let pairs = [(0, 1), (0, 3), (0, 3), (3, 0), (1, 5), (9, 1), (5, 0), (2, 5), (2, NONE), (0, 9)];
    let start = [0, 2, 0, 1, 2];
    let up = |repeats: usize| {
        let mut map = cluster();
        map.max_osd = 1 << 12;
        map.osd_state = vec![OsdState::EXISTS | OsdState::UP; 1 << 12];
        map.osd_weight = vec![0x1_0000; 1 << 12];
        map.osd_weight[5] = 0;
        pool(&mut map, 1, PoolKind::Erasure, 3, 3);
        let pg = PgId { pool: 1, seed: 0 };
        // The rest of the set is of other devices.
        let set = start.into_iter().chain((100..).take(repeats)).collect();
        map.pg_upmap.insert(pg, set);
        map.pg_upmap_items.insert(pg, pairs.to_vec());
        first(&mut Placement::new(&map), 1).up[..start.len()].to_vec()
    };
    assert_eq!(up(0), up(1000));
    assert_ne!(up(0), start);
}

/// A set of a file of some megabytes, and as many pairs: looking through the set for each pair would take minutes.
#[test]
fn pairs_of_a_set_of_any_length_take_time_in_proportion() {
    let mut map = cluster();
    pool(&mut map, 1, PoolKind::Erasure, 3, 3);
    let pg = PgId { pool: 1, seed: 0 };
    let many = 300_000;
    map.pg_upmap.insert(pg, (0..many).map(|osd| osd + 3).collect());
    map.pg_upmap_items.insert(pg, (0..many).map(|osd| (osd + 3 + many, osd + 3 + 2 * many)).collect());
    let begin = std::time::Instant::now();
    assert_eq!(first(&mut Placement::new(&map), 1).up.len(), many as usize);
    assert!(begin.elapsed().as_secs() < 30);
}
