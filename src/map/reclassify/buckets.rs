//! Buckets that hold the devices of one class of a host, or of something above.
#![forbid(unsafe_code)]

use super::pattern::base_name;
use super::root::shadow_name;
use super::{Log, ReclassifyError, Result};
use crate::builder::BucketSpec;
use crate::builder::item_weight::item_weight;
use crate::map::edit::{EditError, float_weight};
use crate::map::location::Location;
use crate::map::model::Map;
use crate::map::names::Name;
use std::collections::BTreeMap;

/// What becomes of the buckets that match.
#[derive(Default)]
struct Plan {
    /// For each bucket that matches, the bucket that its items go to.
    bases: BTreeMap<i32, i32>,
    /// For each bucket that matches, the class of its devices.
    classes: BTreeMap<i32, (i32, Name)>,
    /// For each bucket that was made, the location that it goes to.
    parents: BTreeMap<i32, Location>,
}

impl Map {
    pub(super) fn reclassify_buckets(
        &mut self,
        patterns: &BTreeMap<Name, (Name, Name)>,
        log: Log<'_>,
    ) -> Result<()> {
        let mut plan = Plan::default();
        for (pattern, (class, parent)) in patterns {
            self.match_buckets(pattern, class, parent, &mut plan, log)?;
        }
        for (&bucket, &base) in &plan.bases {
            self.move_items(bucket, base, &plan, log)?;
        }
        for (&base, location) in &plan.parents {
            if self.immediate_parent(base).is_none() {
                log(&format!("new bucket {base} missing parent, adding at {location}"));
                self.link(base, location)?;
            }
        }
        self.make_shadows(&plan);
        self.rebuild_reclassified(log)
    }

    fn match_buckets(
        &mut self,
        pattern: &Name,
        class_name: &Name,
        parent: &Name,
        plan: &mut Plan,
        log: Log<'_>,
    ) -> Result<()> {
        let Some(parent_id) = self.names().id(parent) else {
            log(&format!("default parent {parent} does not exist"));
            return Err(ReclassifyError::UnknownParent(parent.clone()));
        };
        let parent_type = self.type_name_of(parent_id).cloned().unwrap_or_else(|| "".into());
        log(&format!("classify_bucket {pattern} as {class_name} default bucket {parent} ({parent_type})"));
        let class = self.get_or_create_class_id(class_name.clone())?;
        let location: Location = [(parent_type, parent.clone())].into_iter().collect();
        for bucket in self.buckets().map(|bucket| bucket.id).collect::<Vec<_>>() {
            if self.is_shadow(bucket) {
                continue;
            }
            let Some(name) = self.names().name(bucket).cloned() else { continue };
            let Some(base_name) = base_name(pattern.as_bytes(), name.as_bytes(), parent.as_bytes()) else {
                continue;
            };
            let base_name = Name::from(base_name);
            log(&format!("match {pattern} to {name} basename {base_name}"));
            let base = self.base(bucket, base_name, &location, plan, log)?;
            plan.bases.insert(bucket, base);
            plan.classes.insert(bucket, (class, class_name.clone()));
            let items = self.children(bucket).unwrap_or_default();
            let devices: Vec<_> = items.iter().copied().filter(|&item| item >= 0).collect();
            self.classes.of_item.extend(devices.into_iter().map(|device| (device, class)));
        }
        Ok(())
    }

    /// The bucket that a bucket's items go to, which is made when there is none.
    fn base(
        &mut self,
        bucket: i32,
        name: Name,
        location: &Location,
        plan: &mut Plan,
        log: Log<'_>,
    ) -> Result<i32> {
        if let Some(base) = self.names().id(&name) {
            let known = if plan.parents.contains_key(&base) { "already creating base" } else { "have base" };
            log(&format!("  {known} {base}"));
            return Ok(base);
        }
        let stored = self.bucket(bucket).ok_or(EditError::UnknownBucket(bucket))?;
        let (algorithm, hash, r#type) = (stored.weights.algorithm(), stored.hash, stored.r#type);
        let id = self.next_bucket_id()?;
        self.make_room(id)?;
        self.place_new_bucket(&BucketSpec { id, algorithm, hash, r#type, items: &[], weights: &[] })?;
        self.names.set(id, name);
        log(&format!("  created base {id}"));
        plan.parents.insert(id, location.clone());
        Ok(id)
    }

    fn move_items(&mut self, bucket: i32, base: i32, plan: &Plan, log: Log<'_>) -> Result<()> {
        let name = |map: &Self, id| map.names().name(id).cloned().unwrap_or_else(|| "".into());
        let (bucket_name, base_name) = (name(self, bucket), name(self, base));
        log(&format!("moving items from {bucket} ({bucket_name}) to {base} ({base_name})"));
        let base_type = self.type_name_of(base).cloned().unwrap_or_else(|| "".into());
        let to_base: Location = [(base_type, base_name)].into_iter().collect();
        let stored = self.bucket(bucket).ok_or(EditError::UnknownBucket(bucket))?;
        let weighted =
            stored.items.iter().enumerate().map(|(place, &item)| (item, item_weight(&stored, place)));
        for (item, weight) in weighted.collect::<Vec<_>>() {
            let moved = if item < 0 {
                let unmatched = ReclassifyError::NotReclassified { item, bucket };
                *plan.bases.get(&item).ok_or(unmatched)?
            } else {
                item
            };
            if self.subtree_contains(base, moved) {
                continue;
            }
            let done = if item < 0 {
                self.link(moved, &to_base)
            } else {
                self.insert_device(item, float_weight(weight), &name(self, item), &to_base)
            };
            done.inspect_err(|error| {
                log(&format!("reclassify err from insert_item: {}", error.errno_text()))
            })?;
        }
        Ok(())
    }

    /// The buckets that matched become shadows.
    fn make_shadows(&mut self, plan: &Plan) {
        for (&bucket, &base) in &plan.bases {
            let Some((class, class_name)) = plan.classes.get(&bucket) else { continue };
            self.classes.shadows.entry(base).or_default().insert(*class, bucket);
            if let Some(base_name) = self.names().name(base).cloned() {
                self.names.set(bucket, shadow_name(&base_name, class_name));
            }
        }
    }
}
