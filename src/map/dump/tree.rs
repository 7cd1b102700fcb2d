//! The hierarchy as a table (spec 06 section 14.1).
#![forbid(unsafe_code)]

use super::names;
use super::table::Table;
use crate::builder::item_weight::item_weight;
use crate::map::model::Map;
use std::collections::{BTreeMap, BTreeSet};

/// What the tree shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TreeOptions {
    /// Leaves the shadow trees out, as `ceph osd crush tree` does and `crushtool --tree` does not.
    pub without_shadows: bool,
    /// Names of pools, which stand for the choose_args of their ids.
    pub pool_names: BTreeMap<i64, String>,
}

/// One item of the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeRow {
    /// The item.
    pub id: i32,
    /// The bucket that it is shown in; none for a root.
    pub parent: Option<i32>,
    /// How many buckets are above it.
    pub depth: usize,
    /// Weight, 16.16: a root's own, else that in the bucket above.
    pub weight: u32,
    /// Its first place in the bucket above.
    pub place: usize,
}

impl Map {
    /// The tree as `crushtool --tree` prints it, byte for byte. Where names of types and buckets are missing they are left
    /// out.
    ///
    /// ```
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use crush::map::{Location, Map, TreeOptions};
    ///
    /// let mut map = Map::new()?;
    /// map.set_type_name(0, "osd")?;
    /// map.set_type_name(1, "root")?;
    /// map.insert_item(0, 1.5, "osd.0", &[("root", "default")].into_iter().collect())?;
    /// let tree = String::from_utf8(map.dump_tree(&TreeOptions::default()))?;
    /// assert_eq!(tree, "\
    /// ID  CLASS  WEIGHT   TYPE NAME   \n\
    /// -1         1.50000  root default\n 0         1.50000      osd.0   \n");
    /// # Ok(())
    /// # }
    /// ```
    pub fn dump_tree(&self, options: &TreeOptions) -> Vec<u8> {
        let mut headings = vec!["ID".to_owned(), "CLASS".to_owned(), "WEIGHT".to_owned()];
        headings.extend(self.choose_args().keys().map(|&index| options.choose_args(index)));
        headings.push("TYPE NAME".to_owned());
        let mut table = Table::new(headings.into_iter().map(String::into_bytes));
        for row in self.tree_rows(options) {
            table.row(self.cells(&row));
        }
        table.text()
    }

    /// The rows of the tree, depth first: roots from the most negative id on, and in each bucket first the buckets by name,
    /// then devices by class and id. An item that is twice in a bucket has one row. Ends on any map.
    pub fn tree_rows(&self, options: &TreeOptions) -> Vec<TreeRow> {
        let roots = if options.without_shadows { self.nonshadow_roots() } else { self.roots() };
        let root = |id| {
            let weight = self.bucket(id).map_or(0, |bucket| bucket.weight);
            TreeRow { id, parent: None, depth: 0, weight, place: 0 }
        };
        let mut stack: Vec<_> = roots.into_iter().rev().map(root).collect();
        let mut rows = Vec::new();
        let mut on_path = Vec::<i32>::new();
        while let Some(row) = stack.pop() {
            on_path.truncate(row.depth);
            on_path.push(row.id);
            if rows.len() < MOST_ROWS {
                let below = self.rows_below(row.id, row.depth);
                stack.extend(below.into_iter().rev().filter(|below| !on_path.contains(&below.id)));
            }
            rows.push(row);
        }
        rows
    }

    /// The items of a bucket in the order in which the tree shows them; none of what is no bucket.
    pub fn tree_children(&self, bucket: i32) -> Vec<i32> {
        self.rows_below(bucket, 0).iter().map(|row| row.id).collect()
    }

    /// The items of a bucket at a depth, in the order in which they are shown.
    fn rows_below(&self, id: i32, depth: usize) -> Vec<TreeRow> {
        let Some(bucket) = self.bucket(id) else { return Vec::new() };
        let mut sorted = BTreeMap::new();
        for (place, &item) in bucket.items.iter().enumerate() {
            let weight = item_weight(&bucket, place);
            let below = TreeRow { id: item, parent: Some(id), depth: depth + 1, weight, place };
            sorted.entry(self.sort_key(item)).or_insert(below);
        }
        sorted.into_values().collect()
    }

    fn sort_key(&self, id: i32) -> Vec<u8> {
        if id >= 0 {
            let number = format!("_osd.{id:08}");
            [self.class_name_of(id).unwrap_or_default(), number.as_bytes()].concat()
        } else {
            [&b"_"[..], self.names().name(id).map_or(&b""[..], |name| name.as_bytes())].concat()
        }
    }

    fn cells(&self, row: &TreeRow) -> Vec<Vec<u8>> {
        let class = self.class_name_of(row.id).unwrap_or_default().to_vec();
        let weight = match row.parent {
            None => row.weight as f32 / 65536.0,
            Some(_) => row.weight.cast_signed() as f32 / 65536.0,
        };
        let mut cells = vec![row.id.to_string().into_bytes(), class, weight_cell(weight)];
        for args in self.choose_args().values() {
            let sets = row.parent.and_then(|parent| args.0.get(&(!parent).cast_unsigned()));
            let first = sets.and_then(|sets| sets.weight_set.first());
            let weight = first.and_then(|weights| weights.get(row.place));
            cells.push(weight.map_or_else(Vec::new, |&weight| weight_cell(weight as f32 / 65536.0)));
        }
        cells.push(self.name_cell(row));
        cells
    }

    fn name_cell(&self, row: &TreeRow) -> Vec<u8> {
        let mut cell = vec![b' '; 4 * row.depth];
        if row.id >= 0 {
            cell.extend(format!("osd.{}", row.id).bytes());
        } else if let Some(kind) = self.type_name_of(row.id) {
            cell.extend(kind.as_bytes());
            cell.push(b' ');
            cell.extend(self.names().name(row.id).map_or(&b""[..], |name| name.as_bytes()));
        }
        cell
    }

    /// Devices that have a name and are in no row.
    pub(super) fn stray_devices(&self, rows: &[TreeRow]) -> Vec<i32> {
        let shown: BTreeSet<_> = rows.iter().map(|row| row.id).collect();
        let devices = self.names().iter().map(|(id, _)| id).filter(|&id| id >= 0);
        devices.filter(|id| !shown.contains(id)).collect()
    }
}

/// Rows beyond which nothing more is unfolded: only maps with buckets in many others have so many.
const MOST_ROWS: usize = 1 << 22;

impl TreeOptions {
    pub(super) fn choose_args(&self, index: i64) -> String {
        self.pool_names.get(&index).cloned().unwrap_or_else(|| names::choose_args(index))
    }
}

/// A weight as the table shows it.
fn weight_cell(weight: f32) -> Vec<u8> {
    if weight < -0.01 {
        b"-".to_vec()
    } else if weight < 0.000_001 {
        b"0".to_vec()
    } else {
        format!("{weight:.5}").into_bytes()
    }
}
