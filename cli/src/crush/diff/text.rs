//! A comparison for people.

use super::found::Found;
use crate::describe;
use crate::failure::Failure;
use crate::output;
use analysis::diff::{Counting, DeviceChange, Move, Subject, SubjectDiff};
use std::io::Write;

/// Devices and pairs that are shown unless all are wanted.
const SHOWN: usize = 20;
/// Shares of a device's room from which on clusters warn and stop.
const NEARFULL: f64 = 0.85;
const FULL: f64 = 0.95;

pub(super) fn write(out: &mut impl Write, found: &Found, all: bool) -> Result<(), Failure> {
    write_subjects(out, found)?;
    for diff in &found.diff.subjects {
        write_remarks(out, found, diff)?;
    }
    write_devices(out, found, all)?;
    for (by, moves) in &found.groups {
        write_moves(out, found, by, moves, all)?;
    }
    write_fullness(out, found, all)
}

/// A part of a whole: `12.5%`.
pub(crate) fn percent(part: u64, whole: u64) -> String {
    if whole == 0 { "-".to_owned() } else { format!("{:.2}%", part as f64 / whole as f64 * 100.0) }
}

/// How many times the least: `1.05x`.
pub(crate) fn times(ratio: Option<f64>) -> String {
    ratio.map_or_else(|| "-".to_owned(), |ratio| format!("{ratio:.2}x"))
}

fn write_subjects(out: &mut impl Write, found: &Found) -> Result<(), Failure> {
    let whole = found.diff.subjects.iter().any(|diff| matches!(diff.subject, Subject::Pool(_)));
    let (what, mappings) = if whole { ("pool", ">pgs") } else { ("rule", ">inputs") };
    let headings = [
        what,
        ">size",
        mappings,
        ">changed",
        ">replicas",
        ">moved",
        ">of all",
        ">least by counts",
        ">",
        ">least by targets",
        ">",
        ">primaries",
    ];
    let mut table = output::table(&headings);
    for diff in &found.diff.subjects {
        table.add_row(row(found.subject(diff.subject), size(diff), diff));
    }
    let total = found.diff.total;
    if found.diff.subjects.len() > 1 {
        table.add_row([
            "all".to_owned(),
            String::new(),
            total.compared.to_string(),
            total.changed.to_string(),
            total.replicas.to_string(),
            total.moved.to_string(),
            percent(total.moved, total.replicas),
            total.minima.counts.to_string(),
            times(total.minima.over_counts),
            format!("{:.1}", total.minima.targets),
            times(total.minima.over_targets),
            total.primaries.to_string(),
        ]);
    }
    output::write_table(out, &table)
}

fn size(diff: &SubjectDiff) -> String {
    if diff.size_before == diff.size_after {
        diff.size_after.to_string()
    } else {
        format!("{}->{}", diff.size_before, diff.size_after)
    }
}

fn row(name: String, size: String, diff: &SubjectDiff) -> [String; 12] {
    let minima = &diff.minima;
    [
        name,
        size,
        diff.compared.to_string(),
        diff.changed.to_string(),
        diff.replicas.to_string(),
        diff.moved.to_string(),
        percent(diff.moved, diff.replicas),
        minima.counts.to_string(),
        times(minima.over_counts),
        format!("{:.1}", minima.targets),
        times(minima.over_targets),
        diff.primaries.to_string(),
    ]
}

