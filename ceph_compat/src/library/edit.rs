//! Operations on a map under construction, by either library on the map of either.

use super::compare::bucket;
use super::map::get;
use super::{Library, NativeMap, call};
use crate::bindings::{msr, pacific};
use crate::builder::{Operation, Verb};
use crate::case::{Rule, alg, step};
use crate::profile::Profile;
use std::ptr::null_mut;

/// A bucket as an operation sees it.
#[derive(Clone, Debug)]
pub(crate) struct Overview {
    pub(crate) slot: usize,
    pub(crate) id: i32,
    pub(crate) alg: u8,
    pub(crate) items: Vec<i32>,
    /// Weights of the items of a tree; empty for other algorithms.
    pub(crate) leaves: Vec<u32>,
    /// Nodes of a tree.
    pub(crate) nodes: usize,
}

/// Calls the function of a bucket's algorithm, or the general one.
macro_rules! by_algorithm {
    ($by:expr, $map:expr, $bucket:expr, $operation:expr, $general:ident,
     $uniform:ident, $list:ident, $tree:ident, $straw:ident, $straw2:ident, ($($argument:expr),*)) => {{
        // SAFETY: the bucket is alive.
        let alg = unsafe { (*$bucket).alg };
        match if $operation.special { alg } else { 0 } {
            // SAFETY: the bucket is alive and of this variant.
            alg::UNIFORM => unsafe { call!($by, $uniform($bucket.cast(), $($argument),*)) },
            // SAFETY: the bucket is alive and of this variant.
            alg::LIST => unsafe { call!($by, $list($bucket.cast(), $($argument),*)) },
            // SAFETY: the bucket is alive and of this variant.
            alg::TREE => unsafe { call!($by, $tree($bucket.cast(), $($argument),*)) },
            // SAFETY: the bucket is alive and of this variant.
            alg::STRAW => unsafe { call!($by, $straw($map.map, $bucket.cast(), $($argument),*)) },
            // SAFETY: the bucket is alive and of this variant.
            alg::STRAW2 => unsafe { call!($by, $straw2($map.map, $bucket.cast(), $($argument),*)) },
            // SAFETY: the bucket is alive.
            _ => unsafe { call!($by, $general($map.map, $bucket, $($argument),*)) },
        }
    }};
}

