//! What a change moves: who gives to whom.

use super::facts;
use super::text::{escape, number};
use crate::report::Movement;
use std::collections::{BTreeMap, BTreeSet};

/// Givers and takers that the pictures show; the others are one.
const SHOWN: usize = 16;
/// Height of a label, and room for one with what parts it from the next.
const LABEL: f64 = 13.0;
const SLOT: f64 = 17.0;
/// Everything that is not shown by itself.
const OTHERS: i32 = i32::MAX - 7;

pub(super) fn section(movement: Option<&Movement>) -> Option<String> {
    let movement = movement?;
    let mut page =
        format!("<p>{}</p><p class=\"facts\">{}</p>\n", escape(&movement.title), facts(&movement.facts));
    if movement.flows.is_empty() {
        page.push_str("<p class=\"good\">Nothing moves.</p>\n");
        return Some(page);
    }
    let shown = Shown::new(movement);
    page.push_str(&shown.flows());
    page.push_str(&shown.matrix());
    Some(page)
}

/// Flows between what is shown.
struct Shown<'a> {
    movement: &'a Movement,
    flows: BTreeMap<(i32, i32), u64>,
    from: Vec<(i32, u64)>,
    to: Vec<(i32, u64)>,
}

impl<'a> Shown<'a> {
    fn new(movement: &'a Movement) -> Self {
        let mut busy: BTreeMap<i32, u64> = BTreeMap::new();
        for &(from, to, count) in &movement.flows {
            *busy.entry(from).or_default() += count;
            *busy.entry(to).or_default() += count;
        }
        let mut busiest: Vec<(u64, i32)> = busy.into_iter().map(|(id, count)| (count, id)).collect();
        busiest.sort_unstable_by(|a, b| b.cmp(a));
        let kept: BTreeSet<i32> = busiest.iter().take(SHOWN).map(|&(_, id)| id).collect();
        let own = |id: i32| if kept.contains(&id) { id } else { OTHERS };
        let mut flows = BTreeMap::new();
        for &(from, to, count) in &movement.flows {
            *flows.entry((own(from), own(to))).or_default() += count;
        }
        let (from, to) = (sums(&flows, |from, _| from), sums(&flows, |_, to| to));
        Self { movement, flows, from, to }
    }

    fn name(&self, id: i32) -> String {
        if id == OTHERS {
            "others".to_owned()
        } else {
            self.movement.names.get(&id).cloned().unwrap_or_default()
        }
    }

    /// A picture: givers at the left, takers at the right, and bands as wide as what moves.
    fn flows(&self) -> String {
        let total: u64 = self.flows.values().sum();
        let height = 22.0 * self.from.len().max(self.to.len()) as f64 + 40.0;
        let scale = |side: &[(i32, u64)]| (height - SLOT * side.len() as f64) / total.max(1) as f64;
        let unit = scale(&self.from).min(scale(&self.to));
        let (mut left, mut right) = (column(&self.from, unit), column(&self.to, unit));
        let mut picture = String::new();
        for (&(from, to), &count) in &self.flows {
            let (Some(start), Some(end)) = (left.get_mut(&from), right.get_mut(&to)) else { continue };
            let width = count as f64 * unit;
            picture.push_str(&band(start.next, end.next, width, hue(from)));
            start.next += width;
            end.next += width;
        }
        for (side, ends) in [(0, &self.from), (1, &self.to)] {
            let column = if side == 0 { &left } else { &right };
            for &(id, count) in ends {
                picture.push_str(&self.end(side, id, count, column[&id].top, unit));
            }
        }
        format!(
            "<figure class=\"wide\"><svg class=\"flows\" viewBox=\"0 0 480 {height:.0}\" role=\"img\" \
             aria-label=\"Who gives to whom\">{picture}</svg><figcaption>Replicas from {kind} to {kind}: givers at the left, \
             takers at the right</figcaption></figure>\n",
            kind = escape(&self.movement.kind)
        )
    }

