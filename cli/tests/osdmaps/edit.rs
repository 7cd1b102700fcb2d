//! Random edits of an osdmap.

use crate::random::Random;
use crush::osdmap::{NewPool, OsdMap, OsdState, Pool, PoolKind};
use crush::placement::PgId;

const NONE: i32 = i32::MAX;
/// Bit of a pool's flags: optimised erasure pool.
const EC_OPTIMIZATIONS: u64 = 1 << 19;

/// Devices, pools of a version, and exceptions.
pub(crate) fn edit(map: &mut OsdMap, random: &mut Random, pool_version: u8) {
    devices(map, random);
    map.pools.clear();
    map.pool_names.clear();
    // Not among the first ids, and one that all releases tell from the others.
    for id in [1, 2, 3, 9, 4_294_967_306] {
        if id == 1 || random.percent(60) {
            let pool = pool(map, random, pool_version);
            map.add_pool(id, format!("pool-{id}"), pool);
        }
    }
    let rate = *random.pick(&[0, 10, 40]);
    let pools: Vec<(i64, Pool)> = map.pools.iter().map(|(&id, pool)| (id, pool.clone())).collect();
    for (id, pool) in pools {
        for seed in 0..pool.pg_num {
            exceptions(map, random, PgId { pool: id.cast_unsigned(), seed }, &pool, rate);
        }
    }
}

fn devices(map: &mut OsdMap, random: &mut Random) {
    let both = OsdState::EXISTS | OsdState::UP;
    let trouble = *random.pick(&[0, 10, 30]);
    for osd in 0..map.osd_state.len() {
        map.osd_state[osd] = if random.percent(trouble) {
            *random.pick(&[0, OsdState::EXISTS, OsdState::EXISTS, OsdState::UP])
        } else {
            both
        };
        map.osd_weight[osd] =
            if random.percent(trouble) { *random.pick(&[0, 0, 0x1999, 0x8000, 0xffff]) } else { 0x1_0000 };
    }
    if random.percent(50) {
        map.primary_affinity =
            (0..map.osd_state.len()).map(|_| *random.pick(&[0, 0x1000, 0x8000, 0xffff, 0x1_0000])).collect();
    }
}

fn pool(map: &OsdMap, random: &mut Random, version: u8) -> Pool {
    let kind = *random.pick(&[PoolKind::Replicated, PoolKind::Replicated, PoolKind::Erasure]);
    let msr = map.crush().rule(6).is_some();
    let (rules, sizes): (&[u8], &[u8]) = match kind {
        PoolKind::Replicated if msr => (&[0, 1, 2, 3, 6], &[1, 2, 3, 4]),
        PoolKind::Replicated => (&[0, 1, 2, 3], &[1, 2, 3, 4]),
        PoolKind::Erasure if msr => (&[4, 5, 7], &[3, 4, 6]),
        PoolKind::Erasure => (&[4, 5], &[3, 4, 6]),
    };
    let pg_num = 1 + random.below(64) as u32;
    let size = *random.pick(sizes);
    let optimised = version == 32 && kind == PoolKind::Erasure && random.percent(50);
    NewPool {
        kind,
        size,
        crush_rule: *random.pick(rules),
        object_hash: *random.pick(&[1, 2]),
        pg_num,
        pgp_num: if random.percent(50) { pg_num } else { 1 + random.below(pg_num as usize) as u32 },
        pg_num_pending: random.percent(25).then(|| random.below(pg_num as usize + 2) as u32),
        flags: u64::from(random.percent(80)) | if optimised { EC_OPTIMIZATIONS } else { 0 },
        nonprimary_shards: if optimised { u128::from(random.next()) & ((1 << size) - 2) } else { 0 },
        version,
    }
    .build()
}

/// A device; sometimes one that is not there.
fn device(map: &OsdMap, random: &mut Random) -> i32 {
    match random.below(30) {
        0 => NONE,
        1 => map.max_osd + 3,
        _ => random.below(map.osd_state.len()) as i32,
    }
}

fn set(map: &OsdMap, random: &mut Random, len: usize) -> Vec<i32> {
    let mut set = Vec::new();
    while set.len() < len {
        let device = device(map, random);
        if device == NONE || !set.contains(&device) {
            set.push(device);
        }
    }
    set
}

fn exceptions(map: &mut OsdMap, random: &mut Random, pg: PgId, pool: &Pool, rate: usize) {
    let size = usize::from(pool.size);
    if random.percent(rate) {
        let len = if random.percent(90) { size } else { 1 + random.below(5) };
        map.pg_upmap.insert(pg, set(map, random, len));
    }
    if random.percent(rate) {
        let pairs = (0..=random.below(3)).map(|_| (device(map, random), device(map, random))).collect();
        map.pg_upmap_items.insert(pg, pairs);
    }
    if random.percent(rate) {
        map.pg_upmap_primaries.insert(pg, device(map, random));
    }
    if random.percent(rate) {
        // Optimised pools need a device for each shard.
        let len = if pool.has_optimizations() || random.percent(80) { size } else { 1 + random.below(5) };
        map.pg_temp.insert(pg, set(map, random, len));
    }
    if random.percent(rate) {
        map.primary_temp.insert(pg, random.below(map.osd_state.len()) as i32);
    }
}
