//! Building the shadow trees anew (spec 06 section 5.2).
#![forbid(unsafe_code)]

use super::Result;
use crate::map::model::Map;
use std::collections::BTreeSet;

impl Map {
    /// Builds the shadow trees of all classes anew. Shadow buckets keep their ids; classes that no device has, and whose
    /// shadow buckets no rule takes, are forgotten.
    ///
    /// Most operations do this by themselves. [`set_subtree_class`](Self::set_subtree_class) and
    /// [`add_bucket`](Self::add_bucket) do not.
    ///
    /// # Errors
    /// `Shadow`: a bucket or class without name, or a uniform bucket with a device of some class; `Cycle`.
    pub fn rebuild_roots_with_classes(&mut self) -> Result<()> {
        self.edit_hierarchy(Self::rebuild_shadows)
    }

    /// After an error the trees are there as far as they could be built.
    pub(in crate::map) fn rebuild_shadows(&mut self) -> Result<()> {
        let old = self.classes.shadows.clone();
        self.drop_dead_classes();
        self.trim_shadows();
        self.classes.shadows.clear();
        self.populate_shadows(&old)?;
        Ok(())
    }

    fn drop_dead_classes(&mut self) {
        let of_devices: BTreeSet<i32> = self.classes.of_item.range(0..).map(|(_, &class)| class).collect();
        let classes = self.classes.names.iter().map(|(class, _)| class);
        let dead = classes.filter(|&class| !of_devices.contains(&class) && !self.class_is_in_use(class));
        for class in dead.collect::<Vec<_>>() {
            self.classes.names.remove(class);
        }
    }

    /// Removes all shadow trees.
    fn trim_shadows(&mut self) {
        let mut removed = false;
        for root in self.shadow_roots() {
            // Children go before their parents in the original; what is left is the same.
            let below: Vec<_> = self.walk(root).filter(|&item| item < 0).chain([root]).collect();
            for bucket in below {
                if self.crush.remove_bucket(bucket).is_ok() {
                    self.names.remove(bucket);
                    self.forget_class(bucket);
                    removed = true;
                }
            }
        }
        if removed {
            self.clean_up_choose_args();
        }
    }

    /// Forgets a bucket's shadows and, if it is a shadow, its class.
    pub(super) fn forget_class(&mut self, bucket: i32) {
        self.classes.shadows.remove(&bucket);
        self.classes.of_item.remove(&bucket);
    }
}
