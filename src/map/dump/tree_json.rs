//! The hierarchy as JSON (spec 06 section 14.2).
#![forbid(unsafe_code)]

use super::json::{Json, JsonForm};
use super::map::single;
use super::tree::{TreeOptions, TreeRow};
use super::writer::Writer;
use crate::builder::item_weight::item_weight;
use crate::map::model::Map;

/// Which JSON the tree becomes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TreeJson {
    /// An object with the arrays `nodes` and `stray`, as `ceph osd crush tree` prints it; nodes name their children.
    #[default]
    Flat,
    /// An array of roots, in which items are within the bucket that they are in.
    Nested,
}

impl Map {
    /// The tree as JSON.
    pub fn dump_tree_json(&self, kind: TreeJson, form: JsonForm, options: &TreeOptions) -> Vec<u8> {
        let mut json = Json::new(form);
        match kind {
            TreeJson::Flat => json.object("", |json| self.dump_flat(json, options)),
            TreeJson::Nested => json.array("", |json| self.dump_nested(json, options)),
        }
        json.finish()
    }

    fn dump_flat(&self, json: &mut Json, options: &TreeOptions) {
        let rows = self.tree_rows(options);
        json.array("nodes", |json| {
            for (at, row) in rows.iter().enumerate() {
                json.object("", |json| {
                    self.dump_node(json, row, options);
                    if row.id < 0 {
                        let below = rows[at + 1..].iter().take_while(|below| below.depth > row.depth);
                        let children: Vec<_> = below
                            .filter(|below| below.depth == row.depth + 1)
                            .map(|below| below.id)
                            .collect();
                        json.array("children", |json| {
                            children.iter().rev().for_each(|&child| json.integer("", child.into()));
                        });
                    }
                });
            }
        });
        json.array("stray", |json| {
            for id in self.stray_devices(&rows) {
                let row = TreeRow { id, parent: None, depth: 0, weight: 0, place: 0 };
                json.object("", |json| self.dump_node(json, &row, options));
            }
        });
    }

    fn dump_nested(&self, json: &mut Json, options: &TreeOptions) {
        let roots = self.tree_rows(options).into_iter().filter(|row| row.parent.is_none());
        let mut nest = Nest { path: Vec::new(), left: MOST_NODES };
        roots.for_each(|root| self.dump_subtree(json, &root, &mut nest, options));
    }

    /// An item with all below it, in the order of the buckets.
    fn dump_subtree(&self, json: &mut Json, row: &TreeRow, nest: &mut Nest, options: &TreeOptions) {
        json.object("", |json| {
            self.dump_node(json, row, options);
            let Some(bucket) = self.bucket(row.id) else { return };
            nest.path.push(row.id);
            json.array("items", |json| {
                for (place, &id) in bucket.items.iter().enumerate() {
                    let weight = item_weight(&bucket, place);
                    let below = TreeRow { id, parent: Some(row.id), depth: row.depth + 1, weight, place };
                    if nest.may_show(id) {
                        self.dump_subtree(json, &below, nest, options);
                    }
                }
            });
            nest.path.pop();
        });
    }

    fn dump_node(&self, json: &mut Json, row: &TreeRow, options: &TreeOptions) {
        json.integer("id", row.id.into());
        if let Some(class) = self.class_name_of(row.id) {
            json.string("device_class", class);
        }
        if row.id < 0 {
            self.dump_bucket_node(json, row.id);
        } else {
            json.string("name", format!("osd.{}", row.id));
            json.string("type", self.types().name(0).map_or(&b""[..], |name| name.as_bytes()));
            json.integer("type_id", 0);
            json.number("crush_weight", f64::from(row.weight.cast_signed() as f32 / 65536.0));
            json.integer("depth", row.depth as i64);
        }
        if let Some(parent) = row.parent {
            json.object("pool_weights", |json| self.dump_pool_weights(json, row, parent, options));
        }
    }

    fn dump_bucket_node(&self, json: &mut Json, id: i32) {
        json.string("name", self.names().name(id).map_or(&b""[..], |name| name.as_bytes()));
        json.string("type", self.type_name_of(id).map_or(&b""[..], |name| name.as_bytes()));
        json.integer("type_id", self.bucket(id).map_or(0, |bucket| bucket.r#type).into());
    }

    fn dump_pool_weights(&self, json: &mut Json, row: &TreeRow, parent: i32, options: &TreeOptions) {
        for (&index, args) in self.choose_args() {
            let Some(entry) = args.0.get(&(!parent).cast_unsigned()) else { continue };
            if entry.weight_set.is_empty() {
                continue;
            }
            json.array(&options.choose_args(index), |json| {
                let weights = entry.weight_set.iter().filter_map(|weights| weights.get(row.place));
                weights.for_each(|&weight| json.number("", single(weight)));
            });
        }
    }
}

/// Levels of a hierarchy beyond which nothing is shown.
const MOST_LEVELS: usize = 512;
/// Items beyond which nothing is shown: only maps with buckets in many others have so many.
const MOST_NODES: usize = 1 << 22;

/// Where in the tree it is, and how much may still be shown: a map may have cycles, and more ways than time.
struct Nest {
    path: Vec<i32>,
    left: usize,
}

impl Nest {
    fn may_show(&mut self, id: i32) -> bool {
        let may = self.left > 0 && self.path.len() < MOST_LEVELS && !self.path.contains(&id);
        self.left -= usize::from(may);
        may
    }
}
