//! From the mapper's events to lines with names and reasons.

use super::entry::{DrawEntry, Entry};
use super::step;
use crate::describe;
use crush::bucket::Algorithm;
use crush::hash::HashKind;
use crush::map::Map;
use crush::mapper::{DeviceWeights, Event, Judgement, Topology};
use crush::view::MapView;

/// What a mapping was asked.
pub(crate) struct Question<'a> {
    pub(crate) map: &'a Map,
    /// The map with the choose_args that serve the input.
    pub(crate) view: MapView<'a>,
    pub(crate) rule: u32,
    pub(crate) x: u32,
    pub(crate) weights: &'a [u32],
    /// Draws that are told of each choice.
    pub(crate) draws: usize,
}

/// What is known between two events.
struct Tracing<'a> {
    question: &'a Question<'a>,
    entries: Vec<Entry>,
    /// The last choice.
    chosen: Option<i32>,
    /// A device below a bucket is looked for.
    leaf: bool,
    /// Type that the current choose step wants.
    wanted: i32,
    /// Index of the current step.
    step: usize,
    selected: Vec<i32>,
}

/// The lines for all events.
pub(crate) fn trace(question: &Question<'_>, events: &[Event]) -> Vec<Entry> {
    let mut tracing = Tracing {
        question,
        entries: Vec::new(),
        chosen: None,
        leaf: false,
        wanted: 0,
        step: 0,
        selected: Vec::new(),
    };
    for &event in events {
        tracing.event(event);
    }
    tracing.selection();
    tracing.entries
}

