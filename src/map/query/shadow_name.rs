//! Names of shadow buckets, taken apart.
#![forbid(unsafe_code)]

use crate::map::model::Map;

impl Map {
    /// The bucket and class that an item's name stands for; an item that is no shadow bucket stands for itself.
    ///
    /// `None` if the item has no name, or its name is that of a bucket or class that does not exist.
    pub fn split_id_class(&self, item: i32) -> Option<(i32, Option<i32>)> {
        let name = self.names.name(item)?.as_bytes();
        let Some(tilde) = name.iter().position(|&byte| byte == b'~') else { return Some((item, None)) };
        let base = self.names.id(&name[..tilde])?;
        let class = self.classes.names.id(&name[tilde + 1..])?;
        Some((base, Some(class)))
    }
}