impl NativeMap<'_> {
    /// The buckets of the map.
    pub(crate) fn overview(&self) -> Vec<Overview> {
        let slots = 0..get!(self, max_buckets).max(0) as usize;
        slots.filter_map(|slot| overview(slot, bucket(self, slot))).collect()
    }

    /// Rule numbers that are taken, and the length of the table.
    pub(crate) fn rule_numbers(&self) -> (Vec<i32>, u32) {
        let (table, len) = (get!(self, rules), get!(self, max_rules));
        let taken = (0..len as usize).filter(|&number| {
            // SAFETY: the table has `max_rules` entries.
            let entry = unsafe { table.add(number) };
            // SAFETY: as above; every entry is initialised.
            !unsafe { entry.read() }.is_null()
        });
        (taken.map(|number| number as i32).collect(), len)
    }

    /// Carries out an operation; the text is everything it returns, for comparison.
    pub(crate) fn apply(&mut self, by: &Library, operation: &Operation) -> String {
        match operation.verb {
            // SAFETY: the map is alive.
            Verb::SetLegacy => unsafe { call!(by, set_legacy_crush_map(self.map)) },
            // SAFETY: the map is alive.
            Verb::SetOptimal => unsafe { call!(by, set_optimal_crush_map(self.map)) },
            Verb::SetStrawVersion => self.set_straw_version(operation.number as u8),
            Verb::SetWeight => self.set_bucket_weight(operation),
            // SAFETY: the map is alive and every slot is NULL or a live bucket.
            Verb::Finalize => unsafe { call!(by, crush_finalize(self.map)) },
            Verb::AddBucket => return self.make_and_add(by, operation),
            Verb::RefuseBucket => return self.refused(by, operation),
            Verb::DropBucket => return self.make_and_drop(by, operation),
            Verb::AddRule => return self.make_and_add_rule(by, operation),
            Verb::RemoveRule => self.remove_rule(by, operation.number),
            Verb::ChooseArgs => return self.choose_args_block(by, operation.number),
            _ => return self.number(by, operation).to_string(),
        }
        String::new()
    }

    fn set_bucket_weight(&mut self, operation: &Operation) {
        // SAFETY: the bucket is NULL or alive, and nobody else uses it now.
        if let Some(bucket) = unsafe { bucket(self, operation.slot).as_mut() } {
            bucket.weight = operation.weight();
        }
    }

    /// Operations that return one number.
    fn number(&mut self, by: &Library, operation: &Operation) -> i32 {
        let b = bucket(self, operation.slot);
        let (item, weight) = (operation.item, operation.weight() as i32);
        match operation.verb {
            // SAFETY: the map is alive.
            Verb::NextBucketId => unsafe { call!(by, crush_get_next_bucket_id(self.map)) },
            Verb::FindRule => self.find_rule(by, &operation.list),
            _ if b.is_null() => 0,
            // SAFETY: the bucket is alive and in the map.
            Verb::RemoveBucket => unsafe { call!(by, crush_remove_bucket(self.map, b)) },
            // SAFETY: the bucket is alive.
            Verb::ItemWeight => unsafe { call!(by, crush_get_bucket_item_weight(b, operation.number)) },
            // SAFETY: the bucket is alive, and so are all below it: the sequence sees to that.
            Verb::Reweight => unsafe { call!(by, crush_reweight_bucket(self.map, b)) },
            // SAFETY: the bucket is alive and a straw bucket: the sequence sees to that.
            Verb::CalcStraw => unsafe { call!(by, crush_calc_straw(self.map, b.cast())) },
            Verb::AddItem => by_algorithm!(
                by,
                self,
                b,
                operation,
                crush_bucket_add_item,
                crush_add_uniform_bucket_item,
                crush_add_list_bucket_item,
                crush_add_tree_bucket_item,
                crush_add_straw_bucket_item,
                crush_add_straw2_bucket_item,
                (item, weight)
            ),
            Verb::AdjustItem => by_algorithm!(
                by,
                self,
                b,
                operation,
                crush_bucket_adjust_item_weight,
                crush_adjust_uniform_bucket_item_weight,
                crush_adjust_list_bucket_item_weight,
                crush_adjust_tree_bucket_item_weight,
                crush_adjust_straw_bucket_item_weight,
                crush_adjust_straw2_bucket_item_weight,
                (item, weight)
            ),
            _ => by_algorithm!(
                by,
                self,
                b,
                operation,
                crush_bucket_remove_item,
                crush_remove_uniform_bucket_item,
                crush_remove_list_bucket_item,
                crush_remove_tree_bucket_item,
                crush_remove_straw_bucket_item,
                crush_remove_straw2_bucket_item,
                (item)
            ),
        }
    }

    /// Makes a bucket, by the general function or by that of its algorithm; NULL if it is refused.
    fn make(&self, by: &Library, operation: &Operation, size: i32) -> *mut msr::crush_bucket {
        let mut items = operation.list.clone();
        let mut weights: Vec<i32> = operation.weights.iter().map(|&weight| weight as i32).collect();
        let (hash, kind) = (i32::from(operation.hash), i32::from(operation.kind));
        let first = weights.first().copied().unwrap_or(1);
        let (items, weights) =
            if size == 0 { (null_mut(), null_mut()) } else { (items.as_mut_ptr(), weights.as_mut_ptr()) };
        match if operation.special { operation.alg } else { 0 } {
            alg::UNIFORM => {
                // SAFETY: the array has `size` entries, or the size is negative and nothing is read.
                unsafe { call!(by, crush_make_uniform_bucket(hash, kind, size, items, first)) }.cast()
            }
            alg::LIST => {
                // SAFETY: as above.
                unsafe { call!(by, crush_make_list_bucket(hash, kind, size, items, weights)) }.cast()
            }
            alg::TREE => {
                // SAFETY: as above.
                unsafe { call!(by, crush_make_tree_bucket(hash, kind, size, items, weights)) }.cast()
            }
            alg::STRAW => {
                // SAFETY: as above.
                unsafe { call!(by, crush_make_straw_bucket(self.map, hash, kind, size, items, weights)) }
                    .cast()
            }
            alg::STRAW2 => {
                // SAFETY: as above.
                unsafe { call!(by, crush_make_straw2_bucket(self.map, hash, kind, size, items, weights)) }
                    .cast()
            }
            _ => {
                let alg = i32::from(operation.alg);
                // SAFETY: as above.
                unsafe { call!(by, crush_make_bucket(self.map, alg, hash, kind, size, items, weights)) }
            }
        }
    }

    fn make_and_add(&mut self, by: &Library, operation: &Operation) -> String {
        let made = self.make(by, operation, operation.list.len() as i32);
        if made.is_null() {
            return "refused".to_owned();
        }
        let mut id = 12_345;
        // SAFETY: the bucket was just made; on success it belongs to the map.
        let code = unsafe { call!(by, crush_add_bucket(self.map, operation.number, made, &raw mut id)) };
        if code != 0 {
            destroy(by, made, operation.special);
        }
        format!("{code}, id {id}")
    }

    fn refused(&self, by: &Library, operation: &Operation) -> String {
        let made = self.make(by, operation, operation.number);
        let refused = made.is_null();
        if !refused {
            destroy(by, made, false);
        }
        format!("refused: {refused}")
    }

    fn make_and_drop(&self, by: &Library, operation: &Operation) -> String {
        let made = self.make(by, operation, operation.list.len() as i32);
        if made.is_null() {
            return "refused".to_owned();
        }
        // SAFETY: the bucket was just made.
        let weight = unsafe { (*made).weight };
        destroy(by, made, operation.special);
        format!("weight {weight}")
    }

    fn make_and_add_rule(&mut self, by: &Library, operation: &Operation) -> String {
        let steps = operation.list.chunks_exact(3).map(|s| step(s[0] as u32, s[1], s[2])).collect();
        let spec = Rule { kind: operation.kind as u8, steps };
        let mask = [0, 1, 2].map(|i| operation.weights.get(i).map_or(0, |&number| number as i32));
        let replaced = self.rule(operation.number);
        let rule = self.make_rule_by(by, &spec, mask);
        if rule.is_null() {
            return "refused".to_owned();
        }
        for (index, s) in spec.steps.iter().enumerate() {
            // SAFETY: the rule was made with room for this many steps.
            unsafe { call!(by, crush_rule_set_step(rule, index as i32, s.op as i32, s.arg1, s.arg2)) };
        }
        // SAFETY: the rule was just made; on success it belongs to the map.
        let code = unsafe { call!(by, crush_add_rule(self.map, rule, operation.number)) };
        // A rule that is overwritten is not freed (spec 03 section 3.3): the caller's to do.
        let ours_to_free = if code < 0 { rule } else { replaced };
        if !ours_to_free.is_null() {
            // SAFETY: the map does not hold this rule, or not any more.
            unsafe { call!(by, crush_destroy_rule(ours_to_free)) };
        }
        code.to_string()
    }

    /// The rule with a number; NULL if there is none.
    fn rule(&self, number: i32) -> *mut msr::crush_rule {
        let (table, len) = (get!(self, rules), get!(self, max_rules));
        if number < 0 || number as u32 >= len {
            return null_mut();
        }
        // SAFETY: the table has `max_rules` entries.
        let entry = unsafe { table.add(number as usize) };
        // SAFETY: as above; every entry is initialised.
        unsafe { entry.read() }.cast()
    }

    fn remove_rule(&mut self, by: &Library, number: i32) {
        let rule = self.rule(number);
        if rule.is_null() {
            return;
        }
        // SAFETY: the rule is alive; its slot is cleared next.
        unsafe { call!(by, crush_destroy_rule(rule)) };
        let table = get!(self, rules);
        // SAFETY: `rule` found that the number is within the table.
        let entry = unsafe { table.add(number as usize) };
        // SAFETY: as above.
        unsafe { entry.write(null_mut()) };
    }

    fn find_rule(&self, by: &Library, wanted: &[i32]) -> i32 {
        let &[ruleset, kind, size] = wanted else { return 0 };
        if by.profile() != Profile::Pacific {
            return 0;
        }
        by.count(super::Function::crush_find_rule);
        let functions: &pacific::Functions = &by.pacific;
        // SAFETY: the map is alive and laid out for this profile.
        unsafe { functions.crush_find_rule(self.map.cast(), ruleset, kind, size) }
    }

    /// Replaces what upstream leaves dangling when the last item of a bucket goes (spec 03 section 6).
    ///
    /// `before` is the bucket as it was. Uniform and list buckets get no array, a tree one with its items as they
    /// were but for the removed one.
    pub(crate) fn mend(&mut self, before: &Overview, removed: i32) {
        let b = bucket(self, before.slot);
        if b.is_null() {
            return;
        }
        let mut items = null_mut::<i32>();
        if before.alg == alg::TREE {
            let _inside = super::ledger::inside();
            // SAFETY: plain allocation; one entry at least.
            items = unsafe { libc::calloc(before.items.len().max(1), 4) }.cast();
            assert!(!items.is_null(), "out of memory");
            let mut kept = before.items.clone();
            if let Some(place) = kept.iter_mut().find(|item| **item == removed) {
                *place = 0;
            }
            // SAFETY: the block has room for as many items as the list.
            unsafe { items.copy_from_nonoverlapping(kept.as_ptr(), kept.len()) };
        }
        // SAFETY: the bucket is alive; its old array is freed already.
        unsafe { (*b).items = items };
    }
}

