//! Copying an owned map.

use super::OwnedMap;
use crate::builder::error::BuildError;

impl OwnedMap {
    /// A map with the same contents in memory of its own.
    ///
    /// # Errors
    /// `NoMemory`.
    pub fn try_clone(&self) -> Result<Self, BuildError> {
        let mut copy = Self::new()?;
        copy.set_tunables(&self.tunables());
        copy.set_max_buckets(self.max_buckets())?;
        for slot in 0..self.max_buckets() {
            if let Some(bucket) = self.bucket(slot) {
                copy.place_bucket(slot, &bucket)?;
            }
        }
        copy.set_max_rules(self.max_rules())?;
        for number in 0..self.max_rules() {
            if let Some(rule) = self.rule(number) {
                copy.add_rule(&rule, Some(number))?;
            }
        }
        copy.set_max_devices(self.max_devices());
        copy.map_mut().working_size = self.map().working_size;
        Ok(copy)
    }
}
