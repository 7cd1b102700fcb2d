//! One sequence: generated while it runs, or run again from a list.

use super::allowed::{allowed, leaves_dangling};
use super::generate::{Theme, operation};
use super::{Operation, Verb};
use crate::case::{Case, Input, Rule, Tunables, alg, op, step};
use crate::diff::over;
use crate::library::{Ledger, Library, NativeMap, Undefined, Workspace, difference};
use crate::rng::Rng;

/// Most operations in a sequence.
const LONGEST: i64 = 200;

/// Two maps that are to stay the same.
struct Twins<'l> {
    theirs: &'l Library,
    ours: &'l Library,
    map_a: NativeMap<'l>,
    map_b: NativeMap<'l>,
    ledger_a: Ledger,
    ledger_b: Ledger,
    undefined: Undefined,
    /// Mappings over the outcome.
    mappings: u64,
}

/// What a sequence came to.
pub(crate) struct Outcome {
    pub(crate) operations: Vec<Operation>,
    pub(crate) mappings: u64,
    /// What differs after the last operation.
    pub(crate) found: Option<String>,
}

impl<'l> Twins<'l> {
    fn new(theirs: &'l Library, ours: &'l Library) -> Self {
        let (ledger_a, ledger_b) = (Ledger::open(), Ledger::open());
        let map_a = ledger_a.watch(|| NativeMap::create(theirs));
        let map_b = ledger_b.watch(|| NativeMap::create(ours));
        Self { theirs, ours, map_a, map_b, ledger_a, ledger_b, undefined: Undefined::default(), mappings: 0 }
    }

    /// Carries out an operation on both; says what differs afterwards.
    fn step(&mut self, operation: &Operation) -> Option<String> {
        let (buckets, rules) = (self.map_a.overview(), self.map_a.rule_numbers());
        if !allowed(operation, &buckets, &rules) {
            return None;
        }
        let before = buckets.iter().find(|bucket| bucket.slot == operation.slot);
        let (by_a, by_b) =
            if operation.crossed { (self.ours, self.theirs) } else { (self.theirs, self.ours) };
        let a = self.ledger_a.watch(|| self.map_a.apply(by_a, operation));
        let b = self.ledger_b.watch(|| self.map_b.apply(by_b, operation));
        if a != b {
            return Some(format!("returned {a} and {b}"));
        }
        if let Some(before) = before {
            if operation.verb == Verb::RemoveBucket {
                self.undefined.first_node.remove(&before.slot);
            }
            // An empty tree gets its first nodes from realloc; node 0 is never written.
            if operation.verb == Verb::AddItem && before.alg == alg::TREE && before.nodes == 0 {
                self.undefined.first_node.insert(before.slot);
            }
            if leaves_dangling(operation, before) {
                if !by_a.survives_hostile() {
                    self.ledger_a.watch(|| self.map_a.mend(before, operation.item));
                }
                if !by_b.survives_hostile() {
                    self.ledger_b.watch(|| self.map_b.mend(before, operation.item));
                }
            }
        }
        difference(&self.map_a, &self.map_b, &self.undefined)
    }

    /// Finalizes both maps, compares what a mapping needs of them, maps, and destroys both; the mappings made.
    fn end(mut self) -> (Option<String>, u64) {
        let found = self
            .step(&Operation::new(Verb::Finalize))
            .or_else(|| self.workspaces())
            .or_else(|| self.mappings());
        let mappings = self.mappings;
        (found.or_else(|| self.farewell()), mappings)
    }

    /// Destroys both maps, of some the parts that the caller allocated, of some by the other library; says what stays
    /// behind or was freed twice.
    fn farewell(self) -> Option<String> {
        let Self { theirs, ours, mut map_a, mut map_b, ledger_a, ledger_b, .. } = self;
        let kind = map_a.overview().iter().map(|bucket| bucket.items.len()).sum::<usize>() % 4;
        if kind % 2 == 1 {
            ledger_a.watch(|| map_a.transplant());
            ledger_b.watch(|| map_b.transplant());
        }
        let (by_a, by_b) = if kind >= 2 { (ours, theirs) } else { (theirs, ours) };
        ledger_a.watch(|| map_a.destroy(by_a));
        ledger_b.watch(|| map_b.destroy(by_b));
        let complaints = (ledger_a.complaint(), ledger_b.complaint());
        (complaints != (None, None)).then(|| format!("after crush_destroy (kind {kind}): {complaints:?}"))
    }