fn overview(slot: usize, bucket: *mut msr::crush_bucket) -> Option<Overview> {
    if bucket.is_null() {
        return None;
    }
    // SAFETY: the bucket is alive.
    let header = unsafe { &*bucket };
    let items = super::compare::values(header.items, header.size as usize).unwrap_or_default().to_vec();
    let nodes = match super::compare::parts(bucket).first() {
        Some(&("node_weights", nodes)) => nodes.unwrap_or_default(),
        _ => &[],
    };
    let leaves = nodes.iter().skip(1).step_by(2).take(items.len()).copied().collect();
    Some(Overview { slot, id: header.id, alg: header.alg, items, leaves, nodes: nodes.len() })
}

/// Destroys a bucket that is in no map, by the general function or by that of its algorithm.
fn destroy(by: &Library, bucket: *mut msr::crush_bucket, special: bool) {
    // SAFETY: the bucket is alive.
    let alg = unsafe { (*bucket).alg };
    match if special { alg } else { 0 } {
        // SAFETY: the bucket is of this variant and nobody has it any more.
        alg::UNIFORM => unsafe { call!(by, crush_destroy_bucket_uniform(bucket.cast())) },
        // SAFETY: as above.
        alg::LIST => unsafe { call!(by, crush_destroy_bucket_list(bucket.cast())) },
        // SAFETY: as above.
        alg::TREE => unsafe { call!(by, crush_destroy_bucket_tree(bucket.cast())) },
        // SAFETY: as above.
        alg::STRAW => unsafe { call!(by, crush_destroy_bucket_straw(bucket.cast())) },
        // SAFETY: as above.
        alg::STRAW2 => unsafe { call!(by, crush_destroy_bucket_straw2(bucket.cast())) },
        // SAFETY: as above.
        _ => unsafe { call!(by, crush_destroy_bucket(bucket)) },
    }
}
