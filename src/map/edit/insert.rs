//! Putting an item into the hierarchy (spec 06 section 7.1).
#![forbid(unsafe_code)]

use super::create_bucket::valid_name;
use super::weight::fixed_weight;
use super::{EditError, Result};
use crate::map::limits;
use crate::map::location::Location;
use crate::map::model::Map;
use crate::map::names::Name;

/// What is put where.
#[derive(Clone, Copy)]
pub(super) struct Insertion<'a> {
    pub(super) item: i32,
    pub(super) weight: f32,
    pub(super) name: &'a Name,
    pub(super) location: &'a Location,
    /// Whether a device's weight is set in weight-sets too.
    pub(super) weight_sets: bool,
}

impl Map {
    /// Puts a device, or a bucket that exists, below the bucket that a location names for the lowest type. Buckets that do
    /// not exist are made, each in the one that the location names for the next type; it ends at the first that exists. A
    /// location that names no bucket that exists makes a new root.
    ///
    /// A device that is somewhere else already is there twice then; see [`create_or_move_item`](Self::create_or_move_item)
    /// and [`update_item`](Self::update_item). Shadow trees are built anew.
    ///
    /// ```
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use crush::map::{Location, Map};
    ///
    /// let mut map = Map::new()?;
    /// for (id, name) in ["osd", "host", "root"].into_iter().enumerate() {
    ///     map.set_type_name(id as u16, name)?;
    /// }
    /// let alpha: Location = [("host", "alpha"), ("root", "default")].into_iter().collect();
    /// map.insert_item(0, 1.0, "osd.0", &alpha)?;
    /// map.insert_item(1, 2.5, "osd.1", &alpha)?;
    ///
    /// assert_eq!(map.full_location(1).unwrap(), alpha);
    /// let root = map.names().id("default").unwrap();
    /// assert_eq!(map.bucket(root).unwrap().weight, 0x3_8000);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// `InvalidName`, `InvalidLocation`, `WeightOutOfRange`, `NameTaken`; `NotABucket`, `AlreadyBelow`, `WrongType` and
    /// `Loop` about the bucket; `Nowhere` for a location without any type of the map; what is said of buckets and items
    /// that cannot be made, and of shadow trees.
    pub fn insert_item(
        &mut self,
        item: i32,
        weight: f32,
        name: impl Into<Name>,
        location: &Location,
    ) -> Result<()> {
        let name = &name.into();
        let insertion = Insertion { item, weight, name, location, weight_sets: true };
        self.edit_hierarchy(|map| map.insert(insertion))
    }

    /// As [`insert_item`](Self::insert_item), as a part of an edit.
    pub(in crate::map) fn insert_device(
        &mut self,
        item: i32,
        weight: f32,
        name: &Name,
        location: &Location,
    ) -> Result<()> {
        self.insert(Insertion { item, weight, name, location, weight_sets: true })
    }

    pub(super) fn insert(&mut self, insertion: Insertion<'_>) -> Result<()> {
        let Insertion { item, name, location, .. } = insertion;
        let weight = check(name, location, insertion.weight)?;
        self.require_item(item)?;
        self.name_item(item, name)?;
        self.put(item, location)?;
        let weight_sets = insertion.weight_sets && item >= 0;
        match self.adjust_in_loc(item, weight, location, weight_sets) {
            Err(EditError::NotFoundIn { .. }) => return Err(EditError::Nowhere(item)),
            result => result?,
        };
        if item >= self.max_devices() {
            self.crush.set_max_devices(item + 1);
        }
        self.rebuild_shadows()
    }

    fn require_item(&self, item: i32) -> Result<()> {
        if item >= limits::END_OF_DEVICES {
            return Err(EditError::NoSuchDeviceId(item));
        }
        if item < 0 && self.bucket(item).is_none() {
            return Err(EditError::UnknownBucket(item));
        }
        Ok(())
    }

    /// Gives an item its name, which no other may have.
    fn name_item(&mut self, item: i32, name: &Name) -> Result<()> {
        match self.names.id(name) {
            Some(id) if id == item => Ok(()),
            Some(id) => Err(EditError::NameTaken { name: name.clone(), id }),
            None => {
                self.names.set(item, name.clone());
                Ok(())
            }
        }
    }

    /// Puts an item, without weight, into the hierarchy.
    fn put(&mut self, item: i32, location: &Location) -> Result<()> {
        let pairs: Vec<_> =
            self.location_by_type(location).map(|(r#type, _, name)| (r#type, name.clone())).collect();
        let mut current = item;
        for (r#type, name) in pairs {
            if let Some(bucket) = self.names.id(&name) {
                return self.put_into(bucket, r#type, current);
            }
            current = self.create_bucket(r#type, &[current], &[0])?;
            self.names.set(current, name);
        }
        Ok(())
    }

    fn put_into(&mut self, bucket: i32, r#type: u16, item: i32) -> Result<()> {
        let stored = self.bucket(bucket).ok_or(EditError::NotABucket(bucket))?;
        if self.subtree_contains(bucket, item) {
            return Err(EditError::AlreadyBelow { item, bucket });
        }
        if stored.r#type != r#type {
            let r#type = self.types.name(i32::from(r#type)).cloned().unwrap_or_else(|| "".into());
            return Err(EditError::WrongType { bucket, r#type });
        }
        if self.subtree_contains(item, bucket) {
            return Err(EditError::Loop { item, bucket });
        }
        self.bucket_add_item(bucket, item, 0)
    }
}

/// Checks what can be checked without the map, and returns the weight as an integer.
pub(super) fn check(name: &Name, location: &Location, weight: f32) -> Result<u32> {
    valid_name(name.clone())?;
    let valid = |name: &Name| valid_name(name.clone()).is_ok();
    if let Some((r#type, bucket)) = location.iter().find(|(r#type, bucket)| !valid(r#type) || !valid(bucket))
    {
        return Err(EditError::InvalidLocation { r#type: r#type.clone(), bucket: bucket.clone() });
    }
    fixed_weight(weight)
}
