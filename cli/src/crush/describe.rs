//! Items, pools and sets in words.

use crush::map::Map;
use crush::osdmap::OsdMap;

/// "No device" in a set.
pub(crate) const NONE: i32 = i32::MAX;

/// A text that a terminal takes for text, whatever a map calls its items.
pub(crate) fn printable(text: &str) -> String {
    if !text.contains(char::is_control) {
        return text.to_owned();
    }
    text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

/// An item by its name, else its id.
pub(crate) fn item(map: &Map, item: i32) -> String {
    match map.names().name(item) {
        Some(name) => printable(&name.to_string()),
        None if item == NONE => "none".to_owned(),
        None if item >= 0 => format!("osd.{item}"),
        None => format!("bucket {item}"),
    }
}

/// A type by its name, else its number.
pub(crate) fn kind(map: &Map, kind: i32) -> String {
    map.types().name(kind).map_or_else(|| format!("type {kind}"), |name| printable(&name.to_string()))
}

/// A pool with its id and name.
pub(crate) fn pool(map: &OsdMap, id: i64) -> String {
    match map.pool_names.get(&id) {
        Some(name) => format!("{} '{}'", id.cast_unsigned(), printable(&String::from_utf8_lossy(name))),
        None => id.cast_unsigned().to_string(),
    }
}

/// A set as Ceph's tools print it for people, holes as NONE.
pub(crate) fn set(set: &[i32]) -> String {
    format!("[{}]", ids(set, ","))
}

/// The ids of a set, holes as NONE.
pub(crate) fn ids(set: &[i32], separator: &str) -> String {
    let id = |&osd: &i32| if osd == NONE { "NONE".to_owned() } else { osd.to_string() };
    set.iter().map(id).collect::<Vec<_>>().join(separator)
}

/// A weight in 16.16 as a number of at most five digits behind the point.
pub(crate) fn weight(weight: u32) -> String {
    let text = format!("{:.5}", f64::from(weight) / 65536.0);
    let text = text.trim_end_matches('0');
    text.strip_suffix('.').unwrap_or(text).to_owned()
}
