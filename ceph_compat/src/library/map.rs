//! A map that lives in a library.

use super::{Library, NativeArgs, Workspace, call};
use crate::bindings::{msr, pacific};
use crate::case::{Bucket, Case, Input, Rule, Tunables};
use crate::profile::Profile;
use std::ptr::null;

/// A `struct crush_map` that a library made and will destroy.
pub(crate) struct NativeMap<'l> {
    pub(super) library: &'l Library,
    pub(super) map: *mut msr::crush_map,
}

/// The address of a field, whose place depends on the profile.
macro_rules! field {
    ($map:expr, $field:ident) => {{
        let map: &$crate::library::NativeMap<'_> = &*$map;
        match map.library.profile {
            // SAFETY: the map is alive and laid out as this profile has it; only an address is formed.
            $crate::profile::Profile::Msr => unsafe { &raw mut (*map.map).$field },
            // SAFETY: as above; pacific and reef have the same layout.
            _ => unsafe { &raw mut (*map.map.cast::<$crate::bindings::reef::crush_map>()).$field }.cast(),
        }
    }};
}
pub(super) use field;

/// Writes a field of a map.
macro_rules! set {
    ($map:expr, $field:ident, $value:expr) => {{
        let place = $crate::library::map::field!($map, $field);
        // SAFETY: `field!` gives an address inside a live map that nobody else reads now.
        unsafe { place.write($value) }
    }};
}

/// Reads a field of a map.
macro_rules! get {
    ($map:expr, $field:ident) => {{
        let place = $crate::library::map::field!($map, $field);
        // SAFETY: `field!` gives an address inside a live, initialised map.
        unsafe { place.read() }
    }};
}
pub(super) use get;

impl<'l> NativeMap<'l> {
    /// `crush_create`.
    pub(crate) fn create(library: &'l Library) -> Self {
        // SAFETY: takes nothing.
        let map = unsafe { call!(library, crush_create()) };
        assert!(!map.is_null(), "crush_create is out of memory");
        Self { library, map }
    }

    /// Makes the map of a case, as a program would.
    pub(crate) fn build(library: &'l Library, case: &Case) -> Self {
        let mut map = Self::create(library);
        map.set_tunables(&case.tunables);
        for bucket in &case.buckets {
            map.add_bucket(bucket);
        }
        for rule in &case.rules {
            map.add_rule(rule, -1);
        }
        map.finalize();
        if let Some(max_devices) = case.max_devices {
            map.set_max_devices(max_devices);
        }
        map
    }

    /// The generation of the interface in which the map is laid out.
    pub(crate) fn profile(&self) -> Profile {
        self.library.profile
    }

    pub(super) fn as_ptr(&self) -> *const msr::crush_map {
        self.map
    }

    /// Writes all tunables.
    pub(crate) fn set_tunables(&mut self, t: &Tunables) {
        set!(self, choose_local_tries, t.local_tries);
        set!(self, choose_local_fallback_tries, t.local_fallback_tries);
        set!(self, choose_total_tries, t.total_tries);
        set!(self, chooseleaf_descend_once, t.descend_once);
        set!(self, chooseleaf_vary_r, t.vary_r);
        set!(self, chooseleaf_stable, t.stable);
        set!(self, straw_calc_version, t.straw_calc_version);
        if self.library.profile == Profile::Msr {
            // SAFETY: the profile says that the field exists; the map is alive.
            unsafe { (*self.map).msr_descents = t.msr_descents };
            // SAFETY: as above.
            unsafe { (*self.map).msr_collision_tries = t.msr_collision_tries };
        }
    }

    /// Makes a bucket and adds it; says what came of it, for comparison.
    pub(crate) fn add_bucket(&mut self, spec: &Bucket) -> Option<i32> {
        let size = spec.items.len() as i32;
        let mut items = spec.items.clone();
        let mut weights: Vec<i32> = spec.weights.iter().map(|&weight| weight as i32).collect();
        let (alg, hash, kind) = (i32::from(spec.alg), i32::from(spec.hash), i32::from(spec.kind));
        let (items, weights) = (items.as_mut_ptr(), weights.as_mut_ptr());
        // SAFETY: both arrays have `size` entries and are only read.
        let bucket = unsafe {
            call!(self.library, crush_make_bucket(self.map, alg, hash, kind, size, items, weights))
        };
        if bucket.is_null() {
            return None;
        }
        if spec.relabel != spec.alg {
            // SAFETY: the bucket was just made and is ours; the case's generator keeps to labels that fit its struct.
            unsafe { (*bucket).alg = spec.relabel };
        }
        let mut id = 0;
        // SAFETY: the bucket was just made; on success it belongs to the map.
        let code = unsafe { call!(self.library, crush_add_bucket(self.map, spec.id, bucket, &raw mut id)) };
        if code != 0 {
            // SAFETY: it still is ours.
            unsafe { call!(self.library, crush_destroy_bucket(bucket)) };
        }
        Some(code)
    }

