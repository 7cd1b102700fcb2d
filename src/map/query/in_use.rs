//! What rules depend on.
#![forbid(unsafe_code)]

use super::takes::takes;
use crate::map::model::Map;
use crate::map::names::Name;

impl Map {
    /// Whether a bucket is the shadow of another, or a rule takes it or a shadow of it.
    ///
    /// The answer is no as soon as some rule takes an item whose name stands for nothing, as in the original.
    pub fn bucket_is_in_use(&self, bucket: i32) -> bool {
        let shadows = self.classes.shadows.values().flat_map(|of_class| of_class.values());
        shadows.copied().any(|shadow| shadow == bucket) || self.some_take(|base, _| base == bucket)
    }

    /// Whether a rule takes a shadow bucket of a class.
    ///
    /// The answer is no as soon as some rule takes an item whose name stands for nothing, as in the original.
    pub fn class_is_in_use(&self, class: i32) -> bool {
        self.some_take(|_, of| of == Some(class))
    }

    fn some_take(&self, wanted: impl Fn(i32, Option<i32>) -> bool) -> bool {
        for take in self.rules().flat_map(|(_, rule)| takes(rule)) {
            match self.split_id_class(take) {
                None => return false,
                Some((base, class)) if wanted(base, class) => return true,
                Some(_) => {}
            }
        }
        false
    }

    /// Names of the rules that take a shadow bucket of a class, once for each take.
    pub fn rules_that_use_class(&self, class: i32) -> Vec<Name> {
        let takes = self.rules().flat_map(|(number, rule)| takes(rule).map(move |take| (number, take)));
        let using =
            takes.filter(|&(_, take)| self.split_id_class(take).is_some_and(|(_, of)| of == Some(class)));
        using.map(|(number, _)| self.rule_name(number).cloned().unwrap_or_else(|| "".into())).collect()
    }
}