/// What does not fit the table.
fn write_remarks(out: &mut impl Write, found: &Found, diff: &SubjectDiff) -> Result<(), Failure> {
    let mut remarks = Vec::new();
    if diff.moved_as_sets != diff.moved_by_position {
        let counted = match diff.counting {
            Counting::Sets => "copies: counted as sets",
            Counting::Positions => "shards: counted by position",
        };
        remarks.push(format!(
            "as sets {} move, by position {} ({counted})",
            diff.moved_as_sets, diff.moved_by_position
        ));
    }
    if diff.primaries_alone > 0 {
        remarks.push(format!("{} primaries change without any data that moves", diff.primaries_alone));
    }
    let holes = diff.holes;
    if holes.places_before + holes.places_after > 0 {
        remarks.push(format!(
            "places without a device: {} before in {} sets, {} after in {} sets; they appear in {} sets, vanish in {}",
            holes.places_before,
            holes.sets_before,
            holes.places_after,
            holes.sets_after,
            holes.appear,
            holes.vanish
        ));
    }
    for domain in &diff.domains {
        let crowded = domain.crowded;
        if crowded.before + crowded.until_moved + crowded.after == 0 {
            continue;
        }
        let kind = describe::kind(found.new.crush(), domain.r#type.into());
        let most = domain.most_after.or(domain.most_before).unwrap_or(0);
        remarks.push(format!(
            "sets with more than {most} below one {kind}: {} before, {} until replicas have moved, {} after",
            crowded.before, crowded.until_moved, crowded.after
        ));
    }
    if let Some(estimate) = diff.estimate {
        remarks.push(format!(
            "a sample of {} of {}: between {:.0} and {:.0} mappings change, between {:.0} and {:.0} replicas move, {} sure",
            diff.compared,
            diff.mappings,
            estimate.changed[0],
            estimate.changed[1],
            estimate.moved[0],
            estimate.moved[1],
            sure(estimate.confidence),
        ));
    }
    if remarks.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n{}, rule {}", found.subject(diff.subject), found.rule(diff))?;
    Ok(remarks.iter().try_for_each(|remark| writeln!(out, "  {remark}"))?)
}

fn sure(confidence: analysis::diff::Confidence) -> &'static str {
    use analysis::diff::Confidence::{Ninety, NinetyFive, NinetyNine};
    match confidence {
        Ninety => "90%",
        NinetyFive => "95%",
        NinetyNine => "99%",
    }
}

fn write_devices(out: &mut impl Write, found: &Found, all: bool) -> Result<(), Failure> {
    let mut devices: Vec<&DeviceChange> = found.devices.iter().collect();
    if !all {
        devices.retain(|device| device.gained + device.lost > 0);
        devices.sort_by_key(|device| (std::cmp::Reverse(device.gained.max(device.lost)), device.id));
    }
    let hidden = if all { 0 } else { devices.len().saturating_sub(SHOWN) };
    devices.truncate(devices.len() - hidden);
    if devices.is_empty() {
        return Ok(());
    }
    writeln!(out)?;
    let mut table = output::table(&["device", ">before", ">target", ">after", ">target", ">gains", ">loses"]);
    for device in devices {
        table.add_row([
            found.item(device.id),
            device.before.to_string(),
            format!("{:.1}", device.target_before),
            device.after.to_string(),
            format!("{:.1}", device.target_after),
            device.gained.to_string(),
            device.lost.to_string(),
        ]);
    }
    output::write_table(out, &table)?;
    write_hidden(out, hidden, "devices that change")
}

fn write_hidden(out: &mut impl Write, hidden: usize, what: &str) -> Result<(), Failure> {
    if hidden > 0 {
        writeln!(out, "and {hidden} more {what}; --all shows them")?;
    }
    Ok(())
}

fn write_moves(
    out: &mut impl Write,
    found: &Found,
    by: &str,
    moves: &[Move],
    all: bool,
) -> Result<(), Failure> {
    let mut moves = moves.to_vec();
    moves.sort_by_key(|&(from, to, count)| (std::cmp::Reverse(count), from, to));
    let hidden = if all { 0 } else { moves.len().saturating_sub(SHOWN) };
    moves.truncate(moves.len() - hidden);
    writeln!(out)?;
    let mut table = output::table(&[&format!("from {by}"), &format!("to {by}"), ">replicas"]);
    for &(from, to, count) in &moves {
        table.add_row([found.item(from), found.item(to), count.to_string()]);
    }
    output::write_table(out, &table)?;
    write_hidden(out, hidden, "pairs")
}

fn write_fullness(out: &mut impl Write, found: &Found, all: bool) -> Result<(), Failure> {
    let Some(fullness) = &found.fullness else { return Ok(()) };
    let mut devices: Vec<_> = fullness.iter().filter(|device| device.size > 0.0).collect();
    devices.sort_by(|one, other| other.share_after().total_cmp(&one.share_after()));
    let hidden = if all { 0 } else { devices.len().saturating_sub(SHOWN) };
    devices.truncate(devices.len() - hidden);
    writeln!(out)?;
    let mut table = output::table(&["device", ">used before", ">after", ">full before", ">after", ""]);
    for device in devices {
        let share = |used: f64| format!("{:.1}%", used / device.size * 100.0);
        let remark = match device.share_after() {
            FULL.. => "full",
            NEARFULL.. => "nearfull",
            _ => "",
        };
        table.add_row([
            found.item(device.id),
            format!("{:.0}", device.before),
            format!("{:.0}", device.after),
            share(device.before),
            share(device.after),
            remark.to_owned(),
        ]);
    }
    output::write_table(out, &table)?;
    write_hidden(out, hidden, "devices")
}
