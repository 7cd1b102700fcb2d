//! The section that clients need (spec 09 section 9.3).
#![forbid(unsafe_code)]

use super::error::{OsdMapError, OsdMapFault};
use super::pool::{self, intervals, kept};
use super::{address, table};
use crate::map::Map;
use crate::map::codec::reader::Reader;
use crate::map::codec::writer::Sink;
use crate::osdmap::OsdMap;
use crate::osdmap::model::Kept;
use std::collections::BTreeMap;

type Result<T> = core::result::Result<T, OsdMapError>;

/// The newest version whose fields are known.
pub(super) const SUPPORTED: u8 = 10;

/// Versions that brought a field.
const WIDE_STATES: u8 = 5;
const AFFINITY: u8 = 2;
const ERASURE_PROFILES: u8 = 3;
const UPMAP: u8 = 4;
const CRUSH_VERSION: u8 = 6;
const SNAPSHOTS: u8 = 7;
const CHANGE_TIMES: u8 = 9;
const UPMAP_PRIMARIES: u8 = 10;

/// Reads the contents of the section, of a version.
pub(super) fn read(body: &mut Reader<'_>, [version, compat]: [u8; 2]) -> Result<OsdMap> {
    let fsid = body.bytes("fsid", 16)?.first_chunk().copied().unwrap_or_default();
    let epoch = body.u32("epoch")?;
    let mut keeps = Kept { client: [version, compat], ..Kept::default() };
    keeps.times = body.bytes("created", 16)?.to_vec();
    let pools = table::read(body, "pools", 8, |body| Ok((body.i64("pools")?, pool::read(body)?)))?;
    let name = |body: &mut Reader<'_>| Ok((body.i64("pool_name")?, table::blob(body, "pool_name")?.to_vec()));
    let pool_names = table::read(body, "pool_name", 12, name)?;
    keeps.pool_max = body.i32("pool_max")?;
    keeps.flags = body.u32("flags")?;
    let max_osd = body.i32("max_osd")?;
    let osd_state = if version < WIDE_STATES {
        table::blob(body, "osd_state")?.iter().map(|&state| u32::from(state)).collect()
    } else {
        table::numbers(body, "osd_state")?
    };
    let osd_weight = table::numbers(body, "osd_weight")?;
    keeps.addresses = kept(body, |body| {
        let count = body.count("client addresses", 1, usize::MAX)?;
        (0..count).try_for_each(|_| address::skip(body, "client addresses"))
    })?
    .to_vec();
    let pg_temp = table::read_pgs(body, "pg_temp", 4, |body| table::devices(body, "pg_temp"))?;
    let primary_temp = table::read_pgs(body, "primary_temp", 4, |body| Ok(body.i32("primary_temp")?))?;
    let primary_affinity =
        if version < AFFINITY { Vec::new() } else { table::numbers(body, "primary_affinity")? };
    let at = body.offset() + 4;
    let crush_bytes = table::blob(body, "crush")?.to_vec();
    let crush = Map::decode(&crush_bytes).map_err(|error| OsdMapFault::Crush(error).at(at, "crush"))?;
    let mut map = OsdMap {
        fsid,
        epoch,
        pools,
        pool_names,
        max_osd,
        osd_state,
        osd_weight,
        pg_temp,
        primary_temp,
        primary_affinity,
        pg_upmap: BTreeMap::new(),
        pg_upmap_items: BTreeMap::new(),
        pg_upmap_primaries: BTreeMap::new(),
        crush,
        crush_bytes,
        kept: keeps,
    };
    behind_crush(body, version, &mut map)?;
    map.kept.client_rest = body.rest().to_vec();
    Ok(map)
}

/// The fields behind the crush map.
fn behind_crush(body: &mut Reader<'_>, version: u8, map: &mut OsdMap) -> Result<()> {
    if version >= ERASURE_PROFILES {
        map.kept.erasure_profiles = kept(body, profiles)?.to_vec();
    }
    if version >= UPMAP {
        map.pg_upmap = table::read_pgs(body, "pg_upmap", 4, |body| table::devices(body, "pg_upmap"))?;
        map.pg_upmap_items = table::read_pgs(body, "pg_upmap_items", 4, |body| {
            let count = body.count("pg_upmap_items", 8, usize::MAX)?;
            let pair = |body: &mut Reader<'_>, field| Ok((body.i32(field)?, body.i32(field)?));
            Ok(body.list("pg_upmap_items", count, pair)?)
        })?;
    }
    if version >= CRUSH_VERSION {
        map.kept.crush_version = body.u32("crush_version")?;
    }
    map.kept.behind_crush_version = kept(body, |body| {
        if version >= SNAPSHOTS {
            snapshots(body, "new_removed_snaps")?;
            snapshots(body, "new_purged_snaps")?;
        }
        if version >= CHANGE_TIMES {
            body.bytes("last_up_change", 16)?;
        }
        Ok(())
    })?
    .to_vec();
    if version >= UPMAP_PRIMARIES {
        map.pg_upmap_primaries =
            table::read_pgs(body, "pg_upmap_primaries", 4, |body| Ok(body.i32("pg_upmap_primaries")?))?;
    }
    Ok(())
}

