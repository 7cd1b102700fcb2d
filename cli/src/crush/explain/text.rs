//! An explanation as text.

use super::entry::{DrawEntry, Entry};
use crate::failure::Failure;
use anstyle::{AnsiColor, Style};
use std::io::Write;

/// What is refused.
const REFUSED: Style = AnsiColor::Red.on_default();
/// What is taken.
const TAKEN: Style = AnsiColor::Green.on_default();
/// Headings.
pub(crate) const HEADING: Style = Style::new().bold();

/// How draws are read; printed once.
const LEGEND: &str = "\
Each line of a choice has the items with the largest draws, the winner first. In straw2 buckets a draw is the binary
logarithm of a number between 0 and 1, divided by the item's weight: it is negative, and the one nearest to 0 wins.";

/// Writes the lines; `is_msr` says how steps are nested.
pub(crate) fn write(out: &mut impl Write, entries: &[Entry]) -> Result<(), Failure> {
    if entries.iter().any(|entry| matches!(entry, Entry::Chose { draws, .. } if !draws.is_empty())) {
        writeln!(out, "{LEGEND}\n")?;
    }
    for entry in entries {
        write_entry(out, entry)?;
    }
    Ok(())
}

fn indent(leaf: bool) -> &'static str {
    if leaf { "          " } else { "      " }
}

fn write_entry(out: &mut impl Write, entry: &Entry) -> Result<(), Failure> {
    match entry {
        Entry::Step { index, text } => writeln!(out, "{HEADING}step {}: {text}{HEADING:#}", index + 1)?,
        Entry::Descent { number } => writeln!(out, "  descent {} from the root", number + 1)?,
        Entry::Below { name, .. } => writeln!(out, "  below {name}")?,
        Entry::Try { place, number: 1, leaf: false } => writeln!(out, "    place {place}")?,
        Entry::Try { place, number, leaf: false } => writeln!(out, "    place {place}, try {number}")?,
        Entry::Try { number: 1, leaf: true, .. } => {}
        Entry::Try { number, leaf: true, .. } => writeln!(out, "{}try {number}", indent(true))?,
        Entry::Chose { leaf, .. } => {
            write!(out, "{}", indent(*leaf))?;
            write_choice(out, entry)?;
        }
        Entry::LeafSearch { name, .. } => writeln!(out, "{}a device below {name}:", indent(false))?,
        Entry::Judged { name, accepted, reason, leaf, .. } => {
            let style = if *accepted { TAKEN } else { REFUSED };
            let name = name.as_deref().unwrap_or("nothing");
            writeln!(out, "{}{style}{name}: {reason}{style:#}", indent(*leaf))?;
        }
        Entry::GaveUp { place, tries, leaf } => {
            let what =
                if *leaf { "no device".to_owned() } else { format!("place {place} stays without an item") };
            writeln!(out, "{}{REFUSED}tries used up ({tries}): {what}{REFUSED:#}", indent(*leaf))?;
        }
        Entry::Selected { names, .. } => writeln!(out, "  chosen: {}", names.join(", "))?,
    }
    Ok(())
}

fn write_choice(out: &mut impl Write, entry: &Entry) -> Result<(), Failure> {
    let Entry::Chose { name, r#type, algorithm, items, item_name, by_permutation, draws, .. } = entry else {
        return Ok(());
    };
    let item = item_name.as_deref().unwrap_or("nothing");
    write!(out, "{type} {name} of {items} chooses {item}")?;
    if *by_permutation {
        write!(out, ", by permutation after many collisions")?;
    } else if draws.is_empty() {
        write!(out, ", a {algorithm} bucket")?;
    }
    let draws: Vec<String> = draws.iter().map(draw).collect();
    let separator = if draws.is_empty() { "" } else { ": " };
    Ok(writeln!(out, "{separator}{}", draws.join(", "))?)
}

fn draw(draw: &DrawEntry) -> String {
    let weight = format!("{:.5}", draw.weight);
    let weight = weight.trim_end_matches('0').trim_end_matches('.');
    match draw.draw {
        Some(value) => format!("{} {value:.4} (weight {weight})", draw.name),
        None => format!("{} no draw (weight 0)", draw.name),
    }
}