    fn end(&self, side: usize, id: i32, count: u64, top: f64, unit: f64) -> String {
        let (x, text_x, anchor) = if side == 0 { (130.0, 126.0, "from") } else { (342.0, 354.0, "to") };
        let height = (count as f64 * unit).max(1.0);
        format!(
            "<rect x=\"{x}\" y=\"{top:.1}\" width=\"8\" height=\"{height:.1}\" style=\"fill:hsl({} 55% 45%)\"/>\
             <text x=\"{text_x}\" y=\"{:.1}\" class=\"{anchor}\">{} <tspan class=\"num\">{}</tspan></text>",
            hue(id),
            top + height / 2.0 + 4.0,
            escape(&short(&self.name(id))),
            number(count)
        )
    }

    fn matrix(&self) -> String {
        let most = self.flows.values().max().copied().unwrap_or(1).max(1);
        let head: String = self
            .to
            .iter()
            .map(|&(id, _)| format!("<th title=\"{0}\"><span>{0}</span></th>", escape(&self.name(id))))
            .collect();
        let mut rows = String::new();
        for &(from, sum) in &self.from {
            let cell = |&(to, _): &(i32, u64)| match self.flows.get(&(from, to)) {
                None => "<td></td>".to_owned(),
                Some(&count) => {
                    let heat = (count as f64 / most as f64).sqrt() * 0.8 + 0.08;
                    let strong = if heat > 0.55 { " class=\"strong\"" } else { "" };
                    format!("<td{strong} style=\"--heat:{heat:.2}\">{}</td>", number(count))
                }
            };
            let cells: String = self.to.iter().map(cell).collect();
            rows.push_str(&format!(
                "<tr><th><span>{}</span></th>{cells}<td class=\"sum\">{}</td></tr>\n",
                escape(&self.name(from)),
                number(sum)
            ));
        }
        let sums: String =
            self.to.iter().map(|&(_, sum)| format!("<td class=\"sum\">{}</td>", number(sum))).collect();
        let total = number(self.flows.values().sum());
        format!(
            "<div class=\"wide\"><table class=\"matrix\"><thead><tr><th>from &#8594; to</th>{head}<th>sum</th></tr></thead>\
             <tbody>{rows}<tr><th>sum</th>{sums}<td class=\"sum\">{total}</td></tr></tbody></table></div>\n"
        )
    }
}

/// Sums of flows by one of their ends.
fn sums(flows: &BTreeMap<(i32, i32), u64>, end: fn(i32, i32) -> i32) -> Vec<(i32, u64)> {
    let mut sums: BTreeMap<i32, u64> = BTreeMap::new();
    for (&(from, to), &count) in flows {
        *sums.entry(end(from, to)).or_default() += count;
    }
    // Buckets have negative ids, the first ones first.
    let mut sums: Vec<(i32, u64)> = sums.into_iter().collect();
    sums.sort_by_key(|&(id, _)| if id < 0 { (0, -i64::from(id)) } else { (1, i64::from(id)) });
    sums
}

/// Where an end begins, and where its next band does.
struct End {
    top: f64,
    next: f64,
}

fn column(ends: &[(i32, u64)], unit: f64) -> BTreeMap<i32, End> {
    let mut y = 0.0;
    let mut place = |&(id, count): &(i32, u64)| {
        // A narrow end lies beside the middle of its label.
        let top = y + (LABEL - count as f64 * unit).max(0.0) / 2.0;
        let end = (id, End { top, next: top });
        y += (count as f64 * unit).max(LABEL) + SLOT - LABEL;
        end
    };
    ends.iter().map(&mut place).collect()
}

/// A band between both columns.
fn band(start: f64, end: f64, width: f64, hue: u32) -> String {
    let (a, b) = (start + width / 2.0, end + width / 2.0);
    let width = width.max(0.5);
    format!(
        "<path d=\"M138 {a:.1} C240 {a:.1} 240 {b:.1} 342 {b:.1}\" style=\"stroke:hsl({hue} 60% 55%);stroke-width:{width:.1}\"/>"
    )
}

/// A colour for a bucket: far from those of its neighbours.
fn hue(id: i32) -> u32 {
    id.unsigned_abs().wrapping_mul(137) % 360
}

/// A name that fits beside the picture.
fn short(name: &str) -> String {
    const LETTERS: usize = 11;
    if name.chars().count() <= LETTERS {
        return name.to_owned();
    }
    name.chars().take(LETTERS - 1).chain(['\u{2026}']).collect()
}