    /// Makes a rule and adds it under a number, or under the first free one if that is negative.
    pub(crate) fn add_rule(&mut self, spec: &Rule, number: i32) -> i32 {
        let rule = self.make_rule_by(self.library, spec, [0, 1, 100]);
        if rule.is_null() {
            return i32::MIN;
        }
        for (index, step) in spec.steps.iter().enumerate() {
            let (index, op) = (index as i32, step.op as i32);
            // SAFETY: the rule was made with room for this many steps.
            unsafe { call!(self.library, crush_rule_set_step(rule, index, op, step.arg1, step.arg2)) };
        }
        // SAFETY: the rule was just made; on success it belongs to the map.
        let code = unsafe { call!(self.library, crush_add_rule(self.map, rule, number)) };
        if code < 0 {
            // SAFETY: it still is ours.
            unsafe { call!(self.library, crush_destroy_rule(rule)) };
        }
        code
    }

    /// `crush_make_rule`, in the form of the profile; `mask` is ruleset, least and greatest size.
    pub(super) fn make_rule_by(&self, by: &Library, spec: &Rule, mask: [i32; 3]) -> *mut msr::crush_rule {
        let (len, kind) = (spec.steps.len() as i32, i32::from(spec.kind));
        if by.profile == Profile::Pacific {
            by.count(super::Function::crush_make_rule);
            let [ruleset, least, greatest] = mask;
            let functions: &pacific::Functions = &by.pacific;
            let _inside = super::ledger::inside();
            // SAFETY: takes integers only.
            let rule = unsafe { functions.crush_make_rule(len, ruleset, kind, least, greatest) };
            return rule.cast();
        }
        // SAFETY: takes integers only.
        unsafe { call!(by, crush_make_rule(len, kind)) }
    }

    /// `crush_finalize`.
    pub(crate) fn finalize(&mut self) {
        // SAFETY: the map is alive and its buckets were made by a library.
        unsafe { call!(self.library, crush_finalize(self.map)) }
    }

    /// Writes `straw_calc_version`.
    pub(super) fn set_straw_version(&mut self, version: u8) {
        set!(self, straw_calc_version, version);
    }

    /// Writes `max_devices`, as Ceph does for devices that are in no bucket.
    pub(crate) fn set_max_devices(&mut self, max_devices: i32) {
        set!(self, max_devices, max_devices);
    }

    /// Number of slots for buckets.
    pub(crate) fn max_buckets(&self) -> i32 {
        get!(self, max_buckets)
    }

    /// `crush_work_size`: a function, or what the header of the older profiles computes.
    pub(crate) fn work_size(&self, result_max: i32) -> usize {
        if self.library.profile == Profile::Msr {
            // SAFETY: the map is alive.
            return unsafe { call!(self.library, crush_work_size(self.map, result_max)) };
        }
        let vectors = i64::from(result_max.wrapping_mul(3)) as usize;
        get!(self, working_size).wrapping_add(vectors.wrapping_mul(4))
    }

    /// Gives the map a histogram of tries, or takes it away; the caller keeps it.
    pub(crate) fn set_histogram(&mut self, cells: Option<&mut [u32]>) {
        set!(self, choose_tries, cells.map_or(std::ptr::null_mut(), <[u32]>::as_mut_ptr));
    }

    /// `crush_do_rule` of a library, which need not be the one that made the map.
    pub(crate) fn do_rule(
        &self,
        by: &Library,
        input: Input,
        result: &mut [i32],
        weights: &[u32],
        workspace: &mut Workspace,
        args: Option<&NativeArgs>,
    ) -> i32 {
        assert!(result.len() as i32 >= input.result_max, "the result array is too short");
        let work = workspace.as_mut_ptr();
        let args = args.map_or(null(), NativeArgs::as_ptr);
        let (out, max) = (result.as_mut_ptr(), input.result_max);
        let (w, len) = (weights.as_ptr(), weights.len() as i32);
        // SAFETY: the result has room; the workspace was sized and initialised for this map by the caller; the args
        // have an entry for each slot of the map.
        unsafe { call!(by, crush_do_rule(self.map, input.rule, input.x, out, max, w, len, work, args)) }
    }
}

impl Drop for NativeMap<'_> {
    fn drop(&mut self) {
        self.set_histogram(None);
        // SAFETY: the map is ours and was not destroyed before.
        unsafe { call!(self.library, crush_destroy(self.map)) }
    }
}
