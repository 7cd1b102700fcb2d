//! Choose_args (spec 05 section 5.3).
#![forbid(unsafe_code)]

use super::TextWriter;
use crate::map::choose_args::BucketArgs;

impl TextWriter<'_> {
    pub(super) fn choose_args(&mut self) {
        let map = self.map;
        for (index, args) in &map.choose_args {
            self.put("choose_args ");
            self.number(index.cast_unsigned());
            self.put(" {\n");
            for (slot, entry) in args.iter() {
                self.put("  {\n    bucket_id ");
                self.number(!slot.cast_signed());
                self.put("\n");
                self.entry(entry);
                self.put("  }\n");
            }
            self.put("}\n");
        }
    }

    fn entry(&mut self, entry: &BucketArgs) {
        if !entry.weight_set.is_empty() {
            self.put("    weight_set [\n");
            for weights in &entry.weight_set {
                self.put("      [ ");
                for &weight in weights {
                    self.weight(weight);
                    self.put(" ");
                }
                self.put("]\n");
            }
            self.put("    ]\n");
        }
        if !entry.ids.is_empty() {
            self.put("    ids [ ");
            for &id in &entry.ids {
                self.number(id);
                self.put(" ");
            }
            self.put("]\n");
        }
    }
}
