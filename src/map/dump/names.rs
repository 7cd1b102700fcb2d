//! Words for numbers.
#![forbid(unsafe_code)]

use crate::map::model::Map;
use crate::map::names::Name;

pub(super) fn hash(hash: u8) -> &'static str {
    if hash == 0 { "rjenkins1" } else { "unknown" }
}

/// Name of a type, or what stands in for it in texts.
pub(super) fn type_or_stand_in(map: &Map, r#type: i32) -> Name {
    match map.types().name(r#type) {
        Some(name) => name.clone(),
        None if r#type == 0 => "device".into(),
        None => format!("type{type}").as_str().into(),
    }
}

/// What choose_args are called in tables.
pub(super) fn choose_args(index: i64) -> String {
    if index == crate::map::DEFAULT_CHOOSE_ARGS { "(compat)".to_owned() } else { index.to_string() }
}