fn snapshots(body: &mut Reader<'_>, field: &'static str) -> Result<()> {
    let count = body.count(field, 12, usize::MAX)?;
    (0..count).try_for_each(|_| {
        body.i64(field)?;
        intervals(body, field)
    })
}

fn profiles(body: &mut Reader<'_>) -> Result<()> {
    let field = "erasure_code_profiles";
    let count = body.count(field, 8, usize::MAX)?;
    (0..count).try_for_each(|_| {
        table::blob(body, field)?;
        let entries = body.count(field, 8, usize::MAX)?;
        (0..2 * entries).try_for_each(|_| table::blob(body, field).map(drop))
    })
}

/// The contents of the section, in the version that the map came in.
pub(super) fn write(map: &OsdMap) -> Vec<u8> {
    let (keeps, mut sink) = (&map.kept, Vec::new());
    let [version, _] = keeps.client;
    sink.put(&map.fsid);
    sink.u32(map.epoch);
    sink.put(&keeps.times);
    table::write(&mut sink, &map.pools, |sink, &id, found| {
        sink.i64(id);
        pool::write(sink, found);
    });
    table::write(&mut sink, &map.pool_names, |sink, &id, name| {
        sink.i64(id);
        table::write_blob(sink, name);
    });
    sink.i32(keeps.pool_max);
    sink.u32(keeps.flags);
    sink.i32(map.max_osd);
    if version < WIDE_STATES {
        // The upper bits are of later releases.
        let narrow: Vec<u8> = map.osd_state.iter().map(|&state| state as u8).collect();
        table::write_blob(&mut sink, &narrow);
    } else {
        table::write_numbers(&mut sink, &map.osd_state);
    }
    table::write_numbers(&mut sink, &map.osd_weight);
    sink.put(&keeps.addresses);
    table::write_pgs(&mut sink, &map.pg_temp, |sink, list| table::write_devices(sink, list));
    table::write_pgs(&mut sink, &map.primary_temp, |sink, &osd| sink.i32(osd));
    if version >= AFFINITY {
        table::write_numbers(&mut sink, &map.primary_affinity);
    }
    table::write_blob(&mut sink, &map.crush_bytes);
    write_behind_crush(&mut sink, version, map);
    sink.put(&keeps.client_rest);
    sink
}

/// The oldest version that maps are rewritten in.
const OLDEST: u8 = 4;
/// The version that brought several addresses for each device.
const ADDRESS_LISTS: u8 = 8;
/// Bytes of an address of the old form that is none.
const NO_ADDRESS: [u8; 136] = [0; 136];

/// Lets a map be written in another version.
pub(in crate::osdmap) fn set_version(keeps: &mut Kept, version: u8) {
    let (old, new) = (keeps.client[0], version.clamp(OLDEST, SUPPORTED));
    if old == new {
        return;
    }
    if keeps.erasure_profiles.is_empty() {
        keeps.erasure_profiles.u32(0);
    }
    let times = if old >= CHANGE_TIMES { 16 } else { 0 };
    let behind = &keeps.behind_crush_version;
    let (snapshots, times) = behind.split_at(behind.len().saturating_sub(times));
    let (mut snapshots, mut times) = (snapshots.to_vec(), times.to_vec());
    // Two empty tables.
    snapshots.resize(if new < SNAPSHOTS { 0 } else { snapshots.len().max(8) }, 0);
    times.resize(if new < CHANGE_TIMES { 0 } else { 16 }, 0);
    keeps.behind_crush_version = [snapshots, times].concat();
    if new < ADDRESS_LISTS && old >= ADDRESS_LISTS {
        let count = keeps.addresses.first_chunk().map_or(0, |count| u32::from_le_bytes(*count));
        keeps.addresses.truncate(4);
        (0..count).for_each(|_| keeps.addresses.put(&NO_ADDRESS));
    }
    keeps.client = [new, keeps.client[1].min(new)];
    keeps.client_rest.clear();
}

fn write_behind_crush(sink: &mut Vec<u8>, version: u8, map: &OsdMap) {
    sink.put(&map.kept.erasure_profiles);
    if version >= UPMAP {
        table::write_pgs(sink, &map.pg_upmap, |sink, list| table::write_devices(sink, list));
        table::write_pgs(sink, &map.pg_upmap_items, |sink, pairs| {
            sink.count(pairs.len());
            for &(from, to) in pairs {
                sink.i32(from);
                sink.i32(to);
            }
        });
    }
    if version >= CRUSH_VERSION {
        sink.u32(map.kept.crush_version);
    }
    sink.put(&map.kept.behind_crush_version);
    if version >= UPMAP_PRIMARIES {
        table::write_pgs(sink, &map.pg_upmap_primaries, |sink, &osd| sink.i32(osd));
    }
}
