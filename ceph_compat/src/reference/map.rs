//! The reference's map, made from a case by spec 03 sections 2 and 5.

use super::straw::straws;
use crate::case::{self, Case, Rule, Tunables, alg};

/// What an algorithm needs to choose an item.
#[derive(Clone, Debug)]
pub(super) enum Method {
    Uniform,
    List { weights: Vec<u32>, sums: Vec<u32> },
    Tree { nodes: Vec<u32> },
    Straw { straws: Vec<u32> },
    Straw2 { weights: Vec<u32> },
    FirstItem,
}

/// A bucket as the mapping sees it.
#[derive(Clone, Debug)]
pub(super) struct Bucket {
    pub(super) id: i32,
    pub(super) kind: i32,
    pub(super) hash: i32,
    pub(super) items: Vec<i32>,
    pub(super) method: Method,
}

/// A map as the mapping sees it.
#[derive(Clone, Debug)]
pub(crate) struct Map {
    pub(super) buckets: Vec<Option<Bucket>>,
    pub(super) rules: Vec<Rule>,
    pub(super) max_devices: i32,
    pub(super) tunables: Tunables,
}

/// A bucket with the arrays that it has, whatever they hold.
pub(crate) struct Parts {
    pub(crate) id: i32,
    pub(crate) alg: u8,
    pub(crate) hash: u8,
    pub(crate) kind: u16,
    pub(crate) weight: u32,
    pub(crate) items: Vec<i32>,
    /// In the order of the fields: weights, then sums or straws; the nodes of a tree.
    pub(crate) arrays: Vec<Vec<u32>>,
}

impl Parts {
    fn bucket(mut self) -> Bucket {
        let second = if self.arrays.len() > 1 { self.arrays.swap_remove(1) } else { Vec::new() };
        let first = self.arrays.pop().unwrap_or_default();
        let method = match self.alg {
            alg::UNIFORM => Method::Uniform,
            alg::LIST => Method::List { weights: first, sums: second },
            alg::TREE => Method::Tree { nodes: first },
            alg::STRAW => Method::Straw { straws: second },
            alg::STRAW2 => Method::Straw2 { weights: first },
            _ => Method::FirstItem,
        };
        let (kind, hash) = (i32::from(self.kind), i32::from(self.hash));
        Bucket { id: self.id, kind, hash, items: self.items, method }
    }
}

impl Map {
    /// A map of buckets as they are.
    pub(crate) fn of_parts(
        buckets: Vec<Option<Parts>>,
        rules: Vec<Rule>,
        max_devices: i32,
        tunables: Tunables,
    ) -> Self {
        let buckets = buckets.into_iter().map(|parts| parts.map(Parts::bucket)).collect();
        Self { buckets, rules, max_devices, tunables }
    }

    /// Makes the map of a case.
    pub(crate) fn new(case: &Case) -> Self {
        let mut map =
            Self { buckets: Vec::new(), rules: case.rules.clone(), max_devices: 0, tunables: case.tunables };
        for bucket in &case.buckets {
            map.add(bucket);
        }
        map.max_devices = case.max_devices.unwrap_or_else(|| map.finalized_max_devices());
        map
    }

    /// `crush_add_bucket`: the table doubles from 8 until the slot fits; a taken slot keeps its bucket.
    fn add(&mut self, spec: &case::Bucket) {
        let Some(bucket) = make(spec, self.tunables.straw_calc_version) else { return };
        let slot = (-1 - spec.id) as usize;
        while slot >= self.buckets.len() {
            let grown = if self.buckets.is_empty() { 8 } else { 2 * self.buckets.len() };
            self.buckets.resize(grown, None);
        }
        self.buckets[slot].get_or_insert(bucket);
    }

    /// `crush_finalize` (spec 03 section 2.3).
    fn finalized_max_devices(&self) -> i32 {
        let items = self.buckets.iter().flatten().flat_map(|bucket| &bucket.items);
        items.fold(0, |max: i32, &item| if item >= max { item.wrapping_add(1) } else { max })
    }

