//! Turning hierarchies that were made by hand for each kind of device into device classes, without moving data (spec 06
//! section 15): the old buckets' ids become those of shadow buckets.
#![forbid(unsafe_code)]

mod buckets;
mod error;
mod pattern;
mod root;

use super::model::Map;
use super::names::Name;
pub use error::ReclassifyError;
use std::collections::BTreeMap;

type Result<T> = core::result::Result<T, ReclassifyError>;

/// Told a line, without its end, for each thing that is done.
pub(super) type Log<'a> = &'a mut dyn FnMut(&str);

/// What is to be reclassified.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reclassification {
    /// Roots, with the class that all their devices have.
    pub roots: BTreeMap<Name, Name>,
    /// Names of buckets, `%suffix` or `prefix%`, with the class of the devices in them, and the bucket below which the
    /// buckets without suffix or prefix go that do not exist yet.
    pub buckets: BTreeMap<Name, (Name, Name)>,
}

impl Map {
    /// Reclassifies roots and buckets, and tells `log`, line by line, what `crushtool --reclassify` prints.
    ///
    /// Rules that took a reclassified bucket take the shadow bucket of its class now, which has its id: so they map as
    /// before. Devices below a reclassified root are expected to have its class already, see
    /// [`set_subtree_class`](Self::set_subtree_class).
    ///
    /// ```
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use crush::map::{Location, Map, Reclassification, SimpleRule};
    ///
    /// let mut map = Map::new()?;
    /// map.set_type_name(0, "osd")?;
    /// map.set_type_name(1, "root")?;
    /// let default: Location = [("root", "default")].into_iter().collect();
    /// map.insert_item(0, 1.0, "osd.0", &default)?;
    /// let rule = map.add_simple_rule(&SimpleRule::replicated("all", "default", ""))?;
    ///
    /// map.set_subtree_class("default", "hdd")?;
    /// let roots = [("default".into(), "hdd".into())].into();
    /// let mut log = Vec::new();
    /// map.reclassify(&Reclassification { roots, ..Default::default() }, &mut |line| log.push(line.to_owned()))?;
    ///
    /// assert_eq!(log, ["classify_root default (-1) as hdd", "  renumbering bucket -1 -> -2"]);
    /// let take = map.rule(rule).unwrap().steps[0].arg1;
    /// assert_eq!(map.names().name(take).unwrap().to_string(), "default~hdd");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// What of the request does not fit the map, and what is said of the edits.
    pub fn reclassify(&mut self, request: &Reclassification, log: &mut dyn FnMut(&str)) -> Result<()> {
        self.edit_hierarchy(|map| map.reclassify_in_place(request, log))
    }

    fn reclassify_in_place(&mut self, request: &Reclassification, log: Log<'_>) -> Result<()> {
        for (root, class) in &request.roots {
            self.reclassify_root(root, class, log)?;
        }
        self.reclassify_buckets(&request.buckets, log)
    }
}
