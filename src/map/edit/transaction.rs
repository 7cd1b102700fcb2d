//! All or nothing.
#![forbid(unsafe_code)]

use super::{EditError, Result};
use crate::builder::BuildError;
use crate::map::codec;
use crate::map::limits;
use crate::map::model::Map;
use crate::map::names::NameTable;

impl Map {
    /// A map with the same contents.
    ///
    /// # Errors
    /// `NoMemory`.
    pub fn try_clone(&self) -> core::result::Result<Self, BuildError> {
        Ok(Self {
            crush: self.crush.try_clone()?,
            types: self.types.clone(),
            names: self.names.clone(),
            rule_names: self.rule_names.clone(),
            classes: self.classes.clone(),
            choose_args: self.choose_args.clone(),
            msr: self.msr,
        })
    }

    /// Does some work on a copy of the map, which takes the map's place unless there was an error.
    pub(in crate::map) fn edit<T, E: From<EditError>>(
        &mut self,
        work: impl FnOnce(&mut Self) -> core::result::Result<T, E>,
    ) -> core::result::Result<T, E> {
        let mut copy = self.try_clone().map_err(EditError::from)?;
        let result = work(&mut copy)?;
        copy.check_limits()?;
        copy.update_workspace_size();
        *self = copy;
        Ok(result)
    }

    /// As [`edit`](Self::edit), for work that follows the hierarchy and would not end in a cycle.
    pub(in crate::map) fn edit_hierarchy<T, E: From<EditError>>(
        &mut self,
        work: impl FnOnce(&mut Self) -> core::result::Result<T, E>,
    ) -> core::result::Result<T, E> {
        match self.cycle() {
            Some(bucket) => Err(EditError::Cycle(bucket).into()),
            None => self.edit(work),
        }
    }

    /// Refuses what could not be read back from a file.
    fn check_limits(&self) -> Result<()> {
        let limit = |of, count: usize, limit| {
            if count > limit { Err(EditError::TooLarge { of, limit }) } else { Ok(()) }
        };
        let items = || self.buckets().map(|bucket| bucket.items.len());
        limit("bucket slots", self.max_buckets(), limits::MAX_BUCKETS)?;
        limit("items of a bucket", items().max().unwrap_or(0), limits::MAX_BUCKET_ITEMS)?;
        limit("items", items().sum(), limits::MAX_ITEMS)?;
        let names = [&self.types, &self.names, &self.rule_names, &self.classes.names];
        let longest = names.into_iter().filter_map(NameTable::longest).max().unwrap_or(0);
        limit("bytes of a name", longest, limits::MAX_NAME)?;
        limit("bytes", codec::encoded_len(self), limits::MAX_BYTES)
    }

    /// C code asks the map how much memory a mapping needs. The number of devices is computed by
    /// [`finalize`](Map::finalize) alone, as in the original.
    fn update_workspace_size(&mut self) {
        let devices = self.max_devices();
        self.crush.finalize();
        self.crush.set_max_devices(devices.max(self.crush.max_devices()));
    }
}
