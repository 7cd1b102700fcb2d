//! Reads a map back, so that the reference can map over what builder functions left.

use super::NativeMap;
use super::compare::{bucket, parts, values};
use super::map::get;
use crate::bindings::msr;
use crate::case::{Rule, Tunables};
use crate::reference::{Map, Parts};

impl NativeMap<'_> {
    /// The map as the reference has it, with these rules.
    pub(crate) fn read(&self, rules: Vec<Rule>) -> Map {
        Map::of_parts(self.parts(), rules, get!(self, max_devices), self.tunables())
    }

    /// All bucket slots.
    pub(crate) fn parts(&self) -> Vec<Option<Parts>> {
        let slots = 0..get!(self, max_buckets).max(0) as usize;
        slots.map(|slot| read(bucket(self, slot))).collect()
    }

    /// Greatest device id plus 1, as `crush_finalize` found it.
    pub(crate) fn max_devices(&self) -> i32 {
        get!(self, max_devices)
    }

    /// The tunables that an ordinary rule looks at.
    fn tunables(&self) -> Tunables {
        Tunables {
            local_tries: get!(self, choose_local_tries),
            local_fallback_tries: get!(self, choose_local_fallback_tries),
            total_tries: get!(self, choose_total_tries),
            descend_once: get!(self, chooseleaf_descend_once),
            vary_r: get!(self, chooseleaf_vary_r),
            stable: get!(self, chooseleaf_stable),
            straw_calc_version: get!(self, straw_calc_version),
            ..Tunables::OPTIMAL
        }
    }
}

fn read(bucket: *mut msr::crush_bucket) -> Option<Parts> {
    if bucket.is_null() {
        return None;
    }
    // SAFETY: the bucket is alive.
    let header = unsafe { &*bucket };
    Some(Parts {
        id: header.id,
        alg: header.alg,
        hash: header.hash,
        kind: header.type_,
        weight: header.weight,
        items: values(header.items, header.size as usize).unwrap_or_default().to_vec(),
        arrays: parts(bucket).into_iter().map(|(_, list)| list.unwrap_or_default().to_vec()).collect(),
    })
}
