//! Edits as words of a command line, and as calls of our model.

use super::start::{CLASSES, TYPES};
use crate::rng::Rng;
use crush::map::{EditError, Location, Map, Name, Reclassification, ReclassifyError, RuleMode, SimpleRule};

/// One edit.
#[derive(Clone, Debug)]
pub(super) enum Operation {
    AddItem {
        update: bool,
        id: i32,
        weight: &'static str,
        name: String,
        loc: Vec<(&'static str, String)>,
    },
    RemoveItem(String),
    ReweightItem(String, &'static str),
    AddBucket {
        name: String,
        kind: &'static str,
        loc: Vec<(&'static str, String)>,
    },
    Move {
        name: String,
        loc: Vec<(&'static str, String)>,
    },
    CreateRule {
        simple: Option<&'static str>,
        name: String,
        root: String,
        kind: &'static str,
        class: &'static str,
    },
    RemoveRule(String),
    Reweight,
    Rebuild,
    SetSubtreeClass(String, &'static str),
    Reclassify {
        subtree: Option<(String, &'static str)>,
        roots: Vec<(String, &'static str)>,
        buckets: Vec<(String, &'static str, String)>,
    },
    AllowedAlgorithms(u32),
}

/// What an edit came to: the exit status, 0 for success, and what it printed if that is compared.
pub(super) struct Outcome {
    pub(super) status: i32,
    pub(super) printed: Option<String>,
    /// Ours refuses on purpose what destroys a map.
    pub(super) refused_on_purpose: bool,
}

const WEIGHTS: [&str; 10] = ["0", "1", "1", "2.5", "0.1", "3.14159", "300.00001", "0.00002", "-1", "32768"];

fn host(rng: &mut Rng) -> String {
    format!("host{}", rng.below(5))
}

fn bucket(rng: &mut Rng) -> String {
    match rng.below(6) {
        0 => rng.pick(&["default", "root1", "root2"]).to_owned(),
        1 | 2 => format!("rack{}", rng.below(4)),
        _ => host(rng),
    }
}

fn item(rng: &mut Rng) -> String {
    if rng.one_in(2) { bucket(rng) } else { format!("osd.{}", rng.below(12)) }
}

fn loc(rng: &mut Rng) -> Vec<(&'static str, String)> {
    let mut loc = Vec::new();
    if !rng.one_in(4) {
        loc.push((TYPES[1], host(rng)));
    }
    if rng.one_in(3) {
        loc.push((TYPES[2], format!("rack{}", rng.below(4))));
    }
    if !rng.one_in(4) {
        loc.push((TYPES[3], rng.pick(&["default", "default", "root1", "host0", "bad~name"]).to_owned()));
    }
    if rng.one_in(20) {
        loc.push(("building", "b".to_owned()));
    }
    loc
}

impl Operation {
    /// Whether it can leave a bucket without an item that it had.
    pub(super) fn takes_items_away(&self) -> bool {
        matches!(self, Self::RemoveItem(_) | Self::Move { .. } | Self::AddItem { update: true, .. })
    }

    /// Any edit; without those that make rules when their masks would differ.
    pub(super) fn random(rng: &mut Rng, with_rules: bool) -> Self {
        match rng.below(22) {
            0..=3 => {
                let id = rng.below(12) as i32;
                let name = if rng.one_in(12) {
                    rng.pick(&["disk.7", "a b", "osd.1"]).to_owned()
                } else {
                    format!("osd.{id}")
                };
                Self::AddItem { update: rng.one_in(2), id, weight: rng.pick(&WEIGHTS), name, loc: loc(rng) }
            }
            4..=6 => Self::RemoveItem(item(rng)),
            7..=9 => Self::ReweightItem(item(rng), rng.pick(&WEIGHTS)),
            10 | 11 => Self::AddBucket {
                name: if rng.one_in(9) { "a b".to_owned() } else { bucket(rng) },
                kind: rng.pick(&["host", "rack", "root", "osd", "chassis"]),
                loc: loc(rng),
            },
            12..=14 => Self::Move { name: item(rng), loc: loc(rng) },
            15 if with_rules => Self::CreateRule {
                simple: rng.pick(&[None, Some("firstn"), Some("indep"), Some("other")]),
                name: format!("rule{}", rng.below(4)),
                root: rng.pick(&["default", "host0", "nowhere"]).to_owned(),
                kind: rng.pick(&["host", "osd", "", "rack", "nothing"]),
                class: rng.pick(&["", "", CLASSES[0], CLASSES[1]]),
            },
            15 | 16 => Self::RemoveRule(format!("rule{}", rng.below(3))),
            17 => Self::Reweight,
            18 => Self::Rebuild,
            19 => Self::SetSubtreeClass(item(rng), rng.pick(&CLASSES)),
            20 => Self::reclassify(rng),
            _ => Self::AllowedAlgorithms(rng.pick(&[54, 54, 22, 16, 8, 4, 2, 0])),
        }
    }

    fn reclassify(rng: &mut Rng) -> Self {
        let root = rng.pick(&["default", "root1", "host1"]).to_owned();
        let class = rng.pick(&CLASSES);
        let subtree = rng.one_in(2).then(|| (root.clone(), class));
        let roots = if rng.one_in(3) { Vec::new() } else { vec![(root, class)] };
        let patterns = rng.below(3);
        let buckets = (0..patterns).map(|_| {
            let pattern = rng.pick(&["host%", "%1", "root1", "rack%", "%0", "root%"]).to_owned();
            (pattern, rng.pick(&CLASSES), rng.pick(&["default", "default", "rack0", "nowhere"]).to_owned())
        });
        let mut buckets: Vec<_> = buckets.collect();
        buckets.dedup_by(|a, b| a.0 == b.0);
        Self::Reclassify { subtree, roots, buckets }
    }

    /// Words for the genuine tool.
    pub(super) fn words(&self) -> Vec<String> {
        let mut words: Vec<&str> = Vec::new();
        let id;
        match self {
            Self::AddItem { update, id: number, weight, name, loc } => {
                id = number.to_string();
                words.extend([if *update { "--update-item" } else { "--add-item" }, &id, weight, name]);
                words.extend(loc_words(loc));
            }
            Self::RemoveItem(name) => words.extend(["--remove-item", name]),
            Self::ReweightItem(name, weight) => words.extend(["--reweight-item", name, weight]),
            Self::AddBucket { name, kind, loc } => {
                words.extend(["--add-bucket", name, kind]);
                words.extend(loc_words(loc));
            }
            Self::Move { name, loc } => {
                words.extend(["--move", name]);
                words.extend(loc_words(loc));
            }
            Self::CreateRule { simple, name, root, kind, class } => {
                let option =
                    if simple.is_some() { "--create-simple-rule" } else { "--create-replicated-rule" };
                words.extend([option, name, root, kind]);
                words.extend(*simple);
                if !class.is_empty() {
                    words.extend(["--device-class", class]);
                }
            }
            Self::RemoveRule(name) => words.extend(["--remove-rule", name]),
            Self::Reweight => words.push("--reweight"),
            Self::Rebuild => words.push("--rebuild-class-roots"),
            // By itself it is no action; the rebuilding comes before it.
            Self::SetSubtreeClass(name, class) => {
                words.extend(["--set-subtree-class", name, class, "--rebuild-class-roots"]);
            }
            Self::Reclassify { subtree, roots, buckets } => {
                words.push("--reclassify");
                if let Some((name, class)) = subtree {
                    words.extend(["--set-subtree-class", name, class]);
                }
                for (name, class) in roots {
                    words.extend(["--reclassify-root", name, class]);
                }
                for (pattern, class, parent) in buckets {
                    words.extend(["--reclassify-bucket", pattern, class, parent]);
                }
            }
            Self::AllowedAlgorithms(bits) => {
                id = bits.to_string();
                words.extend(["--set-allowed-bucket-algs", &id]);
            }
        }
        words.into_iter().map(str::to_owned).collect()
    }

    /// Does it with our model.
    pub(super) fn apply(&self, map: &mut Map) -> Outcome {
        let mut printed = None;
        let mut refused_on_purpose = false;
        let status = match self {
            Self::AddItem { update, id, weight, name, loc } => {
                let (weight, loc) = (number(weight), location(loc));
                if *update {
                    status(map.update_item(*id, weight, name.as_str(), &loc))
                } else {
                    status(map.insert_item(*id, weight, name.as_str(), &loc))
                }
            }
            Self::RemoveItem(name) => named(map, name).map_or(254, |id| status(map.remove_item(id))),
            Self::ReweightItem(name, weight) => {
                named(map, name).map_or(254, |id| status(map.adjust_item_weightf(id, number(weight))))
            }
            Self::AddBucket { name, kind, loc } => add_bucket(map, name, kind, &location(loc)),
            Self::Move { name, loc } => move_item(map, name, &location(loc)),
            Self::CreateRule { simple, name, root, kind, class } => {
                let mode = simple.unwrap_or("firstn").parse::<RuleMode>();
                let rule = SimpleRule::replicated(name.as_str(), root.as_str(), *kind).class(*class);
                let added = mode.and_then(|mode| map.add_simple_rule(&SimpleRule { mode, ..rule }));
                i32::from(added.is_err())
            }
            // Of an unknown rule it is said that there is none, and all is well.
            Self::RemoveRule(name) => {
                map.rule_id(name).map_or(0, |rule| i32::from(map.remove_rule(rule).is_err()))
            }
            Self::Reweight => status(map.reweight()),
            Self::Rebuild => i32::from(map.rebuild_roots_with_classes().is_err()),
            Self::SetSubtreeClass(name, class) => {
                let rebuilt = map.rebuild_roots_with_classes();
                let _ = map.set_subtree_class(name, *class);
                i32::from(rebuilt.is_err())
            }
            Self::Reclassify { subtree, roots, buckets } => {
                if let Some((name, class)) = subtree {
                    let _ = map.set_subtree_class(name, *class);
                }
                let lines = printed.insert(String::new());
                let request = reclassification(roots, buckets);
                let done = map.reclassify(&request, &mut |line| *lines += &format!("{line}\n"));
                refused_on_purpose = matches!(done, Err(ReclassifyError::LinkedTwice(_)));
                i32::from(done.is_err())
            }
            Self::AllowedAlgorithms(bits) => {
                let tunables = map.tunables();
                map.set_tunables(&crush::builder::MapTunables { allowed_bucket_algs: *bits, ..tunables });
                0
            }
        };
        Outcome { status, printed, refused_on_purpose }
    }
}

fn loc_words<'a>(loc: &'a [(&'static str, String)]) -> impl Iterator<Item = &'a str> {
    loc.iter().flat_map(|(kind, name)| ["--loc", kind, name.as_str()])
}

fn location(loc: &[(&'static str, String)]) -> Location {
    loc.iter().map(|(kind, name)| (*kind, name.as_str())).collect()
}

/// The weights above are all numbers.
fn number(weight: &str) -> f32 {
    weight.parse().unwrap_or(f32::NAN)
}

fn named(map: &Map, name: &str) -> Option<i32> {
    map.names().id(name)
}

/// The exit status for an error: what is left of the negative errno.
fn status<T>(result: Result<T, EditError>) -> i32 {
    result.map_or_else(|error| 256 - error.errno(), |_| 0)
}

fn add_bucket(map: &mut Map, name: &str, kind: &str, loc: &Location) -> i32 {
    let id = match map.add_bucket(name, kind) {
        Ok(id) => id,
        error => return status(error),
    };
    if loc.is_empty() || map.check_item_loc(id, loc).is_some() { 0 } else { status(map.move_bucket(id, loc)) }
}

fn move_item(map: &mut Map, name: &str, loc: &Location) -> i32 {
    let Some(id) = named(map, name) else { return 254 };
    if loc.is_empty() {
        return 234;
    }
    if map.check_item_loc(id, loc).is_some() {
        return 1;
    }
    if id < 0 {
        status(map.move_bucket(id, loc))
    } else {
        status(map.create_or_move_item(id, 0.0, name, loc))
    }
}

fn reclassification(roots: &[(String, &str)], buckets: &[(String, &str, String)]) -> Reclassification {
    let name = |name: &str| Name::from(name);
    Reclassification {
        roots: roots.iter().map(|(root, class)| (name(root), name(class))).collect(),
        buckets: buckets
            .iter()
            .map(|(pattern, class, parent)| (name(pattern), (name(class), name(parent))))
            .collect(),
    }
}
