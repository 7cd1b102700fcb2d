//! Classes of devices (spec 06 section 5.3).
#![forbid(unsafe_code)]

use super::create_bucket::valid_name;
use super::{EditError, Result};
use crate::map::limits;
use crate::map::model::Map;
use crate::map::names::Name;

impl Map {
    /// The id of a class, which is made when it is new. A class without devices is forgotten when the shadow trees are next
    /// built anew.
    ///
    /// # Errors
    /// `InvalidName`, `TooLarge` when there are no more ids.
    pub fn get_or_create_class_id(&mut self, class: impl Into<Name>) -> Result<i32> {
        let class = class.into();
        if let Some(id) = self.classes.names.id(&class) {
            return Ok(id);
        }
        let class = valid_name(class)?;
        let id = self.next_class_id()?;
        self.classes.names.set(id, class);
        Ok(id)
    }

    fn next_class_id(&self) -> Result<i32> {
        let names = &self.classes.names;
        let Some(last) = names.last_id() else { return Ok(0) };
        let above = last.checked_add(1).filter(|&id| id >= 0);
        // Upstream tries ids at random when there is none above.
        let free = above.or_else(|| (0..=i32::MAX).find(|&id| names.name(id).is_none()));
        free.ok_or(EditError::TooLarge { of: "classes", limit: limits::MAX_BYTES })
    }

    /// Puts a device into a class, which is made when it is new, and builds the shadow trees anew; says whether anything
    /// changed.
    ///
    /// ```
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use crush::map::{Location, Map};
    ///
    /// let mut map = Map::new()?;
    /// map.set_type_name(0, "osd")?;
    /// map.set_type_name(1, "root")?;
    /// let default: Location = [("root", "default")].into_iter().collect();
    /// map.insert_item(0, 1.0, "osd.0", &default)?;
    /// map.update_device_class(0, "ssd")?;
    ///
    /// let shadow = map.names().id("default~ssd").unwrap();
    /// assert_eq!(map.children(shadow), Some(&[0][..]));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// `NotADevice`, `UnnamedDevice`, `InvalidName`; `OtherClass` if the device has another class; `Shadow`, `Cycle`.
    pub fn update_device_class(&mut self, device: i32, class: impl Into<Name>) -> Result<bool> {
        let class = class.into();
        if device < 0 {
            return Err(EditError::NotADevice(device));
        }
        self.names.name(device).ok_or(EditError::UnnamedDevice(device))?;
        if let Some(old) = self.classes.of(device).and_then(|old| self.classes.names.name(old)) {
            let old = old.clone();
            return if old == class {
                Ok(false)
            } else {
                Err(EditError::OtherClass { device, old, new: class })
            };
        }
        self.edit_hierarchy(|map| {
            let id = map.get_or_create_class_id(class)?;
            map.classes.of_item.insert(device, id);
            map.rebuild_shadows()?;
            Ok(true)
        })
    }

    /// Takes a device out of its class and builds the shadow trees anew; says whether it had one.
    ///
    /// # Errors
    /// `NotADevice`, `UnnamedDevice`, `Shadow`, `Cycle`.
    pub fn remove_device_class(&mut self, device: i32) -> Result<bool> {
        if device < 0 {
            return Err(EditError::NotADevice(device));
        }
        self.names.name(device).ok_or(EditError::UnnamedDevice(device))?;
        if self.classes.of(device).is_none() {
            return Ok(false);
        }
        self.edit_hierarchy(|map| {
            map.classes.of_item.remove(&device);
            map.rebuild_shadows()?;
            Ok(true)
        })
    }

    /// Forgets the name of a class. Devices and shadow buckets keep its number; see
    /// [`rebuild_roots_with_classes`](Self::rebuild_roots_with_classes), which forgets what is not used.
    ///
    /// # Errors
    /// `UnknownClass`.
    pub fn remove_class_name(&mut self, class: impl AsRef<[u8]>) -> Result<()> {
        let class = class.as_ref();
        let id = self.classes.names.id(class).ok_or_else(|| EditError::UnknownClass(class.into()))?;
        self.classes.names.remove(id);
        Ok(())
    }

    /// Puts all devices below a bucket into a class, whatever class they had. The shadow trees stay as they are until they are
    /// built anew. Of a device only the class is made, as in the original.
    ///
    /// # Errors
    /// `UnknownItem`, `UnknownBucket`, `InvalidName`.
    pub fn set_subtree_class(&mut self, subtree: impl AsRef<[u8]>, class: impl Into<Name>) -> Result<()> {
        let subtree = subtree.as_ref();
        let item = self.names.id(subtree).ok_or_else(|| EditError::UnknownItem(subtree.into()))?;
        let missing = self.walk(item).chain([item]).find(|&item| item < 0 && self.bucket(item).is_none());
        if let Some(missing) = missing {
            return Err(EditError::UnknownBucket(missing));
        }
        let devices: Vec<_> = self.walk(item).filter(|&below| below >= 0).collect();
        let class = self.get_or_create_class_id(class)?;
        self.classes.of_item.extend(devices.into_iter().map(|device| (device, class)));
        Ok(())
    }
}