impl Tracing<'_> {
    fn event(&mut self, event: Event) {
        if !matches!(event, Event::Selected(_)) {
            self.selection();
        }
        let map = self.question.map;
        let name = |item: i32| describe::item(map, item);
        let leaf = self.leaf;
        let entry = match event {
            Event::Step(index) => return self.begin(index),
            Event::Selected(item) => return self.selected.push(item),
            Event::Chose { .. } => return self.chose(event),
            Event::Judged { item, judgement } => return self.judged(item, judgement),
            Event::LeafFound(_) => {
                self.leaf = false;
                return;
            }
            Event::Descent(number) => Entry::Descent { number },
            Event::Below { item, step } => {
                self.set_wanted(step);
                Entry::Below { item, name: name(item), step }
            }
            Event::Try { place, failures } => Entry::Try { place, number: failures.saturating_add(1), leaf },
            Event::GaveUp { place, failures } => Entry::GaveUp { place, tries: failures, leaf },
            Event::LeafSearch(bucket) => {
                self.leaf = true;
                Entry::LeafSearch { bucket, name: name(bucket) }
            }
        };
        self.entries.push(entry);
    }

    fn begin(&mut self, index: usize) {
        self.step = index;
        let steps = self.question.map.rule(self.question.rule).map_or(&[][..], |rule| rule.steps);
        if let Some(found) = steps.get(index) {
            let text = step::in_words(self.question.map, found);
            self.entries.push(Entry::Step { index, text });
        }
    }

    /// Remembers what type is wanted; the choose steps of an MSR block stand behind its take step.
    fn set_wanted(&mut self, step: usize) {
        let steps = self.question.map.rule(self.question.rule).map_or(&[][..], |rule| rule.steps);
        let is_msr = self.question.view.rule(self.question.rule).is_some_and(|rule| rule.is_msr());
        let index = if is_msr { self.step + 1 + step } else { self.step };
        self.wanted = steps.get(index).map_or(0, |step| step.arg2);
    }

    /// Ends the list of what a choose step selected.
    fn selection(&mut self) {
        if self.selected.is_empty() {
            return;
        }
        let items = std::mem::take(&mut self.selected);
        let names = items.iter().map(|&item| describe::item(self.question.map, item)).collect();
        self.entries.push(Entry::Selected { items, names });
    }

    fn chose(&mut self, event: Event) {
        let Event::Chose { bucket: id, rank, position, item, by_permutation } = event else { return };
        self.chosen = item;
        let map = self.question.map;
        let Some(bucket) = self.question.view.bucket(id) else { return };
        let algorithm = match bucket.algorithm {
            Algorithm::Uniform => "uniform",
            Algorithm::List { .. } => "list",
            Algorithm::Tree { .. } => "tree",
            Algorithm::Straw { .. } => "straw",
            Algorithm::Straw2 { .. } => "straw2",
            Algorithm::Unknown => "unknown",
        };
        let draws = if by_permutation { Vec::new() } else { self.draws(id, rank, position, item) };
        self.entries.push(Entry::Chose {
            bucket: id,
            name: describe::item(map, id),
            r#type: describe::kind(map, bucket.kind.into()),
            algorithm,
            items: bucket.items.len(),
            rank,
            item,
            item_name: item.map(|item| describe::item(map, item)),
            by_permutation,
            draws,
            leaf: self.leaf,
        });
    }

    /// The leading draws of a choice.
    fn draws(&self, id: i32, rank: i32, position: i32, winner: Option<i32>) -> Vec<DrawEntry> {
        let Question { view, map, x, draws: most, .. } = *self.question;
        let Some(bucket) = view.bucket(id) else { return Vec::new() };
        let straw2 = matches!(bucket.algorithm, Algorithm::Straw2 { .. });
        let arg = if straw2 { view.choose_arg(&bucket, position) } else { Default::default() };
        let mut draws = bucket.draws(x.cast_signed(), rank, arg).unwrap_or_default();
        // Of equal draws the first wins; a stable sort keeps it so.
        draws.sort_by_key(|draw| std::cmp::Reverse(draw.value));
        debug_assert!(draws.first().map(|draw| draw.item) == winner.filter(|_| !draws.is_empty()));
        // ln is 2^44 times the binary logarithm, and weights are 2^16 times what they are called.
        let scale = if straw2 { f64::from(1 << 28) } else { f64::from(1 << 16) };
        let entry = |draw: &crush::bucket::Draw| DrawEntry {
            item: draw.item,
            name: describe::item(map, draw.item),
            weight: f64::from(draw.weight) / 65536.0,
            number: draw.number,
            draw: (draw.weight != 0).then_some(draw.value as f64 / scale),
        };
        draws.iter().take(most).map(entry).collect()
    }

    fn judged(&mut self, item: Option<i32>, judgement: Judgement) {
        let leaf = self.leaf;
        let reason = match judgement {
            Judgement::Accepted => "taken".to_owned(),
            Judgement::Collision => "collision: it was taken before".to_owned(),
            Judgement::Out => self.why_out(item),
            Judgement::NoLeaf => "no device below it can be had".to_owned(),
            Judgement::Empty => "the bucket is empty".to_owned(),
            Judgement::Bad => self.why_bad(item),
        };
        let name = item.map(|item| describe::item(self.question.map, item));
        let accepted = judgement == Judgement::Accepted;
        self.entries.push(Entry::Judged { item, name, accepted, reason, leaf });
    }

    fn why_out(&self, item: Option<i32>) -> String {
        let device = item.and_then(|item| usize::try_from(item).ok());
        let weight = device.and_then(|device| self.question.weights.get(device)).copied();
        let (Some(item), Some(weight)) = (item, weight) else {
            return "out: the cluster has no such device".to_owned();
        };
        if weight == 0 || !DeviceWeights(self.question.weights).is_out(self.question.x.cast_signed(), item) {
            return "out (weight 0)".to_owned();
        }
        let share = describe::weight(weight);
        let drawn = HashKind::Rjenkins1.hash2(self.question.x, item.cast_unsigned()) & 0xffff;
        format!(
            "out for this input: in by {share}, it takes draws below {weight} of 65536, and this one is {drawn}"
        )
    }

    fn why_bad(&self, item: Option<i32>) -> String {
        let map = self.question.map;
        let wanted = describe::kind(map, if self.leaf { 0 } else { self.wanted });
        match item.or(self.chosen) {
            Some(item) if item >= map.max_devices() => format!("device {item} is beyond the map's devices"),
            Some(item) if item >= 0 => {
                format!("wrong type: {} is a device, a {wanted} is wanted", describe::item(map, item))
            }
            Some(item) if map.bucket(item).is_none() => format!("bucket {item} does not exist"),
            Some(item) if item_kind(map, item) == self.wanted => {
                format!("wrong type: the rule wants nothing below {}", describe::item(map, item))
            }
            Some(_) => format!("the way leads in a circle, never to a {wanted}"),
            None => "the bucket is empty".to_owned(),
        }
    }
}

fn item_kind(map: &Map, item: i32) -> i32 {
    map.bucket(item).map_or(0, |bucket| bucket.r#type.into())
}
