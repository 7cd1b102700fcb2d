//! A root whose devices are all of one class.
#![forbid(unsafe_code)]

use super::{Log, ReclassifyError, Result};
use crate::builder::BucketSpec;
use crate::map::edit::EditError;
use crate::map::model::Map;
use crate::map::names::Name;
use std::collections::{BTreeMap, HashMap};

impl Map {
    /// Gives all buckets of a tree new ids. Under the old ids there are empty buckets, remembered as shadows, so that the
    /// shadow trees that are built then have the old ids.
    pub(super) fn reclassify_root(&mut self, root: &Name, class_name: &Name, log: Log<'_>) -> Result<()> {
        let Some(root_id) = self.names().id(root) else {
            log(&format!("root {root} does not exist"));
            return Err(ReclassifyError::UnknownRoot(root.clone()));
        };
        log(&format!("classify_root {root} ({root_id}) as {class_name}"));
        let class = self.get_or_create_class_id(class_name.clone())?;
        self.require_no_class_taken(root, root_id, log)?;
        let renumbered = self.renumber_tree(root_id, class, class_name, log)?;
        self.crush.replace_items(|item| renumbered.get(&item).copied().unwrap_or(item));
        self.rebuild_reclassified(log)
    }

    /// Builds the shadow trees anew, and tells when that fails.
    pub(super) fn rebuild_reclassified(&mut self, log: Log<'_>) -> Result<()> {
        self.rebuild_shadows().map_err(|error| {
            log(&format!("failed to rebuild_roots_with_classes: {}", error.errno_text()));
            error.into()
        })
    }

    fn require_no_class_taken(&self, root: &Name, root_id: i32, log: Log<'_>) -> Result<()> {
        for rule in self.rules().map(|(number, _)| number) {
            for take in self.takes_of_rule(rule) {
                if let Some((base, Some(class))) = self.split_id_class(take)
                    && base == root_id
                {
                    log(&format!("  rule {rule} includes take on root {root} class {class}"));
                    return Err(ReclassifyError::RuleTakesClass { rule, root: root.clone(), class });
                }
            }
        }
        Ok(())
    }

    /// Returns the new ids. The last child of a bucket gets its id first.
    fn renumber_tree(
        &mut self,
        root: i32,
        class: i32,
        class_name: &Name,
        log: Log<'_>,
    ) -> Result<HashMap<i32, i32>> {
        let mut renumbered = HashMap::new();
        let mut stack = vec![root];
        while let Some(old) = stack.pop() {
            if renumbered.contains_key(&old) {
                return Err(ReclassifyError::LinkedTwice(old));
            }
            let Some(bucket) = self.bucket(old) else {
                let error = EditError::UnknownBucket(old);
                log(&format!("cannot find bucket {old}: {}", error.errno_text()));
                return Err(error.into());
            };
            stack.extend(bucket.items.iter().copied().filter(|&item| item < 0));
            let new = self.next_bucket_id()?;
            log(&format!("  renumbering bucket {old} -> {new}"));
            self.renumber(old, new)?;
            self.leave_shadow(old, new, class, class_name);
            renumbered.insert(old, new);
        }
        Ok(renumbered)
    }

    /// Moves a bucket to a new id and leaves an empty one under the old.
    fn renumber(&mut self, old: i32, new: i32) -> Result<()> {
        self.make_room(new)?;
        self.crush.renumber_bucket(old, new).map_err(EditError::from)?;
        let bucket = self.bucket(new).ok_or(EditError::UnknownBucket(new))?;
        let (algorithm, hash, r#type) = (bucket.weights.algorithm(), bucket.hash, bucket.r#type);
        let empty = BucketSpec { id: old, algorithm, hash, r#type, items: &[], weights: &[] };
        self.crush.add_bucket(&empty).map_err(EditError::from)?;
        for args in self.choose_args.values_mut() {
            if let Some(entry) = args.0.remove(&(!old).cast_unsigned()) {
                args.0.insert((!new).cast_unsigned(), entry);
            }
        }
        Ok(())
    }

    /// Makes the table of buckets just long enough for an id, where other edits double it.
    pub(super) fn make_room(&mut self, id: i32) -> Result<()> {
        let slots = (!id).cast_unsigned() as usize + 1;
        if slots > self.max_buckets() {
            self.crush.set_max_buckets(slots).map_err(EditError::from)?;
        }
        Ok(())
    }

    fn leave_shadow(&mut self, old: i32, new: i32, class: i32, class_name: &Name) {
        self.classes.shadows.remove(&old);
        self.classes.shadows.insert(new, BTreeMap::from([(class, old)]));
        if let Some(name) = self.names.remove(old) {
            self.names.set(old, shadow_name(&name, class_name));
            self.names.set(new, name);
        }
    }
}

/// Name of a bucket's shadow.
pub(super) fn shadow_name(bucket: &Name, class: &Name) -> Name {
    Name::from(&[bucket.as_bytes(), b"~", class.as_bytes()].concat()[..])
}
