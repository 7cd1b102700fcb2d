//! What is found, with names.

use crate::cluster;
use crate::describe;
use analysis::NONE;
use analysis::cluster::Cluster;
use analysis::diff::{DeviceChange, DeviceFullness, Diff, Move, Subject, SubjectDiff, Total};
use serde::Serialize;
use std::collections::BTreeMap;

/// A comparison with both sides.
pub(super) struct Found {
    pub(super) old: Cluster,
    pub(super) new: Cluster,
    pub(super) diff: Diff,
    pub(super) devices: Vec<DeviceChange>,
    /// Who gives to whom, by the buckets of a type.
    pub(super) groups: Vec<(String, Vec<Move>)>,
    pub(super) fullness: Option<Vec<DeviceFullness>>,
}

impl Found {
    pub(super) fn new(old: Cluster, new: Cluster, diff: Diff) -> Self {
        let devices = diff.devices();
        Self { old, new, diff, devices, groups: Vec::new(), fullness: None }
    }

    pub(super) fn group(&mut self, name: &str, r#type: u16) {
        let moves = self.diff.moves_by_type(&self.old, &self.new, r#type);
        self.groups.push((name.to_owned(), moves));
    }

    pub(super) fn subject(&self, subject: Subject) -> String {
        cluster::subject(&self.old, &self.new, subject)
    }

    /// A rule by its name, after the change or before.
    pub(super) fn rule(&self, diff: &SubjectDiff) -> String {
        let named = |cluster: &Cluster, number: Option<u32>| {
            let number = number?;
            let name = cluster.crush().rule_name(number).map(|name| describe::printable(&name.to_string()));
            Some(name.unwrap_or_else(|| number.to_string()))
        };
        let (before, after) = (named(&self.old, diff.rule_before), named(&self.new, diff.rule_after));
        match (before, after) {
            (Some(before), Some(after)) if before != after => format!("{before} -> {after}"),
            (before, after) => after.or(before).unwrap_or_default(),
        }
    }

    /// An item, or "nowhere".
    pub(super) fn item(&self, id: i32) -> String {
        if id == NONE { "nowhere".to_owned() } else { cluster::item(&self.old, &self.new, id) }
    }

    pub(super) fn fullness_by_device(&self) -> BTreeMap<i32, DeviceFullness> {
        self.fullness.iter().flatten().map(|device| (device.id, *device)).collect()
    }

    pub(super) fn json(&self) -> Json<'_> {
        let moved = |&(from, to, count): &Move| NamedMove { from: self.item(from), to: self.item(to), count };
        let groups = self.groups.iter();
        Json {
            subjects: self
                .diff
                .subjects
                .iter()
                .map(|diff| Named { name: self.subject(diff.subject), diff })
                .collect(),
            total: self.diff.total,
            devices: &self.devices,
            moves: groups.map(|(by, moves)| (by.as_str(), moves.iter().map(moved).collect())).collect(),
            fullness: self.fullness.as_deref(),
        }
    }
}

/// All of it.
#[derive(Serialize)]
pub(super) struct Json<'a> {
    subjects: Vec<Named<'a>>,
    total: Total,
    devices: &'a [DeviceChange],
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    moves: BTreeMap<&'a str, Vec<NamedMove>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fullness: Option<&'a [DeviceFullness]>,
}

#[derive(Serialize)]
struct Named<'a> {
    name: String,
    #[serde(flatten)]
    diff: &'a SubjectDiff,
}

#[derive(Serialize)]
struct NamedMove {
    from: String,
    to: String,
    count: u64,
}
