//! What a change moves, from where to where.

use crate::cluster::Cluster;
use crate::diff::Diff;
use crate::lint::words;
use crush::map::Map;
use std::collections::BTreeMap;

/// Replicas that move from one bucket to another.
pub type Flow = (i32, i32, u64);

/// What a change moves.
#[derive(Debug)]
pub struct Movement {
    /// What is compared with what.
    pub title: String,
    /// What is to be said about it: names and values.
    pub facts: Vec<(String, String)>,
    /// Type of the buckets that give and get, by name.
    pub kind: String,
    /// Names of those, by id.
    pub names: BTreeMap<i32, String>,
    /// From, to and how many; 0x7fffffff for nowhere.
    pub flows: Vec<Flow>,
}

/// Buckets that a matrix shows well.
const SHOWN: usize = 16;

impl Movement {
    /// What a comparison found.
    pub fn of(title: &str, diff: &Diff, before: &Cluster, after: &Cluster) -> Self {
        let (old, new) = (before.crush(), after.crush());
        let kind = Self::best_type(old).max(Self::best_type(new));
        let flows = diff.moves_by_type(before, after, kind);
        let total = &diff.total;
        let of_all = 100.0 * total.moved as f64 / total.replicas.max(1) as f64;
        let fact = |name: &str, value: String| (name.to_owned(), value);
        let mut facts = vec![
            fact("sets that change", format!("{} of {}", total.changed, total.compared)),
            fact("replicas that move", format!("{} of {} ({of_all:.1}%)", total.moved, total.replicas)),
            fact("the least between the counts", total.minima.counts.to_string()),
        ];
        if let Some(ratio) = total.minima.over_counts {
            facts.push(fact("of which that is", format!("{ratio:.2} times")));
        }
        let names = Self::name(&flows, old, new);
        Self { title: title.to_owned(), facts, kind: words::kind(new, kind.into()), names, flows }
    }

    /// The lowest type of buckets, or devices, of which a map has few enough for a matrix; the highest if all are too many.
    fn best_type(map: &Map) -> u16 {
        let mut counts: BTreeMap<u16, usize> = BTreeMap::new();
        for bucket in map.buckets().filter(|bucket| !map.is_shadow(bucket.id)) {
            *counts.entry(bucket.r#type).or_default() += 1;
        }
        counts.insert(0, usize::try_from(map.max_devices()).unwrap_or(0));
        let fits = |&(_, &count): &(&u16, &usize)| count <= SHOWN;
        counts.iter().find(fits).or_else(|| counts.iter().next_back()).map_or(0, |(&kind, _)| kind)
    }

    /// Names of all that give or get, as either map has them.
    fn name(flows: &[Flow], before: &Map, after: &Map) -> BTreeMap<i32, String> {
        let name = |id: i32| {
            if id == i32::MAX {
                return "nowhere".to_owned();
            }
            let map = if after.names().name(id).is_some() { after } else { before };
            map.names().name(id).map_or_else(|| words::item(map, id), words::clean)
        };
        flows.iter().flat_map(|&(from, to, _)| [from, to]).map(|id| (id, name(id))).collect()
    }
}
