//! Buckets, children first (spec 05 section 5.1).
#![forbid(unsafe_code)]

use super::{DecompileFault, TextWriter};
use crate::builder::item_weight::item_weight;
use crate::builder::{BucketAlgorithm, StoredBucket};
use std::collections::HashMap;

/// How far a bucket is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Progress {
    Begun,
    Done,
}

const UNNECESSARILY: &str = "\t\t# do not change unnecessarily\n";

impl TextWriter<'_> {
    pub(super) fn buckets(&mut self) -> Result<(), DecompileFault> {
        let mut progress = HashMap::new();
        let ids: Vec<_> = self.map.buckets().map(|bucket| bucket.id).collect();
        ids.into_iter().try_for_each(|id| self.visit(id, &mut progress))
    }

    /// Writes a bucket and, before it, all below it that were not written yet. The stack is not the thread's, as it is
    /// as high as the map is deep.
    fn visit(&mut self, id: i32, progress: &mut HashMap<i32, Progress>) -> Result<(), DecompileFault> {
        if progress.contains_key(&id) {
            return Ok(());
        }
        let mut stack = vec![(id, 0)];
        progress.insert(id, Progress::Begun);
        while let Some((id, place)) = stack.last_mut() {
            let Some(bucket) = self.map.bucket(*id) else { return Ok(()) };
            let Some(&item) = bucket.items.get(*place) else {
                progress.insert(*id, Progress::Done);
                stack.pop();
                self.bucket(&bucket);
                continue;
            };
            *place += 1;
            match progress.get(&item) {
                Some(Progress::Begun) => return Err(DecompileFault::Cycle(bucket.id)),
                None if self.map.bucket(item).is_some() => {
                    progress.insert(item, Progress::Begun);
                    stack.push((item, 0));
                }
                Some(Progress::Done) | None => {}
            }
        }
        Ok(())
    }

    fn bucket(&mut self, bucket: &StoredBucket<'_>) {
        if self.map.is_shadow(bucket.id) {
            return;
        }
        self.type_name(bucket.r#type.into());
        self.put(" ");
        self.item_name(bucket.id);
        self.put(" {\n");
        self.ids(bucket.id);
        self.put("\t# weight ");
        self.weight(bucket.weight);
        self.put("\n\talg ");
        self.algorithm(bucket);
        self.put("\n\thash ");
        self.number(bucket.hash);
        self.put(if bucket.hash == 0 { "\t# rjenkins1\n" } else { "\t# unknown\n" });
        (0..bucket.items.len()).for_each(|place| self.item(bucket, place));
        self.put("}\n");
    }

    fn ids(&mut self, bucket: i32) {
        self.put("\tid ");
        self.number(bucket);
        self.put(UNNECESSARILY);
        let map = self.map;
        for (&class, &shadow) in map.classes.shadows.get(&bucket).into_iter().flatten() {
            // Upstream aborts when a class has no name.
            let Some(class) = map.classes.names.name(class) else { continue };
            self.put("\tid ");
            self.number(shadow);
            self.put(" class ");
            self.put(class);
            self.put(UNNECESSARILY);
        }
    }

    fn algorithm(&mut self, bucket: &StoredBucket<'_>) {
        match bucket.weights.algorithm() {
            BucketAlgorithm::Uniform => {
                self.put("uniform\t# do not change bucket size (");
                self.number(bucket.items.len());
                self.put(") unnecessarily");
            }
            BucketAlgorithm::List => {
                self.put("list\t# add new items at the end; do not change order unnecessarily");
            }
            BucketAlgorithm::Tree => self.put("tree\t# do not change pos for existing items unnecessarily"),
            drawn @ (BucketAlgorithm::Straw | BucketAlgorithm::Straw2) => self.put(drawn.name()),
        }
    }

    fn item(&mut self, bucket: &StoredBucket<'_>, place: usize) {
        let Some(&item) = bucket.items.get(place) else { return };
        self.put("\titem ");
        self.item_name(item);
        self.put(" weight ");
        self.weight(item_weight(bucket, place));
        if matches!(bucket.weights.algorithm(), BucketAlgorithm::Uniform | BucketAlgorithm::Tree) {
            self.put(" pos ");
            self.number(place);
        }
        self.put("\n");
    }
}
