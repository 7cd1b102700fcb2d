//! What devices hold now, from a file.

use super::found::Found;
use crate::failure::Failure;
use crate::{input, list};
use analysis::diff::{Subject, Used};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;

/// Bytes of a kibibyte, in which `ceph osd df` counts.
const KIB: f64 = 1024.0;

/// The part of `ceph osd df -f json` that counts.
#[derive(Deserialize)]
struct OsdDf {
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
struct Node {
    id: i32,
    kb: f64,
    kb_used: f64,
}

/// Reads either form.
pub(super) fn read(path: &Path) -> Result<BTreeMap<i32, Used>, Failure> {
    let bytes = input::read(path)?;
    if bytes.trim_ascii_start().starts_with(b"{") {
        let parsed: OsdDf = serde_json::from_slice(&bytes).map_err(|error| {
            Failure::new(format!("{}: not `ceph osd df -f json`: {error}", path.display()))
        })?;
        let used = |node: &Node| (node.id, Used { used: node.kb_used * KIB, size: node.kb * KIB });
        return Ok(parsed.nodes.iter().filter(|node| node.id >= 0).map(used).collect());
    }
    let text = String::from_utf8_lossy(&bytes);
    let lines =
        text.lines().enumerate().filter(|(_, text)| !text.trim().is_empty() && !text.starts_with('#'));
    let parsed = lines.map(|(number, text)| {
        line(text).ok_or_else(|| {
            let (path, number) = (path.display(), number + 1);
            Failure::new(format!("{path}, line {number}: write a device, bytes used and bytes of room"))
        })
    });
    parsed.collect()
}

/// `osd.3 1000 4000`.
fn line(text: &str) -> Option<(i32, Used)> {
    let mut words = text.split_whitespace();
    let device = list::device(words.next()?).ok().filter(|&device| device != analysis::NONE)?;
    let mut number =
        || words.next()?.parse::<f64>().ok().filter(|number| number.is_finite() && *number >= 0.0);
    let used = Used { used: number()?, size: number()? };
    words.next().is_none().then_some((device, used))
}

/// Bytes of a replica of each pool.
pub(super) fn weights(found: &Found, given: &[String]) -> Result<BTreeMap<Subject, f64>, Failure> {
    let mut weights = BTreeMap::new();
    let (mut bytes_given, mut replicas_given) = (0.0, 0.0);
    for text in given {
        let fail = || Failure::new(format!("--pool-used '{text}': write POOL=BYTES"));
        let (name, bytes) = text.split_once('=').ok_or_else(fail)?;
        let bytes: f64 = bytes.parse().ok().filter(|bytes| *bytes >= 0.0).ok_or_else(fail)?;
        let id = input::pool(&found.old.map, name)?;
        let diff = found.diff.subjects.iter().find(|diff| diff.subject == Subject::Pool(id));
        if let Some(diff) = diff.filter(|diff| diff.replicas > 0) {
            weights.insert(diff.subject, bytes / diff.replicas as f64);
            bytes_given += bytes;
            replicas_given += diff.replicas as f64;
        }
    }
    if replicas_given > 0.0 {
        for diff in &found.diff.subjects {
            weights.entry(diff.subject).or_insert(bytes_given / replicas_given);
        }
    }
    Ok(weights)
}
