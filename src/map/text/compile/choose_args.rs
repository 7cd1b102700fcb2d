//! Choose_args.
#![forbid(unsafe_code)]

use super::{CompileFault, Compiler, Failure};
use crate::map::choose_args::{BucketArgs, ChooseArgsMap};
use crate::map::text::syntax::{ChooseArgEntry, ChooseArgsStatement};

impl Compiler<'_, '_> {
    pub(super) fn choose_args(&mut self, args: ChooseArgsStatement) -> Result<(), Failure> {
        let index = args.index.value;
        if self.map.choose_args.contains_key(&index.into()) {
            return Err(args.index.fault(CompileFault::ChooseArgsTwice(index)));
        }
        let mut map = ChooseArgsMap::default();
        for entry in args.entries {
            let slot = self.checked_slot(&entry).map_err(|fault| entry.bucket.fault(fault))?;
            let bucket = BucketArgs { ids: entry.ids, weight_set: entry.weight_set };
            map.0.insert(slot, bucket);
        }
        self.map.choose_args.insert(index.into(), map);
        Ok(())
    }

    /// The slot of the entry's bucket, if everything fits the bucket.
    fn checked_slot(&self, entry: &ChooseArgEntry) -> Result<u32, CompileFault> {
        let bucket = entry.bucket.value;
        let slot = u32::try_from(!bucket).ok().filter(|&slot| (slot as usize) < self.map.max_buckets());
        let slot = slot.ok_or(CompileFault::OutOfRange(bucket))?;
        let stored = self.map.bucket(bucket).ok_or(CompileFault::NoBucket(bucket))?;
        let needed = stored.items.len();
        if let Some(weights) = entry.weight_set.iter().find(|weights| weights.len() != needed) {
            return Err(CompileFault::WeightCount { bucket, needed, got: weights.len() });
        }
        if !entry.ids.is_empty() && entry.ids.len() != needed {
            return Err(CompileFault::IdCount { bucket, needed, got: entry.ids.len() });
        }
        Ok(slot)
    }
}