    /// A few mappings over what the operations left, below the bucket with the most items.
    fn mappings(&mut self) -> Option<String> {
        let buckets = self.map_a.overview();
        let widest = buckets.iter().max_by_key(|bucket| bucket.items.len())?;
        let rules = self.map_a.rule_numbers().1 as usize;
        if rules > 200 {
            return None;
        }
        let steps = |op| vec![step(op::TAKE, widest.id, 0), step(op, 0, 0), step(op::EMIT, 0, 0)];
        let added = [op::CHOOSE_FIRSTN, op::CHOOSE_INDEP].map(|op| Rule { kind: 1, steps: steps(op) });
        for (index, rule) in added.iter().enumerate() {
            let number = (rules + index) as i32;
            let codes = (
                self.ledger_a.watch(|| self.map_a.add_rule(rule, number)),
                self.ledger_b.watch(|| self.map_b.add_rule(rule, number)),
            );
            if codes != (number, number) {
                return Some(format!("crush_add_rule returned {codes:?} for {number}"));
            }
        }
        let input = |i: i32| Input { rule: rules as i32 + i % 2, x: i * 77, result_max: 1 + i % 4 };
        let case = Case {
            tunables: Tunables::OPTIMAL,
            buckets: Vec::new(),
            // The reference is asked for the added rules alone; those before them are never used.
            rules: vec![added[0].clone(); rules].into_iter().chain(added).collect(),
            max_devices: None,
            device_weights: vec![0x1_0000; 50],
            choose_args: None,
            histogram: false,
            inputs: (0..8).map(input).collect(),
        };
        let (found, mappings) = over((self.theirs, &mut self.map_a), (self.ours, &mut self.map_b), &case);
        self.mappings += mappings;
        found
    }

    /// The workspaces that the maps ask for have the same size and bytes.
    fn workspaces(&self) -> Option<String> {
        let sizes = (self.map_a.work_size(3), self.map_b.work_size(3));
        if sizes.0 != sizes.1 {
            return Some(format!("work sizes {sizes:?}"));
        }
        let (mut a, mut b) = (Workspace::new(sizes.0), Workspace::new(sizes.1));
        a.init(self.theirs, &self.map_a);
        b.init(self.ours, &self.map_b);
        let table = 8 * (1 + self.map_a.max_buckets().max(0) as usize);
        let mut pointers: Vec<usize> = (0..table).step_by(8).collect();
        let mut record = table;
        for bucket in self.map_a.overview() {
            pointers.push(record + 8);
            record += 16 + 4 * bucket.items.len();
        }
        let bytes = (a.relative(pointers.iter().copied()), b.relative(pointers.iter().copied()));
        let at = bytes.0.iter().zip(&bytes.1).position(|(a, b)| a != b);
        at.map(|at| format!("workspaces at byte {at}")).or_else(|| {
            let whole = a.guard_is_whole() && b.guard_is_whole();
            (!whole).then(|| "a write past a workspace".to_owned())
        })
    }
}

/// Runs a list of operations; says what differs, and after which of them.
pub(crate) fn run(theirs: &Library, ours: &Library, operations: &[Operation]) -> Option<(usize, String)> {
    let mut twins = Twins::new(theirs, ours);
    for (index, operation) in operations.iter().enumerate() {
        if let Some(text) = twins.step(operation) {
            return Some((index, text));
        }
    }
    twins.end().0.map(|text| (operations.len(), text))
}

/// How to run a sequence.
#[derive(Clone, Copy, Default)]
pub(crate) struct Manner {
    /// Print each operation before it is carried out, to find one that crashes a library.
    pub(crate) trace: bool,
    /// Spoil our map after the first operation, to show that this is found.
    pub(crate) falsify: bool,
}

/// Makes up a sequence while running it.
pub(crate) fn generated(theirs: &Library, ours: &Library, rng: &mut Rng, manner: Manner) -> Outcome {
    let mut twins = Twins::new(theirs, ours);
    let theme = Theme::new(rng);
    let mut outcome = Outcome { operations: Vec::new(), mappings: 0, found: None };
    for _ in 0..rng.range(1, LONGEST) {
        let made = operation(rng, &theme, &twins.map_a.overview(), &twins.map_a.rule_numbers().0);
        if manner.trace {
            eprintln!("operation {made}");
        }
        outcome.found = twins.step(&made);
        outcome.operations.push(made);
        if manner.falsify && outcome.found.is_none() {
            let spoiled = Operation { number: 77, ..Operation::new(Verb::SetStrawVersion) };
            twins.map_b.apply(ours, &spoiled);
            outcome.found = difference(&twins.map_a, &twins.map_b, &twins.undefined);
        }
        if outcome.found.is_some() {
            return outcome;
        }
    }
    (outcome.found, outcome.mappings) = twins.end();
    outcome
}

/// The shortest list of operations found for which `fails` holds, beginning with one for which it does.
pub(crate) fn minimal(mut list: Vec<Operation>, fails: impl Fn(&[Operation]) -> bool) -> Vec<Operation> {
    let mut stretch = list.len().div_ceil(2);
    while stretch > 0 {
        let mut at = 0;
        while at < list.len() {
            let mut shorter = list.clone();
            shorter.drain(at..(at + stretch).min(list.len()));
            if fails(&shorter) {
                list = shorter;
            } else {
                at += stretch;
            }
        }
        stretch /= 2;
    }
    list
}
