//! `crush show`.

use crate::describe;
use crate::failure::Failure;
use crate::input::{self, Input};
use crate::output;
use crush::map::{Map, RuleType};
use crush::osdmap::{OsdMap, PoolKind};
use serde::Serialize;
use std::collections::HashSet;
use std::io::Write;
use std::path::PathBuf;

/// The tree, rules and pools of a map.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// A crush map or an osdmap.
    #[arg(value_name = "MAP|OSDMAP")]
    map: PathBuf,
    /// Also the trees of device classes, which rules with a class take.
    #[arg(long)]
    shadows: bool,
    /// One JSON object.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let (osdmap, crush) = match input::load(&arguments.map)? {
        Input::OsdMap(map) => (Some(map), None),
        Input::Crush(map) => (None, Some(map)),
    };
    let Some(map) = crush.as_deref().or_else(|| osdmap.as_deref().map(OsdMap::crush)) else { return Ok(()) };
    let shown = Shown::new(map, osdmap.as_deref(), arguments.shadows);
    let mut out = output::stdout();
    if arguments.json {
        output::json_line(&mut out, &shown)?;
    } else {
        shown.write(&mut out)?;
    }
    Ok(out.flush()?)
}

/// Everything that is shown.
#[derive(Serialize)]
struct Shown {
    tree: Vec<Node>,
    rules: Vec<Rule>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pools: Vec<Pool>,
}

/// An item where it is in the tree.
#[derive(Serialize)]
struct Node {
    depth: usize,
    id: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    class: Option<String>,
    weight: f64,
    r#type: String,
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    algorithm: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<String>,
}

/// A rule, a line for each step.
#[derive(Serialize)]
struct Rule {
    id: u32,
    name: String,
    r#type: String,
    steps: Vec<String>,
}

#[derive(Serialize)]
struct Pool {
    id: u64,
    name: String,
    r#type: &'static str,
    size: u8,
    rule: u8,
    pg_num: u32,
    pgp_num: u32,
}

impl Shown {
    fn new(map: &Map, osdmap: Option<&OsdMap>, shadows: bool) -> Self {
        let rules = map.rules().map(|(id, rule)| Rule {
            id,
            name: map.rule_name(id).map(|name| describe::printable(&name.to_string())).unwrap_or_default(),
            r#type: rule_type(rule.r#type),
            steps: rule.steps.iter().map(|step| crate::explain::step::in_words(map, step)).collect(),
        });
        let pools =
            osdmap.into_iter().flat_map(|map| map.pools.iter().map(move |(id, pool)| (map, *id, pool)));
        let pools = pools.map(|(map, id, pool)| Pool {
            id: id.cast_unsigned(),
            name: map
                .pool_names
                .get(&id)
                .map(|name| describe::printable(&String::from_utf8_lossy(name)))
                .unwrap_or_default(),
            r#type: match pool.kind {
                PoolKind::Replicated => "replicated",
                PoolKind::Erasure => "erasure",
            },
            size: pool.size,
            rule: pool.crush_rule,
            pg_num: pool.pg_num,
            pgp_num: pool.pgp_num,
        });
        Self { tree: Tree::of(map, osdmap, shadows), rules: rules.collect(), pools: pools.collect() }
    }

    fn write(&self, out: &mut impl Write) -> Result<(), Failure> {
        let mut table = output::table(&[">id", "class", ">weight", "type and name", "status"]);
        for node in &self.tree {
            let status = node.status.clone().or_else(|| node.algorithm.clone()).unwrap_or_default();
            table.add_row([
                node.id.to_string(),
                node.class.clone().unwrap_or_default(),
                format!("{:.5}", node.weight),
                format!("{:indent$}{} {}", "", node.r#type, node.name, indent = 4 * node.depth),
                status,
            ]);
        }
        output::write_table(out, &table)?;
        for rule in &self.rules {
            writeln!(out, "\nrule {} '{}', {}", rule.id, rule.name, rule.r#type)?;
            rule.steps.iter().try_for_each(|step| writeln!(out, "    {step}"))?;
        }
        if self.pools.is_empty() {
            return Ok(());
        }
        writeln!(out)?;
        let mut table = output::table(&[">pool", "name", "type", ">size", ">rule", ">pg_num", ">pgp_num"]);
        for pool in &self.pools {
            table.add_row([
                pool.id.to_string(),
                pool.name.clone(),
                pool.r#type.to_owned(),
                pool.size.to_string(),
                pool.rule.to_string(),
                pool.pg_num.to_string(),
                pool.pgp_num.to_string(),
            ]);
        }
        output::write_table(out, &table)
    }
}

fn rule_type(r#type: u8) -> String {
    RuleType::of_number(r#type).map_or_else(|| format!("type {}", r#type), |known| known.name().to_owned())
}

/// A tree that is walked; each bucket's items are shown once, however often it is met.
struct Tree<'a> {
    map: &'a Map,
    osdmap: Option<&'a OsdMap>,
    nodes: Vec<Node>,
    shown: HashSet<i32>,
}

impl<'a> Tree<'a> {
    fn of(map: &'a Map, osdmap: Option<&'a OsdMap>, shadows: bool) -> Vec<Node> {
        let mut tree = Self { map, osdmap, nodes: Vec::new(), shown: HashSet::new() };
        let roots =
            map.roots().into_iter().filter(|&root| shadows || !map.is_shadow(root)).collect::<Vec<_>>();
        for root in roots {
            tree.add(root);
        }
        tree.nodes
    }

    /// A root and what is below it, without recursion: hostile trees are deep.
    fn add(&mut self, root: i32) {
        let weight = self.map.bucket(root).map_or(0, |bucket| bucket.weight);
        let mut pending = vec![(root, weight, 0)];
        while let Some((item, weight, depth)) = pending.pop() {
            self.node(item, weight, depth);
            let Some(bucket) = self.map.bucket(item) else { continue };
            if self.shown.insert(item) {
                let below = bucket.items.iter().enumerate().rev();
                pending.extend(below.map(|(place, &item)| (item, bucket.item_weight(place), depth + 1)));
            }
        }
    }

    fn node(&mut self, item: i32, weight: u32, depth: usize) {
        let map = self.map;
        let class = map.classes().of(item).and_then(|class| map.classes().names.name(class));
        let bucket = map.bucket(item);
        let r#type = match (item, &bucket) {
            (0.., _) => describe::kind(map, 0),
            (_, Some(bucket)) => describe::kind(map, bucket.r#type.into()),
            (_, None) => "missing".to_owned(),
        };
        self.nodes.push(Node {
            depth: depth.min(100),
            id: item,
            class: class.map(|class| describe::printable(&class.to_string())),
            weight: f64::from(weight) / 65536.0,
            r#type,
            name: describe::item(map, item),
            algorithm: bucket.map(|bucket| format!("{:?}", bucket.weights.algorithm()).to_lowercase()),
            status: self.osdmap.filter(|_| item >= 0).map(|osdmap| status(osdmap, item)),
        });
    }
}

/// Whether a device is there, up and in.
fn status(map: &OsdMap, osd: i32) -> String {
    if !map.exists(osd) {
        return "does not exist".to_owned();
    }
    let up = if map.is_up(osd) { "up" } else { "down" };
    let placed = match map.weight(osd) {
        0 => "out".to_owned(),
        0x1_0000.. => "in".to_owned(),
        weight => format!("in by {}", describe::weight(weight)),
    };
    match map.primary_affinity(osd) {
        0x1_0000.. => format!("{up}, {placed}"),
        affinity => format!("{up}, {placed}, primary affinity {}", describe::weight(affinity)),
    }
}
