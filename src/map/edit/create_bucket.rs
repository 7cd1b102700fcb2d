//! New buckets (spec 06 sections 3 and 4.1).
#![forbid(unsafe_code)]

use super::bucket_items::slot;
use super::{EditError, Result};
use crate::builder::{BucketAlgorithm, BucketSpec, BuildError};
use crate::map::choose_args::BucketArgs;
use crate::map::limits;
use crate::map::model::Map;
use crate::map::names::Name;

/// Algorithms for new buckets, the best first.
const PREFERENCE: [BucketAlgorithm; 5] = [
    BucketAlgorithm::Straw2,
    BucketAlgorithm::Straw,
    BucketAlgorithm::Tree,
    BucketAlgorithm::List,
    BucketAlgorithm::Uniform,
];

impl Map {
    /// The algorithm that new buckets get: the best that `allowed_bucket_algs` allows.
    ///
    /// # Errors
    /// `NoAlgorithmAllowed`.
    pub fn default_bucket_algorithm(&self) -> Result<BucketAlgorithm> {
        let allowed = self.tunables().allowed_bucket_algs;
        let best = PREFERENCE.into_iter().find(|&algorithm| allowed & (1 << algorithm as u32) != 0);
        best.ok_or(EditError::NoAlgorithmAllowed(allowed))
    }

    /// Makes an empty bucket with the first free id and returns the id. It is in no other bucket, and has no shadows
    /// until the shadow trees are built anew.
    ///
    /// ```
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use crush::map::{Location, Map};
    ///
    /// let mut map = Map::new()?;
    /// map.set_type_name(1, "root")?;
    /// map.set_type_name(0, "osd")?;
    /// assert_eq!(map.add_bucket("default", "root")?, -1);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// `NameTaken`, `UnknownType`, also for the type of devices; `InvalidName`, `NoAlgorithmAllowed`, `TooLarge`.
    pub fn add_bucket(&mut self, name: impl Into<Name>, r#type: impl AsRef<[u8]>) -> Result<i32> {
        let name = name.into();
        self.require_free_name(&name)?;
        let unknown = || EditError::UnknownType(r#type.as_ref().into());
        let number = self.types.id(r#type.as_ref()).filter(|&number| number > 0).ok_or_else(unknown)?;
        let number = u16::try_from(number).map_err(|_| unknown())?;
        let name = valid_name(name)?;
        self.edit(|map| {
            let id = map.create_bucket(number, &[], &[])?;
            map.names.set(id, name);
            Ok(id)
        })
    }

    /// Makes a bucket of the default algorithm with the first free id, and weight-sets for its items.
    pub(super) fn create_bucket(&mut self, r#type: u16, items: &[i32], weights: &[u32]) -> Result<i32> {
        let algorithm = self.default_bucket_algorithm()?;
        let id = self.next_bucket_id()?;
        let spec = BucketSpec { id, algorithm, hash: 0, r#type, items, weights };
        self.place_new_bucket(&spec)
    }

    /// Makes a bucket and weight-sets for its items.
    pub(in crate::map) fn place_new_bucket(&mut self, spec: &BucketSpec<'_>) -> Result<i32> {
        let id = match self.crush.add_bucket(spec) {
            // Several items without weight are no uniform bucket; upstream gives up.
            Err(error) => {
                let item = spec.items.first().copied().unwrap_or(0);
                return Err(EditError::CannotAdd { bucket: spec.id, item, error });
            }
            Ok(id) => id,
        };
        if !spec.items.is_empty() {
            for args in self.choose_args.values_mut() {
                let weight_set = vec![spec.weights.to_vec(); args.positions()];
                args.0.insert(slot(id), BucketArgs { ids: Vec::new(), weight_set });
            }
        }
        Ok(id)
    }

    /// The first free id of a bucket.
    pub(in crate::map) fn next_bucket_id(&self) -> Result<i32> {
        let free = (0..self.max_buckets()).find(|&slot| self.crush.bucket(slot).is_none());
        let slot = free.unwrap_or(self.max_buckets());
        if slot >= limits::MAX_BUCKETS {
            return Err(EditError::TooLarge { of: "bucket slots", limit: limits::MAX_BUCKETS });
        }
        Ok(!i32::try_from(slot).map_err(|_| BuildError::NoMemory)?)
    }

    /// Refuses a name that an item has.
    pub(super) fn require_free_name(&self, name: &Name) -> Result<()> {
        match self.names.id(name) {
            Some(id) => Err(EditError::NameTaken { name: name.clone(), id }),
            None => Ok(()),
        }
    }
}

/// Refuses what is no name.
pub(super) fn valid_name(name: Name) -> Result<Name> {
    if name.is_valid() && name.as_bytes().len() <= limits::MAX_NAME {
        Ok(name)
    } else {
        Err(EditError::InvalidName(name))
    }
}
