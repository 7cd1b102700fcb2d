//! The maps that are measured, by name.
#![forbid(unsafe_code)]

use super::cluster::{Devices, hierarchy, single};
use crate::case::{Bucket, Case, ChooseArg, Rule, Step, Tunables, alg, op, rule_type, step};
use std::fmt;

/// Types of buckets.
pub(super) const HOST: u16 = 1;
pub(super) const RACK: u16 = 2;
pub(super) const ROOT: u16 = 10;
/// The bucket that every rule takes.
pub(super) const ROOT_ID: i32 = -1;

/// How a program uses its workspace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Workspaces {
    /// Initialised once.
    Kept,
    /// Initialised before each call, as Ceph's own C++ does.
    Fresh,
}

/// A map, a rule and all else that a mapping takes.
pub(crate) struct Subject {
    pub(crate) name: String,
    pub(crate) case: Case,
    pub(crate) result_max: usize,
    pub(crate) workspaces: Workspaces,
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl Subject {
    fn new(name: &str, buckets: Vec<Bucket>, rule: Rule, result_max: usize) -> Self {
        let devices = buckets.iter().flat_map(|bucket| &bucket.items).max().map_or(0, |&last| last + 1);
        let case = Case {
            tunables: Tunables::OPTIMAL,
            buckets,
            rules: vec![rule],
            max_devices: None,
            device_weights: vec![0x1_0000; devices.max(0) as usize],
            choose_args: None,
            histogram: false,
            inputs: Vec::new(),
        };
        Self { name: name.to_owned(), case, result_max, workspaces: Workspaces::Kept }
    }

    /// Rules of this subject mean something in the older generations too.
    pub(crate) fn is_ordinary(&self) -> bool {
        self.case.rules.iter().all(|rule| ![rule_type::MSR_FIRSTN, rule_type::MSR_INDEP].contains(&rule.kind))
    }
}

fn rule(kind: u8, choose: &[Step]) -> Rule {
    let mut steps = vec![step(op::TAKE, ROOT_ID, 0)];
    steps.extend(choose);
    steps.push(step(op::EMIT, 0, 0));
    Rule { kind, steps }
}

fn chooseleaf() -> Rule {
    rule(rule_type::REPLICATED, &[step(op::CHOOSELEAF_FIRSTN, 0, i32::from(HOST))])
}

fn choose_devices() -> Rule {
    rule(rule_type::REPLICATED, &[step(op::CHOOSE_FIRSTN, 0, 0)])
}

fn hier(name: &str, devices: Devices) -> Subject {
    Subject::new(name, hierarchy(alg::STRAW2, &[25, 20, 20], devices), chooseleaf(), 3)
}

fn small(name: &str, alg: u8, devices: Devices) -> Subject {
    Subject::new(name, hierarchy(alg, &[8, 12], devices), chooseleaf(), 3)
}

/// One bucket of `size` devices; as many replicas as it has, three at most.
pub(super) fn flat(name: &str, alg: u8, size: usize, devices: Devices) -> Subject {
    Subject::new(name, single(alg, size, devices), choose_devices(), size.min(3))
}

fn ec(name: &str) -> Subject {
    let rule = rule(rule_type::ERASURE, &[step(op::CHOOSELEAF_INDEP, 0, i32::from(HOST))]);
    Subject::new(name, hierarchy(alg::STRAW2, &[25, 20, 20], Devices::Equal), rule, 11)
}

fn msr(name: &str) -> Subject {
    let steps = [step(op::CHOOSE_MSR, 4, i32::from(HOST)), step(op::CHOOSE_MSR, 4, 0)];
    let rule = rule(rule_type::MSR_INDEP, &steps);
    Subject::new(name, hierarchy(alg::STRAW2, &[25, 20, 20], Devices::Equal), rule, 14)
}

/// Every tenth device is out, every tenth at half.
fn reweighted(name: &str) -> Subject {
    let mut subject = hier(name, Devices::Equal);
    for (device, weight) in subject.case.device_weights.iter_mut().enumerate() {
        match device % 10 {
            3 => *weight = 0,
            7 => *weight = 0x8000,
            _ => {}
        }
    }
    subject
}

/// All devices but every `n`th are out.
fn mostly_out(mut subject: Subject, n: usize) -> Subject {
    for (device, weight) in subject.case.device_weights.iter_mut().enumerate() {
        *weight = if device % n == 0 { 0x1_0000 } else { 0 };
    }
    subject
}

/// With the tunables of Ceph's first years, that fall back to a permutation after a few failures.
fn legacy(mut subject: Subject) -> Subject {
    subject.case.tunables = Tunables::LEGACY;
    subject
}

/// Ids and two positions of weights stand in for those of every bucket.
fn choose_args(name: &str) -> Subject {
    let mut subject = hier(name, Devices::Equal);
    let arg = |bucket: &Bucket| {
        // Weights up to an eighth lighter or heavier, as a balancer leaves them.
        let nudged = |turn: usize| {
            let nudge = |(i, &weight): (usize, &u32)| weight / 16 * (14 + (i * 5 + turn) as u32 % 5);
            bucket.weights.iter().enumerate().map(nudge).collect::<Vec<u32>>()
        };
        ChooseArg {
            bucket: bucket.id,
            ids: Some(bucket.items.iter().map(|item| item ^ 0x10_0000).collect()),
            weight_sets: vec![nudged(0), nudged(2)],
        }
    };
    subject.case.choose_args = Some(subject.case.buckets.iter().map(arg).collect());
    subject
}

fn wrapper(name: &str) -> Subject {
    Subject { workspaces: Workspaces::Fresh, ..hier(name, Devices::Equal) }
}

/// A cluster of 10, 100, 1,000, 10,000 or 100,000 devices, as `hier` where it is as large: copies on different hosts.
pub(crate) fn of_size(devices: usize, replicas: usize) -> Option<Subject> {
    let fan_out: &[usize] = match devices {
        10 => &[5, 2],
        100 => &[10, 10],
        1_000 => &[5, 10, 20],
        10_000 => &[25, 20, 20],
        100_000 => &[10, 25, 20, 20],
        _ => return None,
    };
    let buckets = hierarchy(alg::STRAW2, fan_out, Devices::Equal);
    Some(Subject::new(&format!("{devices} devices, {replicas} replicas"), buckets, chooseleaf(), replicas))
}

/// All of them, in the order of the table.
pub(crate) fn all() -> Vec<Subject> {
    use Devices::{Equal, Mixed};
    let mut list = vec![
        hier("hier", Equal),
        hier("hier-mixed", Mixed),
        flat("flat100", alg::STRAW2, 100, Equal),
        flat("flat100-mixed", alg::STRAW2, 100, Mixed),
        flat("flat1000", alg::STRAW2, 1000, Equal),
        ec("ec"),
        small("small", alg::STRAW2, Equal),
        small("small-mixed", alg::STRAW2, Mixed),
        reweighted("reweighted"),
    ];
    for (name, alg, size) in [
        ("uniform", alg::UNIFORM, 100),
        ("list", alg::LIST, 100),
        ("tree", alg::TREE, 64),
        ("straw", alg::STRAW, 100),
    ] {
        list.push(flat(&format!("{name} flat"), alg, size, Equal));
        list.push(small(&format!("{name} small"), alg, Equal));
    }
    let uniform_out = |name| mostly_out(flat(name, alg::UNIFORM, 100, Equal), 25);
    list.extend([msr("msr"), choose_args("choose-args"), wrapper("wrapper")]);
    list.extend([
        mostly_out(hier("exhausted", Equal), 400),
        uniform_out("uniform out"),
        legacy(uniform_out("uniform fallback")),
    ]);
    list
}
