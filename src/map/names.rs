//! Names of items, types, rules and classes, found both ways.
#![forbid(unsafe_code)]

use core::borrow::Borrow;
use core::fmt;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A name: bytes, since files may hold any (spec 04 section 2.3). Cheap to clone.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name(Arc<[u8]>);

impl Name {
    /// The bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// Whether the name is not empty and consists of letters, digits, `-`, `_` and `.` (spec 06 section 2). Shadow
    /// buckets, whose names contain `~`, have no valid name.
    pub fn is_valid(&self) -> bool {
        let allowed = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.".contains(byte);
        !self.0.is_empty() && self.0.iter().all(allowed)
    }
}

impl From<&[u8]> for Name {
    fn from(bytes: &[u8]) -> Self {
        Self(bytes.into())
    }
}

impl From<&str> for Name {
    fn from(name: &str) -> Self {
        Self(name.as_bytes().into())
    }
}

impl Borrow<[u8]> for Name {
    fn borrow(&self) -> &[u8] {
        &self.0
    }
}

impl AsRef<[u8]> for Name {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

/// Bytes that are not UTF-8 are shown as replacement characters.
impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        String::from_utf8_lossy(&self.0).fmt(f)
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&String::from_utf8_lossy(&self.0), f)
    }
}

/// A name for each id. Several ids may share a name; looking it up finds the highest (spec 04 section 2.3).
#[derive(Clone, Debug, Default)]
pub struct NameTable {
    by_id: BTreeMap<i32, Name>,
    by_name: BTreeMap<Name, Ids>,
}

/// The ids of one name. Mostly there is one, which needs no set.
#[derive(Clone, Debug)]
struct Ids {
    highest: i32,
    lower: BTreeSet<i32>,
}

impl Ids {
    fn insert(&mut self, id: i32) {
        self.lower.insert(id.min(self.highest));
        self.highest = id.max(self.highest);
    }

    /// Takes an id out; false if it was the only one.
    fn remove(&mut self, id: i32) -> bool {
        if id != self.highest {
            self.lower.remove(&id);
            return true;
        }
        let next = self.lower.pop_last();
        self.highest = next.unwrap_or(id);
        next.is_some()
    }
}

impl PartialEq for NameTable {
    fn eq(&self, other: &Self) -> bool {
        // The other direction follows from this one.
        self.by_id == other.by_id
    }
}

impl Eq for NameTable {}

impl NameTable {
    /// The name of an id.
    pub fn name(&self, id: i32) -> Option<&Name> {
        self.by_id.get(&id)
    }

    /// The highest id with this name.
    pub fn id(&self, name: impl AsRef<[u8]>) -> Option<i32> {
        self.by_name.get(name.as_ref()).map(|ids| ids.highest)
    }

    /// All ids and names, ids ascending.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (i32, &Name)> + ExactSizeIterator + Clone {
        self.by_id.iter().map(|(&id, name)| (id, name))
    }

    /// Number of ids that have a name.
    pub fn len(&self) -> usize {
        self.by_id.len()
    }

    /// Whether no id has a name.
    pub fn is_empty(&self) -> bool {
        self.by_id.is_empty()
    }

    /// The highest id that has a name.
    pub fn last_id(&self) -> Option<i32> {
        self.by_id.last_key_value().map(|(&id, _)| id)
    }

    /// Bytes of the longest name.
    pub(super) fn longest(&self) -> Option<usize> {
        self.by_id.values().map(|name| name.as_bytes().len()).max()
    }

    /// Names an id; the name that it had is forgotten.
    pub fn set(&mut self, id: i32, name: Name) {
        self.remove(id);
        match self.by_name.entry(name.clone()) {
            Entry::Vacant(place) => drop(place.insert(Ids { highest: id, lower: BTreeSet::new() })),
            Entry::Occupied(mut ids) => ids.get_mut().insert(id),
        }
        self.by_id.insert(id, name);
    }

    /// Takes an id's name away and returns it.
    pub fn remove(&mut self, id: i32) -> Option<Name> {
        let name = self.by_id.remove(&id)?;
        if self.by_name.get_mut(&name).is_some_and(|ids| !ids.remove(id)) {
            self.by_name.remove(&name);
        }
        Some(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(entries: &[(i32, &str)]) -> NameTable {
        let mut table = NameTable::default();
        entries.iter().for_each(|&(id, name)| table.set(id, name.into()));
        table
    }

    #[test]
    fn the_highest_id_wins() {
        let table = table(&[(7, "a"), (3, "a"), (-1, "b")]);
        assert_eq!((table.id("a"), table.id("b"), table.id("c")), (Some(7), Some(-1), None));
        assert_eq!(table.iter().map(|(id, _)| id).collect::<Vec<_>>(), [-1, 3, 7]);
    }

    #[test]
    fn removing_falls_back_to_the_next_highest() {
        let mut table = table(&[(7, "a"), (3, "a"), (5, "a")]);
        assert_eq!(table.remove(7), Some("a".into()));
        assert_eq!(table.id("a"), Some(5));
        table.remove(3);
        assert_eq!(table.id("a"), Some(5));
        table.remove(5);
        assert_eq!((table.id("a"), table.is_empty()), (None, true));
    }

    #[test]
    fn a_new_name_replaces_the_old_one() {
        let mut table = table(&[(1, "a")]);
        table.set(1, "b".into());
        assert_eq!((table.id("a"), table.id("b"), table.len()), (None, Some(1), 1));
    }

    #[test]
    fn valid_names_have_no_tilde() {
        let valid = |name: &str| Name::from(name).is_valid();
        assert!(valid("osd.0") && valid("A-z_9.") && !valid("") && !valid("host~ssd") && !valid("ä"));
    }
}
