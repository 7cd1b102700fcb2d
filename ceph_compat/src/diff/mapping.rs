//! One mapping case: both libraries build the map and answer; the reference gives a third opinion.

use super::prepared::{self, Answered};
use super::tally::{Mismatch, Tally};
use crate::case::{Case, ChooseArg, Input};
use crate::library::{Library, NativeArgs, NativeMap, Undefined, Workspace, difference};
use crate::reference::{Answer, Counters, Map, Setting, Stop};

/// Bucket items that a mapping over an edited map may look at.
const EDITED_BUDGET: u64 = 2_000;
/// What the result arrays hold before a mapping.
const SENTINEL: i32 = 0x5a5a_5a5a;
/// Places behind a result array that must stay as they are.
const BEHIND: usize = 4;

/// A library with all that a mapping needs besides the map.
struct Side<'l> {
    library: &'l Library,
    workspace: Workspace,
    histogram: Vec<u32>,
    result: Vec<i32>,
}

impl<'l> Side<'l> {
    fn new(library: &'l Library, case: &Case) -> Self {
        // A histogram has a cell for each number of tries; one map in the generator asks for 2^32 of them.
        let counted = case.histogram && case.tunables.total_tries < 10_000;
        let cells = if counted { case.tunables.total_tries as usize + 1 } else { 0 };
        Self { library, workspace: Workspace::new(0), histogram: vec![0; cells], result: Vec::new() }
    }

    fn prepare(&mut self, map: &NativeMap<'_>, result_max: i32) {
        self.workspace.reset(map.work_size(result_max));
        self.workspace.init(self.library, map);
    }

    /// Answers over a map, which this library need not have made; the result is in `self.result`.
    fn answer(&mut self, map: &mut NativeMap<'_>, input: Input, given: &Given<'_>, counted: bool) -> i32 {
        self.result.clear();
        self.result.resize(input.result_max as usize + BEHIND, SENTINEL);
        map.set_histogram((counted && !self.histogram.is_empty()).then_some(&mut self.histogram));
        let (result, workspace) = (&mut self.result, &mut self.workspace);
        let returned = map.do_rule(self.library, input, result, given.weights, workspace, given.args);
        map.set_histogram(None);
        returned
    }
}

/// What all mappings of a case are given.
struct Given<'a> {
    weights: &'a [u32],
    args: Option<&'a NativeArgs>,
}

/// Compares everything about a case; what differs goes into the tally.
///
/// `budget` is the number of bucket items that one mapping may look at; beyond, it is left out.
pub(super) fn compare(theirs: &Library, ours: &Library, case: &Case, budget: u64, tally: &mut Tally) {
    let reference = Map::new(case);
    let (mut map_a, mut map_b) = (NativeMap::build(theirs, case), NativeMap::build(ours, case));
    if let Some(found) = difference(&map_a, &map_b, &Undefined::default()) {
        tally.mismatch(Mismatch::new(None, format!("the maps differ: {found}")));
        return;
    }
    sizes(&map_a, &map_b, &reference, case, tally);
    let result_max = case.inputs.iter().map(|input| input.result_max).max().unwrap_or(1);
    let (mut a, mut b) = (Side::new(theirs, case), Side::new(ours, case));
    a.prepare(&map_a, result_max);
    b.prepare(&map_b, result_max);
    workspaces(&a, &b, case, map_a.max_buckets(), tally);
    if case.crosses() {
        // From here on each library answers over the map that the other one built.
        std::mem::swap(&mut map_a, &mut map_b);
        a.prepare(&map_a, result_max);
        b.prepare(&map_b, result_max);
    }
    inputs((&mut a, &mut map_a), (&mut b, &mut map_b), &reference, case, budget, tally);
    for (side, name) in [(&a, "theirs"), (&b, "ours")] {
        if !side.workspace.guard_is_whole() {
            tally.mismatch(Mismatch::new(None, format!("{name} wrote past the workspace")));
        }
    }
}

