//! Names, and what stands in for missing ones.
#![forbid(unsafe_code)]

use super::TextWriter;

impl TextWriter<'_> {
    /// Name of a device or bucket.
    pub(super) fn item_name(&mut self, item: i32) {
        if let Some(name) = self.map.names.name(item) {
            self.put(name);
        } else if item >= 0 {
            self.put("device");
            self.number(item);
        } else {
            self.put("bucket");
            // The slot of an id is -1 - id, which is the complement of its bits.
            self.number(!item);
        }
    }

    /// Name of a type.
    pub(super) fn type_name(&mut self, kind: i32) {
        if let Some(name) = self.map.types.name(kind) {
            self.put(name);
        } else if kind == 0 {
            self.put("device");
        } else {
            self.put("type");
            self.number(kind);
        }
    }
}
