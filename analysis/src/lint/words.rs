//! Items, rules and weights in words.

use super::finding::Place;
use crush::map::{Map, Name};

/// A name that a terminal takes for text, whatever a map calls its items.
pub(crate) fn clean(name: &Name) -> String {
    let text = name.to_string();
    text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

/// A type by its name, else its number.
pub(crate) fn kind(map: &Map, kind: i32) -> String {
    map.types().name(kind).map_or_else(|| format!("type {kind}"), clean)
}

/// An item by type and name: `host alpha`, `osd.3`.
pub(crate) fn item(map: &Map, item: i32) -> String {
    let name = map.names().name(item).map(clean);
    if item >= 0 {
        return name.unwrap_or_else(|| format!("device {item}"));
    }
    let name = name.unwrap_or_else(|| item.to_string());
    match map.bucket(item) {
        Some(bucket) => format!("{} {name}", kind(map, bucket.r#type.into())),
        None => format!("bucket {name}"),
    }
}

/// Some items by name, and how many more there are.
pub(crate) fn items(map: &Map, ids: &[i32]) -> String {
    const SHOWN: usize = 4;
    let shown: Vec<String> = ids.iter().take(SHOWN).map(|&id| item(map, id)).collect();
    match ids.len().saturating_sub(SHOWN) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

/// A rule by its name, else its number.
pub(crate) fn rule(map: &Map, number: u32) -> String {
    map.rule_name(number).map_or_else(|| format!("rule {number}"), |name| format!("rule '{}'", clean(name)))
}

/// A finding about an item.
pub(in crate::lint) fn at_item(map: &Map, id: i32) -> Place {
    let words = if id < 0 { format!("{} ({id})", item(map, id)) } else { item(map, id) };
    Place { words, item: Some(id), rule: None }
}

/// A finding about a rule.
pub(in crate::lint) fn at_rule(map: &Map, number: u32) -> Place {
    Place { words: rule(map, number), item: None, rule: Some(number) }
}

/// A weight, 16.16, as a number with at most five digits behind the point.
pub(crate) fn weight(weight: u64) -> String {
    let text = format!("{:.5}", weight as f64 / 65536.0);
    let text = text.trim_end_matches('0');
    text.strip_suffix('.').unwrap_or(text).to_owned()
}

/// `one`, or `many` of them.
pub(crate) fn count(number: usize, one: &str) -> String {
    if number == 1 {
        return format!("1 {one}");
    }
    let many = match one.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'i', 'o', 'u']) => format!("{stem}ies"),
        _ if one.ends_with(['s', 'x']) || one.ends_with("ch") => format!("{one}es"),
        _ => format!("{one}s"),
    };
    format!("{number} {many}")
}