/// Maps over two maps that builder functions made; says what differs first, and counts the mappings.
pub(crate) fn over(
    (theirs, map_a): (&Library, &mut NativeMap<'_>),
    (ours, map_b): (&Library, &mut NativeMap<'_>),
    case: &Case,
) -> (Option<String>, u64) {
    let reference = map_a.read(case.rules.clone());
    let (mut a, mut b) = (Side::new(theirs, case), Side::new(ours, case));
    let result_max = case.inputs.iter().map(|input| input.result_max).max().unwrap_or(1);
    a.prepare(map_a, result_max);
    b.prepare(map_b, result_max);
    let mut tally = Tally::default();
    inputs((&mut a, map_a), (&mut b, map_b), &reference, case, EDITED_BUDGET, &mut tally);
    let found = tally.found.first().map(|first| {
        let input = first.input.and_then(|index| case.inputs.get(index));
        format!("mapping {input:?} by {:?}: {}", case.rules, first.text)
    });
    (found, tally.mappings)
}

/// All mappings of a case, and the histogram that they leave.
fn inputs(
    (a, map_a): (&mut Side<'_>, &mut NativeMap<'_>),
    (b, map_b): (&mut Side<'_>, &mut NativeMap<'_>),
    reference: &Map,
    case: &Case,
    budget: u64,
    tally: &mut Tally,
) {
    let slots = map_a.max_buckets().max(0) as usize;
    let args = case.choose_args.as_ref().map(|list| NativeArgs::new(list, slots));
    let reference_args = case.choose_args.as_ref().map(|list| by_slot(list, slots));
    let given = Given { weights: &case.device_weights, args: args.as_ref() };
    let setting = Setting {
        profile: a.library.profile(),
        map: reference,
        device_weights: &case.device_weights,
        choose_args: reference_args.as_deref(),
        budget,
    };
    let mut histogram = a.histogram.clone();
    let mut answered = Vec::new();
    for (index, &input) in case.inputs.iter().enumerate() {
        let mut cells = histogram.clone();
        let counted = (!cells.is_empty()).then_some(cells.as_mut_slice());
        let mut counters = Counters::default();
        let rule = (input.rule, input.x, input.result_max);
        let answer = match setting.do_rule(rule.0, rule.1, rule.2, &mut counters, counted) {
            Err(Stop::TooLong) => {
                tally.too_long += 1;
                continue;
            }
            Ok(answer) => answer,
        };
        if let Some(hostile) = answer.hostile {
            tally.hostile(hostile);
            if !b.library.survives_hostile() {
                continue;
            }
            let returned = b.answer(map_b, input, &given, false);
            if tally.take_falsify() {
                b.result[0] ^= 1;
            }
            expect(index, "ours", returned, &b.result, "the required answer", &answer, tally);
            answered.push(Answered { index, input, returned, places: b.result.clone() });
            continue;
        }
        tally.mappings += 1;
        tally.counters.merge(&counters);
        histogram = cells;
        let returned = (a.answer(map_a, input, &given, true), b.answer(map_b, input, &given, true));
        if tally.take_falsify() {
            b.result[0] ^= 1;
        }
        if returned.0 != returned.1 || a.result != b.result {
            let (theirs, ours) = (shown(returned.0, &a.result), shown(returned.1, &b.result));
            tally.mismatch(Mismatch::new(Some(index), format!("theirs {theirs}, ours {ours}")));
        } else {
            expect(index, "theirs", returned.0, &a.result, "the reference", &answer, tally);
        }
        answered.push(Answered { index, input, returned: returned.0, places: a.result.clone() });
    }
    histograms(&a.histogram, &b.histogram, &histogram, tally);
    if b.library.survives_hostile() {
        prepared::compare(b.library, map_b, given.weights, given.args, &answered, tally);
    }
}

/// Puts the args of a case at their slots, as `crush_do_rule` finds them.
fn by_slot(list: &[ChooseArg], count: usize) -> Vec<Option<ChooseArg>> {
    let mut slots = vec![None; count];
    for arg in list {
        let slot = usize::try_from(-1 - i64::from(arg.bucket)).ok().and_then(|slot| slots.get_mut(slot));
        if let Some(slot) = slot {
            *slot = Some(arg.clone());
        }
    }
    slots
}

/// Compares an answer with the reference's.
fn expect(
    index: usize,
    name: &str,
    returned: i32,
    result: &[i32],
    other_name: &str,
    answer: &Answer,
    tally: &mut Tally,
) {
    let mut wanted: Vec<i32> = answer.result.iter().map(|place| place.unwrap_or(SENTINEL)).collect();
    wanted.resize(result.len(), SENTINEL);
    if returned != answer.returned || result != wanted {
        let (one, other) = (shown(returned, result), shown(answer.returned, &wanted));
        let why = answer.hostile.map_or(String::new(), |hostile| format!(" ({hostile:?})"));
        tally.mismatch(Mismatch::new(Some(index), format!("{name} {one}, {other_name} {other}{why}")));
    }
}

/// An answer for people: places that were not written are dots.
fn shown(returned: i32, result: &[i32]) -> String {
    let place = |&item: &i32| match item {
        SENTINEL => ".".to_owned(),
        crate::case::ITEM_NONE => "N".to_owned(),
        item => item.to_string(),
    };
    format!("{returned} [{}]", result.iter().map(place).collect::<Vec<_>>().join(" "))
}

/// `crush_work_size` for the sizes of the inputs and for odd ones.
fn sizes(a: &NativeMap<'_>, b: &NativeMap<'_>, reference: &Map, case: &Case, tally: &mut Tally) {
    let asked = case.inputs.iter().map(|input| input.result_max).take(2);
    for result_max in asked.chain([0, -1, 1_000_000, i32::MIN]) {
        let sizes = (a.work_size(result_max), b.work_size(result_max));
        let wanted = reference.work_size(a.profile(), result_max);
        if sizes != (wanted, wanted) {
            let text = format!(
                "work size for {result_max}: theirs {}, ours {}, reference {wanted}",
                sizes.0, sizes.1
            );
            tally.mismatch(Mismatch::new(None, text));
        }
    }
}

/// The bytes that `crush_init_workspace` writes, pointers as distances (spec 02 section 4.2).
fn workspaces(a: &Side<'_>, b: &Side<'_>, case: &Case, max_buckets: i32, tally: &mut Tally) {
    let table = 8 * (1 + max_buckets.max(0) as usize);
    let mut pointers: Vec<usize> = (0..table).step_by(8).collect();
    let mut buckets: Vec<(i32, usize)> = case.buckets.iter().map(|b| (-1 - b.id, b.items.len())).collect();
    buckets.sort_unstable();
    let mut record = table;
    for (_, size) in buckets {
        pointers.push(record + 8);
        record += 16 + 4 * size;
    }
    let (bytes_a, bytes_b) =
        (a.workspace.relative(pointers.iter().copied()), b.workspace.relative(pointers.iter().copied()));
    if let Some(at) = bytes_a.iter().zip(&bytes_b).position(|(a, b)| a != b) {
        let text = format!("workspaces differ at byte {at}: theirs {}, ours {}", bytes_a[at], bytes_b[at]);
        tally.mismatch(Mismatch::new(None, text));
    }
}

/// The histograms of tries after all mappings of a case.
fn histograms(theirs: &[u32], ours: &[u32], reference: &[u32], tally: &mut Tally) {
    for (tries, wanted) in reference.iter().enumerate() {
        let cells = (theirs.get(tries), ours.get(tries));
        if cells != (Some(wanted), Some(wanted)) {
            let text = format!("histogram at {tries} tries: theirs, ours {cells:?}, reference {wanted}");
            tally.mismatch(Mismatch::new(None, text));
            return;
        }
    }
}