    /// The bucket with this id, which is negative.
    pub(super) fn bucket(&self, id: i32) -> Option<&Bucket> {
        self.buckets.get(usize::try_from(-1 - i64::from(id)).ok()?)?.as_ref()
    }

    /// `working_size` of spec 02 section 4.1.
    pub(super) fn working_size(&self) -> usize {
        let records = self.buckets.iter().flatten().map(|bucket| 16 + 4 * bucket.items.len());
        8 + 8 * self.buckets.len() + records.sum::<usize>()
    }
}

/// The bucket that `crush_make_bucket` makes, unless that refuses (spec 03 section 5.1).
fn make(spec: &case::Bucket, straw_calc_version: u8) -> Option<Bucket> {
    let method = match spec.alg {
        alg::UNIFORM if spec.items.is_empty() => Method::Uniform,
        alg::UNIFORM => {
            let weight = *spec.weights.first()?;
            let size = spec.items.len() as u64;
            (weight != 0 && size * u64::from(weight) <= u64::from(u32::MAX)).then_some(Method::Uniform)?
        }
        alg::LIST => Method::List { weights: spec.weights.clone(), sums: sums(&spec.weights)? },
        alg::TREE => Method::Tree { nodes: nodes(&spec.weights)? },
        alg::STRAW => Method::Straw { straws: straws(&spec.weights, straw_calc_version) },
        alg::STRAW2 => Method::Straw2 { weights: spec.weights.clone() },
        _ => return None,
    };
    let method = match (spec.relabel, spec.alg) {
        (new, old) if new == old => method,
        (alg::STRAW2, _) => Method::Straw2 { weights: spec.weights.clone() },
        _ => Method::FirstItem,
    };
    Some(Bucket {
        id: spec.id,
        kind: i32::from(spec.kind),
        hash: i32::from(spec.hash),
        items: spec.items.clone(),
        method,
    })
}

/// Running sums of a list; none if one does not fit 32 bits.
fn sums(weights: &[u32]) -> Option<Vec<u32>> {
    let mut run = 0u32;
    weights
        .iter()
        .map(|&weight| {
            run = run.checked_add(weight)?;
            Some(run)
        })
        .collect()
}

/// Depth of a tree of `size` items (spec 03 section 5.2).
pub(crate) fn tree_depth(size: usize) -> u32 {
    if size == 0 { 0 } else { 1 + (usize::BITS - (size - 1).leading_zeros()) }
}

/// Parent of a node (spec 03 section 5.2).
fn tree_parent(node: usize) -> usize {
    let height = node.trailing_zeros();
    if node >> (height + 1) & 1 == 1 { node - (1 << height) } else { node + (1 << height) }
}

/// Node weights of a tree of at most 64 items; none if a sum does not fit 32 bits.
fn nodes(weights: &[u32]) -> Option<Vec<u32>> {
    let depth = tree_depth(weights.len());
    if depth > 7 {
        return None;
    }
    let mut nodes = vec![0u32; if depth == 0 { 0 } else { 1 << depth }];
    for (i, &weight) in weights.iter().enumerate() {
        let mut node = 2 * i + 1;
        nodes[node] = weight;
        for _ in 1..depth {
            node = tree_parent(node);
            nodes[node] = nodes[node].checked_add(weight)?;
        }
    }
    Some(nodes)
}

#[cfg(test)]
mod tests {
    use super::{nodes, sums};

    #[test]
    fn spec_02_14_4_list_and_tree() {
        let weights = [0x10000, 0x20000, 0, 0x8000, 0x30000, 0xc000];
        assert_eq!(sums(&weights), Some(vec![0x10000, 0x30000, 0x30000, 0x38000, 0x68000, 0x74000]));
        let expected = [
            0, 0x10000, 0x30000, 0x20000, 0x38000, 0, 0x8000, 0x8000, 0x74000, 0x30000, 0x3c000, 0xc000,
            0x3c000, 0, 0, 0,
        ];
        assert_eq!(nodes(&weights).as_deref(), Some(expected.as_slice()));
    }
}
