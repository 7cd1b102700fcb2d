//! Field by field and array by array: are two maps the same?

use super::NativeMap;
use super::map::get;
use crate::bindings::{msr, pacific, reef};
use crate::case::alg;
use crate::profile::Profile;
use std::collections::BTreeSet;
use std::fmt::Debug;

/// What upstream leaves undefined in a map, so that it is not compared.
#[derive(Clone, Debug, Default)]
pub(crate) struct Undefined {
    /// Slots of tree buckets whose node 0 came from memory that nobody had written.
    pub(crate) first_node: BTreeSet<usize>,
}

/// Says where two maps differ first, if they do.
pub(crate) fn difference(a: &NativeMap<'_>, b: &NativeMap<'_>, undefined: &Undefined) -> Option<String> {
    fields(a, b)
        .or_else(|| {
            (0..get!(a, max_buckets).max(0) as usize).find_map(|slot| {
                let found = buckets(bucket(a, slot), bucket(b, slot), undefined.first_node.contains(&slot))?;
                Some(format!("bucket {}: {found}", -1 - slot as i64))
            })
        })
        .or_else(|| {
            (0..get!(a, max_rules) as usize).find_map(|number| {
                let found = rules(a, b, number)?;
                Some(format!("rule {number}: {found}"))
            })
        })
}

/// Compares two values.
fn same<T: PartialEq + Debug>(name: &str, a: T, b: T) -> Option<String> {
    (a != b).then(|| format!("{name}: {a:?} and {b:?}"))
}

/// Compares one field of two maps.
macro_rules! same_field {
    ($a:expr, $b:expr, $($field:ident),*) => {
        None$(.or_else(|| same(stringify!($field), get!($a, $field), get!($b, $field))))*
    };
}

fn fields(a: &NativeMap<'_>, b: &NativeMap<'_>) -> Option<String> {
    same_field!(
        a,
        b,
        max_buckets,
        max_rules,
        max_devices,
        choose_local_tries,
        choose_local_fallback_tries,
        choose_total_tries,
        chooseleaf_descend_once,
        chooseleaf_vary_r,
        chooseleaf_stable,
        working_size,
        straw_calc_version,
        allowed_bucket_algs
    )
    .or_else(|| {
        if a.library.profile() != Profile::Msr {
            return None;
        }
        let msr_tunables = |map: &NativeMap<'_>| {
            // SAFETY: the profile says that the field exists; the map is alive.
            let descents = unsafe { (*map.map).msr_descents };
            // SAFETY: as above.
            (descents, unsafe { (*map.map).msr_collision_tries })
        };
        same("msr_descents, msr_collision_tries", msr_tunables(a), msr_tunables(b))
    })
}

/// The bucket in a slot; NULL if there is none.
pub(super) fn bucket(map: &NativeMap<'_>, slot: usize) -> *mut msr::crush_bucket {
    let table = get!(map, buckets);
    if table.is_null() || slot >= get!(map, max_buckets).max(0) as usize {
        return std::ptr::null_mut();
    }
    // SAFETY: the table has `max_buckets` entries.
    let entry = unsafe { table.add(slot) };
    // SAFETY: as above; the builder keeps every entry initialised.
    unsafe { entry.read() }.cast()
}

/// `len` values behind a pointer; NULL counts as none.
pub(super) fn values<'a, T>(at: *const T, len: usize) -> Option<&'a [T]> {
    if at.is_null() {
        return None;
    }
    // SAFETY: the arrays of a bucket have the lengths that its fields say.
    Some(unsafe { std::slice::from_raw_parts(at, len) })
}

