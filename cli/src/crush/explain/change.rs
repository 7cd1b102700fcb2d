//! What happens to a set behind the rule, in words.

use crate::describe;
use crush::placement::{Change, ItemOutcome, PrimaryOutcome};

pub(crate) fn in_words(change: &Change) -> String {
    match change {
        Change::Missing(osd) => format!("osd.{osd} does not exist: it is left out"),
        Change::Upmap(set) => format!("pg_upmap: {} stands in for what the rule gives", describe::set(set)),
        Change::UpmapRefused { out } => {
            format!("pg_upmap names osd.{out}, which is out: no override of this PG is used")
        }
        Change::Item { from, to, outcome } => {
            format!("pg_upmap_items {from} -> {to}: {}", item(*from, *to, *outcome))
        }
        Change::Primary { osd, outcome } => format!("pg_upmap_primaries {osd}: {}", primary(*outcome)),
        Change::Down(osd) => format!("osd.{osd} is down: it is left out"),
        Change::Affinity { osd, affinity, draw, willing } => {
            let verdict = if *willing { "is primary" } else { "refuses to be primary" };
            let affinity = describe::weight(*affinity);
            format!("osd.{osd} has primary affinity {affinity} and draws {draw} of 65536: it {verdict}")
        }
        Change::TemporaryDown(osd) => {
            format!("pg_temp names osd.{osd}, which is down or does not exist: left out")
        }
        Change::Temporary(set) => format!("pg_temp: {} serves for now", describe::set(set)),
        Change::TemporaryPrimary(osd) => format!("primary_temp: osd.{osd} is primary for now"),
    }
}

fn item(from: i32, to: i32, outcome: ItemOutcome) -> String {
    match outcome {
        ItemOutcome::Replaced => format!("osd.{to} takes the place of osd.{from}"),
        ItemOutcome::AlreadyThere => format!("not used, osd.{to} is in the set already"),
        ItemOutcome::Out => format!("not used, osd.{to} is out"),
        ItemOutcome::NotThere => format!("not used, osd.{from} is not in the set"),
    }
}

fn primary(outcome: PrimaryOutcome) -> &'static str {
    match outcome {
        PrimaryOutcome::Swapped => "it changes places with the first",
        PrimaryOutcome::Out => "not used, it is out or does not exist",
        PrimaryOutcome::NotThere => "not used, it is not in the set",
        PrimaryOutcome::AlreadyFirst => "it is the first anyway",
        PrimaryOutcome::Unknown => "not used, clients of this release do not know such entries",
    }
}