/// What kind of bucket it is, and its arrays and further numbers under their names.
pub(super) fn parts<'a>(bucket: *mut msr::crush_bucket) -> Vec<(&'static str, Option<&'a [u32]>)> {
    // SAFETY: the bucket is alive.
    let header = unsafe { &*bucket };
    let size = header.size as usize;
    match header.alg {
        alg::UNIFORM => {
            // SAFETY: `alg` tells the variant.
            let b = unsafe { &*bucket.cast::<msr::crush_bucket_uniform>() };
            vec![("item_weight", Some(std::slice::from_ref(&b.item_weight)))]
        }
        alg::LIST => {
            // SAFETY: `alg` tells the variant.
            let b = unsafe { &*bucket.cast::<msr::crush_bucket_list>() };
            vec![("item_weights", values(b.item_weights, size)), ("sum_weights", values(b.sum_weights, size))]
        }
        alg::TREE => {
            // SAFETY: `alg` tells the variant.
            let b = unsafe { &*bucket.cast::<msr::crush_bucket_tree>() };
            vec![("node_weights", values(b.node_weights, usize::from(b.num_nodes)))]
        }
        alg::STRAW => {
            // SAFETY: `alg` tells the variant.
            let b = unsafe { &*bucket.cast::<msr::crush_bucket_straw>() };
            vec![("item_weights", values(b.item_weights, size)), ("straws", values(b.straws, size))]
        }
        alg::STRAW2 => {
            // SAFETY: `alg` tells the variant.
            let b = unsafe { &*bucket.cast::<msr::crush_bucket_straw2>() };
            vec![("item_weights", values(b.item_weights, size))]
        }
        _ => Vec::new(),
    }
}

/// Compares two buckets, either of which may be missing.
pub(super) fn buckets(
    a: *mut msr::crush_bucket,
    b: *mut msr::crush_bucket,
    skip_first_node: bool,
) -> Option<String> {
    if a.is_null() || b.is_null() {
        return same("exists", !a.is_null(), !b.is_null());
    }
    let header = |bucket: *mut msr::crush_bucket| {
        // SAFETY: the bucket is alive.
        let h = unsafe { &*bucket };
        ((h.id, h.type_, h.alg), (h.hash, h.weight, h.size), values(h.items, h.size as usize))
    };
    same("header (id, type, alg), (hash, weight, size), items", header(a), header(b)).or_else(|| {
        parts(a).into_iter().zip(parts(b)).find_map(|((name, a), (_, b))| {
            let cut = |list: Option<&'static [u32]>| match list {
                Some(nodes) if skip_first_node && name == "node_weights" => {
                    Some(&nodes[1.min(nodes.len())..])
                }
                list => list,
            };
            same(name, cut(a), cut(b))
        })
    })
}

/// Compares the rules with a number; the byte that `crush_make_rule` leaves as it finds it is left out.
fn rules(a: &NativeMap<'_>, b: &NativeMap<'_>, number: usize) -> Option<String> {
    let rule = |map: &NativeMap<'_>| -> *mut reef::crush_rule {
        let table = get!(map, rules);
        // SAFETY: the table has `max_rules` entries and `number` is below.
        let entry = unsafe { table.add(number) };
        // SAFETY: as above; the builder keeps every entry initialised.
        unsafe { entry.read() }.cast()
    };
    let (rule_a, rule_b) = (rule(a), rule(b));
    if rule_a.is_null() || rule_b.is_null() {
        return same("exists", !rule_a.is_null(), !rule_b.is_null());
    }
    let header = |rule: *mut reef::crush_rule| {
        // SAFETY: the rule is alive; the header has these bytes in every profile.
        let r = unsafe { &*rule };
        (r.len, r.type_, r.deprecated_min_size, r.deprecated_max_size)
    };
    let steps = |rule: *mut reef::crush_rule| -> Vec<[i32; 3]> {
        // SAFETY: the rule is alive.
        let first = unsafe { &raw const (*rule).steps }.cast::<reef::crush_rule_step>();
        let list = values(first, header(rule).0 as usize).unwrap_or_default();
        list.iter().map(|step| [step.op as i32, step.arg1, step.arg2]).collect()
    };
    let ruleset = |rule: *mut reef::crush_rule| {
        let mask = (a.library.profile() == Profile::Pacific).then(|| rule.cast::<pacific::crush_rule>());
        // SAFETY: the rule is alive and this is its layout.
        mask.map(|rule| unsafe { (*rule).mask.ruleset })
    };
    same("header (len, type, min_size, max_size)", header(rule_a), header(rule_b))
        .or_else(|| same("ruleset", ruleset(rule_a), ruleset(rule_b)))
        .or_else(|| same("steps", steps(rule_a), steps(rule_b)))
}
